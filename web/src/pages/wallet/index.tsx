import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useFailure } from '../../lib/use-failure.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { CoinTable } from './coin-table.tsx';
import { DepositModal } from './deposit-modal.tsx';
import { portfolio, walletRows } from './portfolio.ts';
import { TomanCard } from './toman-card.tsx';
import { useWallets } from './use-wallets.ts';
import css from './wallet.module.css';
import { WorthCard } from './worth-card.tsx';

/** `?deposit=TOMAN` opens the deposit, so that other pages can link to it. */
const DEPOSIT = 'deposit';

export function Page() {
  const t = useTranslations('wallet');
  useTitle(t('title'));
  const failure = useFailure();
  const { data, isError, error, isFetching, refetch } = useWallets();
  const [search, setSearch] = useSearchParams();
  const rows = useMemo(() => data && walletRows(data), [data]);
  const worth = useMemo(() => data && portfolio(data), [data]);

  const showDeposit = (open: boolean) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (open) next.set(DEPOSIT, 'TOMAN');
        else next.delete(DEPOSIT);
        return next;
      },
      { replace: true },
    );

  return (
    <main className={css.page}>
      <h1 className={css.heading}>{t('title')}</h1>
      {isError && !data ? (
        <Card>
          <ErrorState text={failure.text(error)} busy={isFetching} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <>
          <div className={css.top}>
            <WorthCard worth={worth} />
            <TomanCard wallet={data?.TOMAN} loading={!data} onDeposit={() => showDeposit(true)} />
          </div>
          <CoinTable rows={rows} />
        </>
      )}
      <DepositModal open={search.get(DEPOSIT) === 'TOMAN'} onClose={() => showDeposit(false)} />
    </main>
  );
}
