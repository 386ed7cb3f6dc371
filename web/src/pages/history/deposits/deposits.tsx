import type { DepositRow, deposits } from '@sarraf/domain/contracts';
import { IconWallet } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { usePaymentReason } from '../../../lib/payments/payments.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { DepositState } from '../../../transfers/deposit-state.tsx';
import { createOpenColumn, OpenRow } from '../../../transfers/open-row.tsx';
import { DepositReceipt } from '../../../transfers/transfer-receipts.tsx';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { TwoLine } from '../../../ui/layout/layout.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { PagedTable } from '../../../ui/tables/paged-table.tsx';
import { BankNumber } from '../../../ui/values/bank-number.tsx';
import { Money } from '../../../ui/values/money.tsx';
import css from '../history.module.css';

export function Deposits() {
  const caption = useTranslations('history.of')('tomanDeposits');
  const [receipt, setReceipt] = useState<DepositRow | null>(null);
  const pages = useCursorPagination<DepositRow>(['deposits', 'TOMAN'], (page, signal) =>
    call<typeof deposits>('GET', '/wallets/deposit', { query: { ...page, relatedCoin: 'TOMAN' }, signal }),
  );
  const columns = useDepositColumns(setReceipt);
  return (
    <>
      <Card padding="flush" className={css.list} aria-label={caption}>
        <PagedTable
          caption={caption}
          columns={columns}
          pages={pages}
          rowKey={(row) => row.id}
          skeletonRows={6}
          empty={<NoDeposits />}
          className={css.deposits}
        />
      </Card>
      <DepositReceipt deposit={receipt} onClose={() => setReceipt(null)} />
    </>
  );
}

function useDepositColumns(onOpen: (row: DepositRow) => void): Column<DepositRow>[] {
  const t = useTranslations('wallet.history');
  const format = useFormat();
  const reason = usePaymentReason();
  return [
    {
      key: 'amount',
      head: t('head.deposit'),
      cell: ({ amount }) => <Money value={amount} asset="TOMAN" className={css.total} />,
      headless: true,
    },
    {
      key: 'time',
      head: t('head.time'),
      cell: ({ createdAtDateTime }) => <bdi className={css.time}>{format.dateTime(createdAtDateTime)}</bdi>,
      headless: true,
    },
    {
      key: 'card',
      head: t('head.card'),
      cell: ({ bankAccount }) =>
        bankAccount === null ? (
          <span className={css.time}>—</span>
        ) : (
          <BankNumber masked={bankAccount} className={css.card} />
        ),
      headless: true,
    },
    {
      key: 'state',
      head: t('head.state'),
      cell: ({ state, message }) => (
        <TwoLine>
          <DepositState state={state} />
          {state === 'FAILED' && <small className={css.reason}>{reason(message)}</small>}
        </TwoLine>
      ),
      headless: true,
    },
    createOpenColumn(t('receipt'), (row) => {
      const rowLabel = `${format.money(row.amount, 'TOMAN')}, ${format.dateTime(row.createdAtDateTime)}`;
      return <OpenRow label={t('receiptOf', { what: rowLabel })} onClick={() => onOpen(row)} />;
    }),
  ];
}

function NoDeposits() {
  const t = useTranslations('wallet');
  return (
    <EmptyState
      icon={<IconWallet size={26} />}
      title={t('history.noDeposits')}
      text={t('history.noDepositsText')}
      action={<LinkButton to="/profile/wallet?deposit=TOMAN">{t('toman.deposit')}</LinkButton>}
    />
  );
}
