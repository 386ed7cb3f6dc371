import type { StaffWithdrawal } from '@sarraf/domain/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { TagText } from '../../../transfers/tag-text.tsx';
import { TxLink } from '../../../transfers/tx-link.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Cluster, Text, TwoLine } from '../../../ui/layout/layout.tsx';
import { AddressText } from '../../../ui/values/address-text.tsx';
import { BankNumber } from '../../../ui/values/bank-number.tsx';
import { Money } from '../../../ui/values/money.tsx';
import cards from '../shared/cards.module.css';
import { CoinAmount } from '../shared/coin-amount.tsx';
import css from '../shared/parts.module.css';
import { ActionProblem, WaitingTime } from '../shared/parts.tsx';
import { PersonLink } from '../shared/person-words.tsx';
import moneyCss from './money.module.css';
import { TROUBLE_CODES } from './words.ts';

interface WithdrawalCardProps {
  row: StaffWithdrawal;
  onAction: (act: 'approve' | 'refuse') => void;
}

/** The destination with all its characters, and its tag, without which it doesn't arrive. */
export function WithdrawalDestination({ row }: Pick<WithdrawalCardProps, 'row'>) {
  const t = useTranslations('treasury.withdrawals');
  return (
    <>
      <p className={moneyCss.address}>
        {row.relatedCoin === 'TOMAN' ? (
          <BankNumber masked={row.destination} />
        ) : (
          <AddressText text={row.destination} />
        )}
      </p>
      {row.tag && (
        <Facts
          facts={[
            { key: 'tag', label: t('tag'), value: <TagText tokenType={row.tokenType} tag={row.tag} /> },
          ]}
        />
      )}
    </>
  );
}

/** One withdrawal: owner, amount, destination, why it waits and who has approved it so far. */
export function WithdrawalCard({ row, onAction }: WithdrawalCardProps) {
  const t = useTranslations('treasury');
  const { digits, dateTime } = useFormat();
  const troubleCode =
    row.trouble && (TROUBLE_CODES.find((candidate) => candidate === row.trouble) ?? 'OTHER');
  const troubleText = troubleCode && t(`withdrawals.trouble.${troubleCode}`);
  return (
    <Card className={cards.card}>
      <Cluster gap={3} align="start" justify="between" className={cards.head}>
        <div>
          <Text size="lx" weight={600}>
            <CoinAmount value={row.amount} coin={row.relatedCoin} />
          </Text>
          <PersonLink person={row.person} />
        </div>
        <WaitingTime since={row.createdAtDateTime} />
      </Cluster>
      {row.reviewReasons.length > 0 && (
        <Cluster as="ul" gap={2} align="stretch" wrap>
          {row.reviewReasons.map((reviewReason) => (
            <li key={reviewReason} className={moneyCss.chip}>
              {t(`withdrawals.why.${reviewReason}`)}
            </li>
          ))}
        </Cluster>
      )}
      <WithdrawalDestination row={row} />
      <Facts
        facts={[
          {
            key: 'fee',
            label: t('withdrawals.fee'),
            value: <CoinAmount value={row.fee} coin={row.relatedCoin} />,
          },
          {
            key: 'worth',
            label: t('withdrawals.worth'),
            value:
              row.tomanValue === null ? (
                t('withdrawals.noPrice')
              ) : (
                <Money value={row.tomanValue} asset="TOMAN" />
              ),
          },
          ...(row.txid
            ? [
                {
                  key: 'txid',
                  label: t('withdrawals.explorer'),
                  value: <TxLink txid={row.txid} link={null} />,
                },
              ]
            : []),
        ]}
      />
      {row.neededApprovals > 0 && (
        <TwoLine as="div">
          <span>
            {t('withdrawals.approvals', {
              given: digits(row.approvals.length),
              needed: digits(row.neededApprovals),
            })}
          </span>
          {row.approvals.map(({ email, at }) => (
            <small key={email}>{t('by', { who: email, time: dateTime(at) })}</small>
          ))}
          {row.state === 'REVIEW' && row.approvals.length > 0 && <small>{t('withdrawals.another')}</small>}
        </TwoLine>
      )}
      {troubleText && <ActionProblem text={troubleText} />}
      {(row.state === 'REVIEW' || canBeReturned(row)) && (
        <Cluster gap={2} align="stretch" wrap className={css.ways}>
          {row.state === 'REVIEW' && (
            <Button
              data-main
              disabledReason={row.mayApprove ? null : troubleText || t('withdrawals.mayNot')}
              onClick={() => onAction('approve')}
            >
              {t('withdrawals.approve')}
            </Button>
          )}
          <Button
            variant="ghost"
            icon={<IconAlertTriangle size={18} aria-hidden />}
            onClick={() => onAction('refuse')}
          >
            {t('withdrawals.refuse')}
          </Button>
        </Cluster>
      )}
    </Card>
  );
}

/** Whether staff may return the money: the withdrawal failed before sending, finally or between two attempts. */
const canBeReturned = ({ state, trouble }: StaffWithdrawal): boolean =>
  (state === 'APPROVED' && trouble !== null) ||
  trouble === 'NONCE_GONE' ||
  (state === 'SENDING' && trouble === 'PERSON_BLOCKED');
