import type { CompanyPayment, companyPayments } from '@sarraf/domain/contracts';
import { IconCash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { usePaymentReason } from '../../lib/payments/payments.ts';
import { useCursorPagination } from '../../lib/queries/use-pages.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import type { Column } from '../../ui/tables/data-table.tsx';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { BankNumber } from '../../ui/values/bank-number.tsx';
import { Money } from '../../ui/values/money.tsx';
import css from './company.module.css';

/** Payments to the store, including unsuccessful ones, updated live. */
export function PaymentsList() {
  const t = useTranslations('company.payments');
  const columns = usePaymentColumns();
  const pages = useCursorPagination<CompanyPayment>(['company', 'payments'], (query, signal) =>
    call<typeof companyPayments>('GET', '/company/payments', { query, signal }),
  );
  return (
    <PagedTable
      caption={t('caption')}
      columns={columns}
      pages={pages}
      rowKey={({ id }) => id}
      empty={<EmptyState icon={<IconCash size={26} />} title={t('empty')} text={t('emptyText')} />}
    />
  );
}

function usePaymentColumns(): Column<CompanyPayment>[] {
  const t = useTranslations('company.payments');
  const format = useFormat();
  return [
    {
      key: 'amount',
      head: t('amount'),
      cell: ({ amount }) => <Money value={amount} asset="TOMAN" />,
      headless: true,
    },
    {
      key: 'what',
      head: t('what'),
      cell: ({ description, orderNumber }) => (
        <span className={css.cell}>
          <bdi>{description}</bdi>
          {orderNumber !== null && <small className={css.small}>{t('order', { number: orderNumber })}</small>}
        </span>
      ),
    },
    {
      key: 'card',
      head: t('card'),
      cell: ({ cardNumber }) => <BankNumber masked={cardNumber} />,
    },
    {
      key: 'time',
      head: t('time'),
      cell: ({ createdAtDateTime }) => <bdi>{format.dateTime(createdAtDateTime)}</bdi>,
    },
    { key: 'state', head: t('state'), cell: (row) => <PaymentState row={row} /> },
  ];
}

function PaymentState({ row }: { row: CompanyPayment }) {
  const t = useTranslations('company.payments');
  const state = useTranslations('wallet.payment.state');
  const reason = usePaymentReason();
  const more = row.refund
    ? t(row.refund.state === 'PAID' ? 'refunded' : 'refundAsked')
    : row.duplicate
      ? t('duplicate')
      : row.state === 'FAILED'
        ? reason(row.reason)
        : null;
  return (
    <span className={css.cell}>
      {state(row.state)}
      {more !== null && <small className={css.small}>{more}</small>}
    </span>
  );
}
