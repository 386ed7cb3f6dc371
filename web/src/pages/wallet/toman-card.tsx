import type { WalletEntry } from '@sarraf/domain/contracts';
import { IconArrowDownToArc, IconArrowUpFromArc } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { isZero } from '../../lib/market/holdings.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { Money } from '../../ui/values/money.tsx';
import css from './toman-card.module.css';

interface TomanCardProps {
  wallet: WalletEntry | undefined;
  loading: boolean;
  onOpen: (kind: 'deposit' | 'withdraw') => void;
}

export function TomanCard({ wallet, loading, onOpen }: TomanCardProps) {
  const t = useTranslations('wallet');
  return (
    <Card className={css.card} aria-labelledby="toman-wallet">
      <Cluster gap={3} className={css.head}>
        <CoinIcon coin="TOMAN" size={32} />
        <h2 id="toman-wallet">{t('toman.title')}</h2>
      </Cluster>
      <dl className={css.balance}>
        <div>
          <dt>{t('toman.available')}</dt>
          <dd className={css.figure}>
            {loading ? (
              <Skeleton width={170} height={30} />
            ) : (
              <Money value={wallet?.credit ?? '0'} asset="TOMAN" flash />
            )}
          </dd>
        </div>
        {wallet && !isZero(wallet.blockedCredit) && (
          <Cluster gap={2} rowGap={0} align="baseline" justify="end" wrap size="s" className={css.blocked}>
            <dt>{t('toman.blocked')}</dt>
            <dd>
              <Money value={wallet.blockedCredit} asset="TOMAN" />
            </dd>
          </Cluster>
        )}
      </dl>
      <div className={css.buttons}>
        <Button
          icon={<IconArrowDownToArc size={20} aria-hidden />}
          aria-label={t('toman.deposit')}
          aria-haspopup="dialog"
          onClick={() => onOpen('deposit')}
        >
          {t('coins.deposit')}
        </Button>
        <Button
          variant="ghost"
          icon={<IconArrowUpFromArc size={20} aria-hidden />}
          aria-label={t('toman.withdraw')}
          aria-haspopup="dialog"
          onClick={() => onOpen('withdraw')}
        >
          {t('coins.withdraw')}
        </Button>
      </div>
    </Card>
  );
}
