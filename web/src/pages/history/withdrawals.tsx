import type { WithdrawalRow, withdrawals } from '@sarraf/domain/contracts';
import { IconArrowUpFromArc } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { isReturned } from '../../transfers/status.ts';
import { WithdrawalReceipt } from '../../transfers/transfer-receipts.tsx';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import css from './history.module.css';
import { usePolledPagination } from './use-moving-pages.ts';
import { useCoinWithdrawalColumns, useTomanWithdrawalColumns } from './withdrawal-columns.tsx';

const FILTERS = {
  toman: { relatedCoin: 'TOMAN' },
  crypto: { excludedRelatedCoin: 'TOMAN' },
} as const;

const isInProgress = (row: WithdrawalRow): boolean => !row.isDone && !isReturned(row);

/** Withdrawals to banks or over chains. */
export function Withdrawals({ of }: { of: 'toman' | 'crypto' }) {
  const t = useTranslations('history');
  const [receipt, setReceipt] = useState<WithdrawalRow | null>(null);
  const pages = usePolledPagination<WithdrawalRow>(
    ['withdrawals', of],
    (page, signal) =>
      call<typeof withdrawals>('GET', '/wallets/withdrawal-requests', {
        query: { ...page, ...FILTERS[of] },
        signal,
      }),
    isInProgress,
  );
  const toman = useTomanWithdrawalColumns(setReceipt);
  const coins = useCoinWithdrawalColumns(setReceipt);
  const caption = t(of === 'toman' ? 'of.tomanWithdrawals' : 'of.cryptoWithdrawals');
  return (
    <>
      <Card padding="flush" className={css.list} aria-label={caption}>
        <PagedTable
          caption={caption}
          columns={of === 'toman' ? toman : coins}
          pages={pages}
          rowKey={(row) => row.id}
          skeletonRows={6}
          empty={<NoWithdrawals of={of} />}
          className={of === 'toman' ? css.deposits : css.coins}
        />
      </Card>
      <WithdrawalReceipt withdrawal={receipt} onClose={() => setReceipt(null)} />
    </>
  );
}

function NoWithdrawals({ of }: { of: 'toman' | 'crypto' }) {
  const t = useTranslations('history.empty');
  const what = of === 'toman' ? 'tomanWithdrawals' : 'cryptoWithdrawals';
  return (
    <EmptyState
      icon={<IconArrowUpFromArc size={26} />}
      title={t(what)}
      text={t(`${what}Text`)}
      action={<LinkButton to="/profile/wallet">{t('toWallet')}</LinkButton>}
    />
  );
}
