import { formatReceiptNumber } from '@sarraf/domain';
import type { CompanyRefund, decideCompanyRefund } from '@sarraf/domain/contracts';
import { IconCircleCheck, IconCircleX, IconClockHour4 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useBankNumberText } from '../../../lib/payments/payments.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Cluster, Stack, Text } from '../../../ui/layout/layout.tsx';
import { BankNumber } from '../../../ui/values/bank-number.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import cards from '../shared/cards.module.css';
import { useAmountText } from '../shared/coin-amount.tsx';
import css from '../shared/parts.module.css';
import own from './companies.module.css';
import { storePath } from './queries.ts';

const MIN_REFERENCE = 3;
const MAX_REFERENCE = 60;

const STATES = {
  ASKED: { icon: IconClockHour4, look: css.waiting },
  BOOKING: { icon: IconClockHour4, look: css.waiting },
  PAID: { icon: IconCircleCheck, look: css.good },
  CANCELLED: { icon: IconCircleX, look: css.waiting },
};

/** BOOKING: two staff members have agreed, and the ledger entry follows shortly. */
const getRefundState = ({ state, decidedBy }: CompanyRefund): keyof typeof STATES =>
  state === 'ASKED' && decidedBy !== null ? 'BOOKING' : state;

interface RefundCardProps {
  row: CompanyRefund;
  /** Shown on its store's page, so without a link to it. */
  here?: boolean;
}

/** One refund: who proposed it and why, and who has to decide. */
export function RefundCard({ row, here }: RefundCardProps) {
  const t = useTranslations('staffCompanies.refunds');
  const { dateTime } = useFormat();
  const state = getRefundState(row);
  const { icon: Icon, look } = STATES[state];
  const time = dateTime(row.createdAtDateTime);
  return (
    <Card className={cards.card}>
      <Cluster gap={3} align="start" justify="between" className={cx(cards.head, own.cardHead)}>
        <Text size="lx" weight={600}>
          <Money value={row.amount} asset="TOMAN" />
        </Text>
        <span className={cx(css.state, look)}>
          <Icon size={18} aria-hidden />
          {t(state)}
        </span>
      </Cluster>
      {!here && <p>{row.companyName}</p>}
      <p className={own.reason} dir="auto">
        {row.reason}
      </p>
      <Facts
        facts={[
          {
            key: 'card',
            label: t('card'),
            value: <BankNumber masked={row.cardNumber} />,
          },
          { key: 'source', label: t('source'), value: t(row.source) },
          {
            key: 'payment',
            label: t('payment'),
            value: <bdi className="latin">{formatReceiptNumber(row.paymentId)}</bdi>,
          },
          ...(row.reference === null
            ? []
            : [
                {
                  key: 'reference',
                  label: t('reference'),
                  value: <bdi className="latin">{row.reference}</bdi>,
                },
              ]),
        ]}
      />
      <Stack as="p" size="s" tone="faint">
        <span>{t('askedBy', { who: isolateText(row.askedBy), time: isolateText(time) })}</span>
        {row.decidedBy !== null && <span>{t('decidedBy', { who: isolateText(row.decidedBy) })}</span>}
      </Stack>
      {(state === 'ASKED' || !here) && (
        <Cluster gap={2} align="stretch" wrap className={css.ways}>
          {state === 'ASKED' && <RefundDecision row={row} />}
          {!here && (
            <LinkButton to={storePath(row.companyId)} variant="text">
              {t('open')}
            </LinkButton>
          )}
        </Cluster>
      )}
    </Card>
  );
}

function RefundDecision({ row }: { row: CompanyRefund }) {
  const t = useTranslations('staffCompanies.refunds');
  const amountText = useAmountText();
  const bankNumber = useBankNumberText();
  const amount = amountText(row.amount, 'TOMAN');
  const me = useSession().account?.email;
  const [openedDecision, setOpenedDecision] = useState<'PAID' | 'CANCELLED' | null>(null);
  const [reference, setReference] = useState('');
  const decide = (body: { decision: 'PAID' | 'CANCELLED'; reference?: string }) =>
    call<typeof decideCompanyRefund>('POST', '/backoffice/company-refunds/:id', {
      params: { id: row.id },
      body,
    });
  const actions: Record<'PAID' | 'CANCELLED', StaffAction> = {
    PAID: {
      title: t('payTitle', { amount }),
      text: t('payText', { amount, card: bankNumber(row.cardNumber) }),
      confirm: t('pay'),
      successText: t('paid'),
      disabledReason: reference.trim().length < MIN_REFERENCE ? t('referenceNeeded') : null,
      fields: (
        <Field label={t('reference')}>
          <TextInput
            latin
            value={reference}
            maxLength={MAX_REFERENCE}
            autoComplete="off"
            onChange={(event) => setReference(event.target.value)}
          />
        </Field>
      ),
      run: () => decide({ decision: 'PAID', reference: reference.trim() }),
    },
    CANCELLED: {
      title: t('cancelTitle'),
      text: t(row.source === 'SUSPENSE' ? 'cancelTextSuspense' : 'cancelText', { amount }),
      confirm: t('cancel'),
      successText: t('cancelled'),
      danger: true,
      run: () => decide({ decision: 'CANCELLED' }),
    },
  };
  return (
    <>
      <Button
        disabledReason={row.askedBy === me ? t('ownAsk') : null}
        onClick={() => setOpenedDecision('PAID')}
      >
        {t('pay')}
      </Button>
      <Button variant="ghost" onClick={() => setOpenedDecision('CANCELLED')}>
        {t('cancel')}
      </Button>
      <ActionDialog act={openedDecision && actions[openedDecision]} onClose={() => setOpenedDecision(null)} />
    </>
  );
}

/** Isolates an address or a time within a sentence of the other text direction. */
const isolateText = (text: string): string => `\u2068${text}\u2069`;
