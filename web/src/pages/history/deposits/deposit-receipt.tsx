import type { DepositRow, payment } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { comesBack, usePaymentReason } from '../../../lib/payments/payments.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Money } from '../../../ui/values/money.tsx';
import css from '../history.module.css';
import { byTransfer, DepositState, PaidFrom } from './deposit-parts.tsx';
import { Code, HistoryReceipt, useTimeFacts } from './receipt.tsx';

/** The list has no tracking code, so the sheet asks for the payment itself. */
export function DepositReceipt({ deposit, onClose }: { deposit: DepositRow | null; onClose: () => void }) {
  const t = useTranslations('wallet');
  const times = useTimeFacts();
  const facts = (shown: DepositRow) => [
    { key: 'amount', label: t('payment.amount'), value: <Money value={shown.amount} asset="TOMAN" /> },
    // Of a bank transfer the bank tells no code of its own.
    ...(byTransfer(shown.bankAccount)
      ? []
      : [{ key: 'tracking', label: t('payment.tracking'), value: <TrackingCode id={shown.id} /> }]),
    {
      key: 'from',
      label: t(byTransfer(shown.bankAccount) ? 'payment.account' : 'payment.card'),
      value: <PaidFrom masked={shown.bankAccount} />,
    },
    ...times(shown.createdAtDateTime),
  ];
  return (
    <HistoryReceipt
      of={deposit}
      onClose={onClose}
      head={(shown) => <Outcome deposit={shown} />}
      facts={facts}
    />
  );
}

function Outcome({ deposit }: { deposit: DepositRow }) {
  const t = useTranslations('wallet.bankReturn.FAILED');
  const reason = usePaymentReason();
  return (
    <div className={css.outcome}>
      <DepositState state={deposit.state} />
      {deposit.state === 'FAILED' && (
        <p>
          {reason(deposit.message)} {t(comesBack(deposit.message) ? 'comesBack' : 'notTaken')}
        </p>
      )}
    </div>
  );
}

function TrackingCode({ id }: { id: string }) {
  const t = useTranslations('wallet.payment');
  const { data, isPending } = useQuery({
    queryKey: ['payment', id],
    queryFn: async ({ signal }) =>
      (await call<typeof payment>('GET', '/payments/:id', { params: { id }, signal })).baseDTO,
  });
  if (isPending) return <Skeleton width={120} />;
  return data?.trackingCode ? <Code text={data.trackingCode} copy={t('copyTracking')} /> : '—';
}
