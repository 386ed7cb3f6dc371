import type { InviteStats } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Text } from '../../ui/layout/layout.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { Money } from '../../ui/values/money.tsx';
import css from './reward-card.module.css';

/** Total rewards, number of friends, and the currency. Toman has no decimals here (requirements §2.9). */
export function RewardCard({ stats }: { stats: InviteStats | undefined }) {
  const t = useTranslations('invite');
  const { digits } = useFormat();
  return (
    <Card className={css.card} aria-busy={!stats || undefined}>
      <dl className={css.figures}>
        <div>
          <dt>{t('profit')}</dt>
          <dd>
            {stats ? (
              <Money value={stats.profit} asset="TOMAN" decimals={0} className={css.profit} />
            ) : (
              <Skeleton width={170} height={34} />
            )}
          </dd>
        </div>
        <div>
          <dt>{t('count')}</dt>
          <dd>
            {stats ? (
              t('people', { count: digits(stats.countInvitees) })
            ) : (
              <Skeleton width={60} height={24} />
            )}
          </dd>
        </div>
      </dl>
      <h2 className={css.title}>{t('credits')}</h2>
      {!stats && <Skeleton height={48} />}
      {stats?.credits.length === 0 && (
        <Text size="sm" tone="soft">
          {t('noCredits')}
        </Text>
      )}
      {stats && stats.credits.length > 0 && <RewardCredits credits={stats.credits} />}
    </Card>
  );
}

function RewardCredits({ credits }: Pick<InviteStats, 'credits'>) {
  const { coin } = useFormat();
  return (
    <ul className={css.credits}>
      {credits.map(([currency, { credit }]) => (
        <li key={currency}>
          <CoinIcon coin={currency} size={28} />
          <span>{coin(currency)}</span>
          <Money value={credit} asset={currency} />
        </li>
      ))}
    </ul>
  );
}
