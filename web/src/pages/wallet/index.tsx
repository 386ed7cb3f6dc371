import type { WithdrawalRow } from '@sarraf/domain/contracts';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AddressBookCard } from '../../address-book/address-book-card.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { ResumeOffer } from '../../orders/resume-offer.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { CoinDepositModal } from './coin-deposit/coin-deposit-modal.tsx';
import { CoinTable } from './coin-table.tsx';
import { CoinWithdrawModal } from './coin-withdrawal/coin-withdraw-modal.tsx';
import { buildPortfolio, buildWalletRows } from './portfolio.ts';
import { SuccessModal } from './success-modal.tsx';
import { TomanCard } from './toman-card.tsx';
import { DepositModal } from './toman-deposit/deposit-modal.tsx';
import { TomanWithdrawModal } from './toman-withdrawal/toman-withdraw-modal.tsx';
import { useWalletModal } from './use-wallet-modal.ts';
import { useWallets } from './use-wallets.ts';
import css from './wallet.module.css';
import { WalletWorthCard } from './worth-card.tsx';

export function Page() {
  const t = useTranslations('wallet');
  useTitle(t('title'));
  const failure = useErrorMessages();
  const { data, isError, error, isFetching, refetch } = useWallets();
  const walletModal = useWalletModal();
  const [completedWithdrawal, setCompletedWithdrawal] = useState<WithdrawalRow | null>(null);
  const rows = useMemo(() => data && buildWalletRows(data), [data]);
  const portfolioValue = useMemo(() => data && buildPortfolio(data), [data]);
  const finish = (row: WithdrawalRow) => {
    walletModal.close();
    setCompletedWithdrawal(row);
  };
  const withdrawn = walletModal.coinOf('withdraw');

  return (
    <Stack as="main" gap={5} className={css.page}>
      <h1>{t('title')}</h1>
      <ResumeOffer />
      {isError && !data ? (
        <Card>
          <ErrorState text={failure.text(error)} busy={isFetching} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <>
          <div className={css.top}>
            <WalletWorthCard worth={portfolioValue} />
            <TomanCard
              wallet={data?.TOMAN}
              loading={!data}
              onOpen={(kind) => walletModal.show({ kind, coin: 'TOMAN' })}
            />
          </div>
          <CoinTable rows={rows} onOpen={(kind, coin) => walletModal.show({ kind, coin })} />
          <AddressBookCard />
        </>
      )}
      <DepositModal
        open={walletModal.toman('deposit')}
        amount={walletModal.amount}
        onClose={walletModal.close}
      />
      <CoinDepositModal coin={walletModal.coinOf('deposit')} onClose={walletModal.close} />
      <CoinWithdrawModal
        coin={withdrawn}
        wallet={withdrawn === null ? undefined : data?.[withdrawn]}
        onCoin={(coin) => walletModal.show({ kind: 'withdraw', coin })}
        onClose={walletModal.close}
        onDone={finish}
      />
      <TomanWithdrawModal
        open={walletModal.toman('withdraw')}
        wallet={data?.TOMAN}
        onClose={walletModal.close}
        onDone={finish}
      />
      <SuccessModal row={completedWithdrawal} onClose={() => setCompletedWithdrawal(null)} />
    </Stack>
  );
}
