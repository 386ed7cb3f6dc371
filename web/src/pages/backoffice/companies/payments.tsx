import { formatReceiptNumber } from '@sarraf/domain';
import type {
  proposeCompanyRefund,
  StaffCompanyDetail,
  StaffCompanyPayment,
  staffCompanyPayments,
} from '@sarraf/domain/contracts';
import { IconCash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TwoLine } from '../../../ui/layout/layout.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { BankNumber } from '../../../ui/values/bank-number.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import { useAmountText } from '../shared/coin-amount.tsx';
import { useRights } from '../shared/queries.ts';
import { ResourceList } from '../shared/resource-list.tsx';

/** Payments to the store, including unsuccessful ones; the treasury can propose a refund. */
export function StorePayments({ store }: { store: StaffCompanyDetail }) {
  const t = useTranslations('staffCompanies.payments');
  const [action, setAction] = useState<StaffAction | null>(null);
  const createRefundAction = useRefundAction();
  const columns = usePaymentColumns(store, (row) => setAction(createRefundAction(row)));
  const pages = useCursorPagination<StaffCompanyPayment>(
    ['backoffice', 'companies', 'payments', store.id],
    (query, signal) =>
      call<typeof staffCompanyPayments>('GET', '/backoffice/companies/:id/payments', {
        params: { id: store.id },
        query,
        signal,
      }),
  );
  return (
    <>
      <ResourceList
        label={t('caption')}
        columns={columns}
        pages={pages}
        empty={{ icon: IconCash, title: t('emptyTitle'), text: t('emptyText') }}
      />
      <ActionDialog act={action} onClose={() => setAction(null)} />
    </>
  );
}

function useRefundAction(): (row: StaffCompanyPayment) => StaffAction {
  const t = useTranslations('staffCompanies.refunds');
  const amountText = useAmountText();
  return ({ id, amount }) => ({
    title: t('askTitle', { amount: amountText(amount, 'TOMAN') }),
    text: t('askText'),
    confirm: t('ask'),
    successText: t('asked'),
    reasoned: true,
    run: (reason) =>
      call<typeof proposeCompanyRefund>('POST', '/backoffice/company-payments/:id/refund', {
        params: { id },
        body: { reason },
      }),
  });
}

function usePaymentColumns(
  store: StaffCompanyDetail,
  onRefund: (row: StaffCompanyPayment) => void,
): Column<StaffCompanyPayment>[] {
  const t = useTranslations('staffCompanies.payments');
  const ownStore = useTranslations('staffCompanies.store')('own');
  const format = useFormat();
  const { money } = useRights();
  const isOwnStore = useSession().account?.id === store.userId;
  const columns: Column<StaffCompanyPayment>[] = [
    {
      key: 'amount',
      head: t('amount'),
      headless: true,
      cell: ({ amount, number }) => (
        <TwoLine>
          <Money value={amount} asset="TOMAN" />
          <small>{t('number', { number })}</small>
        </TwoLine>
      ),
    },
    {
      key: 'what',
      head: t('what'),
      cell: ({ description, orderNumber }) => (
        <TwoLine>
          <bdi>{description}</bdi>
          {orderNumber !== null && <small>{t('order', { number: orderNumber })}</small>}
        </TwoLine>
      ),
    },
    {
      key: 'card',
      head: t('card'),
      cell: ({ cardNumber, trackingCode }) => (
        <TwoLine>
          <BankNumber masked={cardNumber} />
          {trackingCode !== null && <small>{t('tracking', { code: trackingCode })}</small>}
        </TwoLine>
      ),
    },
    {
      key: 'time',
      head: t('time'),
      cell: ({ createdAtDateTime }) => <bdi>{format.dateTime(createdAtDateTime)}</bdi>,
    },
    { key: 'state', head: t('state'), cell: (row) => <PaymentState row={row} /> },
  ];
  if (!money) return columns;
  return [
    ...columns,
    {
      key: 'refund',
      head: <span className="hidden">{t('refund')}</span>,
      end: true,
      headless: true,
      cell: (row) =>
        row.refundable && (
          <Button
            variant="text"
            size="s"
            disabledReason={isOwnStore ? ownStore : null}
            aria-label={isOwnStore ? undefined : t('refundOf', { number: row.number })}
            onClick={() => onRefund(row)}
          >
            {t('refund')}
          </Button>
        ),
    },
  ];
}

function PaymentState({ row }: { row: StaffCompanyPayment }) {
  const t = useTranslations('staffCompanies.payments');
  const state = useTranslations('wallet.payment.state');
  const { refund, settlementId, reason } = row;
  const knownReason =
    reason !== null && t.has(`reason.${reason as 'UNKNOWN'}`) ? (reason as 'UNKNOWN') : 'UNKNOWN';
  return (
    <TwoLine>
      {state(row.state)}
      {row.state === 'FAILED' && <small>{t(`reason.${knownReason}`)}</small>}
      {row.duplicate && <small>{t('duplicate')}</small>}
      {settlementId !== null && <small>{t('settled', { number: formatReceiptNumber(settlementId) })}</small>}
      {refund !== null && (
        <small>
          {refund.state === 'PAID' ? t('refunded', { reference: refund.reference ?? '' }) : t('refundAsked')}
        </small>
      )}
    </TwoLine>
  );
}
