import type { DepositRow, deposits } from '@sarraf/domain/contracts';
import { IconArrowDownToArc } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { createOpenColumn, OpenRow } from '../../../transfers/open-row.tsx';
import { TransferStateMark } from '../../../transfers/state-mark.tsx';
import { getConfirmationProgress, getCryptoDepositState } from '../../../transfers/status.ts';
import { DepositReceipt } from '../../../transfers/transfer-receipts.tsx';
import { TxLink } from '../../../transfers/tx-link.tsx';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { PagedTable } from '../../../ui/tables/paged-table.tsx';
import { Money } from '../../../ui/values/money.tsx';
import css from '../history.module.css';
import { usePolledPagination } from '../use-moving-pages.ts';
import { CoinName } from '../withdrawal-columns.tsx';

export function CryptoDeposits() {
  const t = useTranslations('history');
  const [receipt, setReceipt] = useState<DepositRow | null>(null);
  const pages = usePolledPagination<DepositRow>(
    ['deposits', 'crypto'],
    (page, signal) =>
      call<typeof deposits>('GET', '/wallets/deposit', {
        query: { ...page, excludedRelatedCoin: 'TOMAN' },
        signal,
      }),
    (row) => row.state === 'PENDING',
  );
  const columns = useCryptoDepositColumns(setReceipt);
  const caption = t('of.cryptoDeposits');
  return (
    <>
      <Card padding="flush" className={css.list} aria-label={caption}>
        <PagedTable
          caption={caption}
          columns={columns}
          pages={pages}
          rowKey={(row) => row.id}
          skeletonRows={6}
          empty={
            <EmptyState
              icon={<IconArrowDownToArc size={26} />}
              title={t('empty.cryptoDeposits')}
              text={t('empty.cryptoDepositsText')}
              action={<LinkButton to="/profile/wallet">{t('empty.toWallet')}</LinkButton>}
            />
          }
          className={css.coins}
        />
      </Card>
      <DepositReceipt deposit={receipt} onClose={() => setReceipt(null)} />
    </>
  );
}

function useCryptoDepositColumns(onOpen: (row: DepositRow) => void): Column<DepositRow>[] {
  const t = useTranslations();
  const format = useFormat();
  return [
    {
      key: 'coin',
      head: t('history.head.coin'),
      cell: ({ relatedCoin, tokenType = '' }) => <CoinName coin={relatedCoin} tokenType={tokenType} />,
      headless: true,
    },
    {
      key: 'time',
      head: t('history.head.time'),
      cell: ({ createdAtDateTime }) => <bdi className={css.time}>{format.dateTime(createdAtDateTime)}</bdi>,
      headless: true,
    },
    {
      key: 'tx',
      head: t('history.head.tx'),
      cell: ({ txid, link }) => (txid ? <TxLink txid={txid} link={link} /> : null),
      headless: true,
    },
    {
      key: 'amount',
      head: t('history.head.amount'),
      cell: ({ amount, relatedCoin }) => <Money value={amount} asset={relatedCoin} className={css.total} />,
      end: true,
      headless: true,
    },
    {
      key: 'state',
      head: t('history.head.state'),
      cell: (row) => (
        <TransferStateMark state={getCryptoDepositState(row)} progress={getConfirmationProgress(row)} />
      ),
      headless: true,
    },
    createOpenColumn(t('wallet.history.receipt'), (row) => {
      const sum = format.money(row.amount, row.relatedCoin);
      const rowLabel = `${sum}, ${format.dateTime(row.createdAtDateTime)}`;
      return (
        <OpenRow label={t('wallet.history.receiptOf', { what: rowLabel })} onClick={() => onOpen(row)} />
      );
    }),
  ];
}
