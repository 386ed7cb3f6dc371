import type { PersonMoney } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { Link } from '../../../framework/navigation/router.tsx';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { CoinAmount } from '../shared/coin-amount.tsx';
import css from '../shared/parts.module.css';
import { getPersonPath } from '../shared/visit.ts';
import own from './people.module.css';

/** The user's inviter, their invitees, and the rewards. */
export function InvitesCard({ invites }: Pick<PersonMoney, 'invites'>) {
  const t = useTranslations('staffFigures.money');
  const { digits, coin } = useFormat();
  const { inviter, count, profit, credits } = invites;
  return (
    <Card title={t('invites')}>
      <Facts
        facts={[
          {
            key: 'inviter',
            label: t('invitedBy'),
            value: inviter ? (
              <Link to={getPersonPath(inviter.id)} className={own.link}>
                <bdi>{inviter.name || inviter.email}</bdi>
              </Link>
            ) : (
              <span className={css.muted}>{t('nobody')}</span>
            ),
          },
          { key: 'count', label: t('invited'), value: digits(count) },
          {
            key: 'profit',
            label: t('profit'),
            value: <Money value={profit} asset="TOMAN" decimals={0} />,
          },
          ...credits.map(([asset, { credit }]) => ({
            key: asset,
            label: coin(asset),
            value: <CoinAmount value={credit} coin={asset} />,
          })),
        ]}
      />
    </Card>
  );
}
