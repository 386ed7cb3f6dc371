import type { Payment } from '@sarraf/domain/contracts';
import { IconAlertTriangle, IconCheck, IconClockHour4 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { refundTextKey, usePaymentReason } from '../../lib/payments/payments.ts';
import { useSession } from '../../lib/session/session.ts';
import { loadTradeDraft } from '../../trade-box/overlays/load-trade-draft.ts';
import { Button, LinkButton } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { cx } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Cluster, Stack, Text } from '../../ui/layout/layout.tsx';
import { BankNumber } from '../../ui/values/bank-number.tsx';
import { Money } from '../../ui/values/money.tsx';
import css from './bank-return.module.css';

interface PendingProps {
  payment: Payment;
  late: boolean;
  busy: boolean;
  onAgain: () => void;
}

export function PendingOutcome({ payment, late, busy, onAgain }: PendingProps) {
  const t = useTranslations('wallet.bankReturn');
  return (
    <OutcomeContent
      icon={late ? <IconClockHour4 size={34} /> : <Spinner size={36} />}
      tone="calm"
      title={t(late ? 'PENDING.lateTitle' : 'PENDING.title')}
      text={t(late ? 'PENDING.lateText' : 'PENDING.text')}
    >
      <PaymentFacts payment={payment} />
      <OutcomeActions>
        {late && (
          <Button variant="ghost" busy={busy} onClick={onAgain}>
            {t('PENDING.again')}
          </Button>
        )}
        {late && <HistoryLink />}
      </OutcomeActions>
    </OutcomeContent>
  );
}

/** A person who deposited the missing money for a trade continues with the trade. */
export function PaidOutcome({ payment }: { payment: Payment }) {
  const t = useTranslations('wallet.bankReturn');
  const resume = useTranslations('wallet.resume');
  const [draft] = useState(loadTradeDraft);
  const { signedIn } = useSession();
  return (
    <OutcomeContent
      icon={<IconCheck size={38} stroke={2.4} />}
      tone="done"
      title={t('PAID.title')}
      text={t('PAID.text')}
    >
      <PaymentFacts payment={payment} />
      <OutcomeActions>
        {signedIn ? (
          <>
            <LinkButton to="/profile/otc">{draft ? resume(`${draft.side}.goOn`) : t('buy')}</LinkButton>
            <LinkButton to="/profile/wallet" variant="ghost">
              {t('wallet')}
            </LinkButton>
          </>
        ) : (
          <HomeLink />
        )}
      </OutcomeActions>
    </OutcomeContent>
  );
}

export function FailedOutcome({ payment }: { payment: Payment }) {
  const t = useTranslations('wallet.bankReturn');
  const reason = usePaymentReason();
  const { signedIn } = useSession();
  return (
    <OutcomeContent
      icon={<IconAlertTriangle size={34} />}
      tone="problem"
      title={t('FAILED.title')}
      text={reason(payment.reason)}
    >
      <p className={css.note}>{t(`FAILED.${refundTextKey(payment.reason, payment.refund)}`)}</p>
      <PaymentFacts payment={payment} />
      <OutcomeActions>
        {signedIn ? (
          <>
            <LinkButton to="/profile/wallet?deposit=TOMAN">{t('FAILED.again')}</LinkButton>
            <LinkButton to="/profile/wallet" variant="ghost">
              {t('wallet')}
            </LinkButton>
          </>
        ) : (
          <HomeLink />
        )}
      </OutcomeActions>
    </OutcomeContent>
  );
}

interface OutcomeContentProps {
  icon: ReactNode;
  tone: 'calm' | 'done' | 'problem';
  title: string;
  text: string;
  children: ReactNode;
}

/** The outcome, announced to screen readers when it changes. */
function OutcomeContent({ icon, tone, title, text, children }: OutcomeContentProps) {
  return (
    <Stack gap={4} align="center" className={css.outcome}>
      <Stack gap={2} align="center" className={css.said} role="status">
        <span className={cx(css.icon, css[tone])} aria-hidden>
          {icon}
        </span>
        <Text as="h2" size="lx">
          {title}
        </Text>
        <p className={css.text}>{text}</p>
      </Stack>
      {children}
    </Stack>
  );
}

function PaymentFacts({ payment }: { payment: Payment }) {
  const t = useTranslations('wallet');
  const { dateTime } = useFormat();
  const { amount, trackingCode, cardNumber, gateway, createdAtDateTime } = payment;
  const facts = [
    { key: 'amount', label: t('payment.amount'), value: <Money value={amount} asset="TOMAN" /> },
    ...(trackingCode
      ? [
          {
            key: 'tracking',
            label: t('payment.tracking'),
            value: (
              <Cluster as="span" inline gap={1}>
                <bdi className="latin">{trackingCode}</bdi>
                <CopyButton text={trackingCode} label={t('payment.copyTracking')} />
              </Cluster>
            ),
          },
        ]
      : []),
    ...(cardNumber
      ? [
          {
            key: 'card',
            label: t('payment.card'),
            value: <BankNumber masked={cardNumber} />,
          },
        ]
      : []),
    { key: 'gateway', label: t('payment.gateway'), value: t(`gateway.${gateway}`) },
    { key: 'time', label: t('payment.time'), value: <bdi>{dateTime(createdAtDateTime)}</bdi> },
  ];
  return <Facts facts={facts} className={css.facts} />;
}

const OutcomeActions = ({ children }: { children: ReactNode }) => <div className={css.ways}>{children}</div>;

function HomeLink() {
  const t = useTranslations('wallet.bankReturn');
  return (
    <LinkButton to="/" variant="ghost">
      {t('home')}
    </LinkButton>
  );
}

function HistoryLink() {
  const t = useTranslations('wallet.bankReturn');
  const { signedIn } = useSession();
  if (!signedIn) return <HomeLink />;
  return (
    <LinkButton to="/profile/history?tab=deposits" variant="ghost">
      {t('history')}
    </LinkButton>
  );
}
