import type { WalletEntry } from '@sarraf/domain/contracts';
import { IconArrowDownToArc, IconHistory } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { isZero } from '../../lib/holdings.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './toman-card.module.css';

interface TomanCardProps {
  wallet: WalletEntry | undefined;
  loading: boolean;
  onDeposit: () => void;
}

export function TomanCard({ wallet, loading, onDeposit }: TomanCardProps) {
  const t = useTranslations('wallet.toman');
  return (
    <Card className={css.card} aria-labelledby="toman-wallet">
      <div className={css.head}>
        <CoinIcon coin="TOMAN" size={32} />
        <h2 id="toman-wallet">{t('title')}</h2>
      </div>
      <dl className={css.balance}>
        <div>
          <dt>{t('available')}</dt>
          <dd className={css.figure}>
            {loading ? (
              <Skeleton width={170} height={30} />
            ) : (
              <Money value={wallet?.credit ?? '0'} asset="TOMAN" flash />
            )}
          </dd>
        </div>
        {wallet && !isZero(wallet.blockedCredit) && (
          <div className={css.blocked}>
            <dt>{t('blocked')}</dt>
            <dd>
              <Money value={wallet.blockedCredit} asset="TOMAN" />
            </dd>
          </div>
        )}
      </dl>
      <div className={css.actions}>
        <Button
          block
          icon={<IconArrowDownToArc size={20} aria-hidden />}
          aria-haspopup="dialog"
          onClick={onDeposit}
        >
          {t('deposit')}
        </Button>
        <Link to="/profile/history?tab=deposits" className={css.link}>
          <IconHistory size={18} aria-hidden />
          {t('history')}
        </Link>
      </div>
    </Card>
  );
}
