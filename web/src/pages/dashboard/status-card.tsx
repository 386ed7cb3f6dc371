import type { Account } from '@sarraf/domain/contracts';
import { IconShieldCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { getDefaultQuote } from '../../lib/market/coins.ts';
import { useValueQuote } from '../../lib/market/use-worth.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { Money } from '../../ui/values/money.tsx';
import { LevelProgress } from './level-progress.tsx';
import css from './status-card.module.css';

/** The person's account status, and the way to their account page. */
export function StatusCard({ account }: { account: Account | null }) {
  const t = useTranslations('profile');
  const words = useTranslations('account');
  const level = useTranslations('dashboard.level');
  const { language, percent } = useFormat();
  const { money, worthOf } = useValueQuote();
  const inToman = getDefaultQuote(language) === 'TOMAN';
  return (
    <Card title={t('dashboard.account')} className={css.card} aria-busy={!account || undefined}>
      {account ? (
        <Cluster as="p" gap={2} size="sm" weight={600} className={css.state}>
          <IconShieldCheck size={20} aria-hidden />
          {words('state.AUTHORIZED.title')}
        </Cluster>
      ) : (
        <Skeleton height={44} className={css.waiting} />
      )}
      <Facts
        facts={[
          {
            key: 'email',
            label: words('email'),
            value: account ? (
              <bdi className={css.email} dir="ltr">
                {account.email}
              </bdi>
            ) : (
              <Skeleton width={150} />
            ),
          },
          {
            key: 'level',
            label: words('level'),
            value: account ? t(`level.${account.userAccountLevel}`) : <Skeleton width={60} />,
          },
          {
            key: 'fee',
            label: words(inToman ? 'fee' : 'feeTether'),
            value: account ? (
              <bdi>{percent(inToman ? account.fee : account.feeTether)}</bdi>
            ) : (
              <Skeleton width={50} />
            ),
          },
          {
            key: 'volume',
            label: level('window'),
            value: account ? (
              <Money value={worthOf(account.totalTradesVolume)} asset={money} />
            ) : (
              <Skeleton width={110} />
            ),
          },
        ]}
      />
      <LevelProgress account={account} />
      {account && (
        <LinkButton to="/profile/account" variant="ghost" block className={css.action ?? ''}>
          {t('dashboard.toAccount')}
        </LinkButton>
      )}
    </Card>
  );
}
