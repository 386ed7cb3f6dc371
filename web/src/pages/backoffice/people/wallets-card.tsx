import type { Asset } from '@sarraf/domain';
import type { PersonMoney } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster, Stack, TwoLine } from '../../../ui/layout/layout.tsx';
import { CoinLabel } from '../../../ui/values/coin-label.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { CoinAmount } from '../shared/coin-amount.tsx';
import css from '../shared/parts.module.css';
import own from './people.module.css';

type Wallet = PersonMoney['wallets'][number];

/** Balances, and the reasons of their blocked parts. */
export function PersonWalletsCard({ wallets }: { wallets: readonly Wallet[] }) {
  const t = useTranslations('staffFigures.money');
  return (
    <Card title={t('wallets')} className={own.stack}>
      {wallets.length === 0 ? (
        <p className={css.muted}>{t('noWallets')}</p>
      ) : (
        <Stack as="ul" className={own.rows}>
          {wallets.map((wallet) => (
            <WalletRow key={wallet.asset} wallet={wallet} />
          ))}
        </Stack>
      )}
    </Card>
  );
}

const isNonZero = (amount: string): boolean => /[1-9]/.test(amount);

function WalletRow({ wallet }: { wallet: Wallet }) {
  const t = useTranslations('staffFigures.money');
  const { money } = useFormat();
  const { asset, spendable, blocked, tomanValue } = wallet;
  const parts = (['inOrders', 'leaving', 'frozen'] as const).filter((key) => isNonZero(wallet[key]));
  return (
    <Cluster as="li" gap={3} rowGap="line" align="baseline" justify="between" wrap>
      <TwoLine>
        <CoinLabel coin={asset} size={28} />
        {parts.map((key) => (
          <small key={key}>{t(key, { amount: money(wallet[key], asset as Asset) })}</small>
        ))}
      </TwoLine>
      <span className={own.end}>
        <span>
          <span className={css.muted}>{t('spendable')} </span>
          <CoinAmount value={spendable} coin={asset} />
        </span>
        {isNonZero(blocked) && (
          <span>
            <span className={css.muted}>{t('blocked')} </span>
            <CoinAmount value={blocked} coin={asset} />
          </span>
        )}
        {asset !== 'TOMAN' && tomanValue !== null && (
          <small>
            {t('worth')} <Money value={tomanValue} asset="TOMAN" decimals={0} />
          </small>
        )}
      </span>
    </Cluster>
  );
}
