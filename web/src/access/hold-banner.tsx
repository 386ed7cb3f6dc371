import type { Account } from '@sarraf/domain/contracts';
import { IconLockPause, IconSnowflake } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { Cluster } from '../ui/layout/layout.tsx';
import css from './hold-banner.module.css';

/** Shows that withdrawals are blocked: the account is frozen, or was changed recently. */
export function HoldBanner({
  account: { frozen, withdrawalHoldUntil: until },
}: {
  account: Pick<Account, 'frozen' | 'withdrawalHoldUntil'>;
}) {
  const t = useTranslations('settings.hold');
  const freeze = useTranslations('settings.freeze');
  const { dateTime } = useFormat();
  if (frozen)
    return (
      <Cluster
        as="section"
        align="first"
        gap={3}
        size="sm"
        className={css.hold}
        aria-label={freeze('frozen')}
      >
        <IconSnowflake size={22} stroke={1.75} aria-hidden />
        <div>
          <strong>{freeze('frozen')}</strong>
          <p>{freeze(frozen.by === 'LINK' ? 'byLink' : frozen.thawsAtDateTime ? 'opensSoon' : 'byOwner')}</p>
        </div>
      </Cluster>
    );
  if (until === null || Date.parse(until) <= Date.now()) return null;
  return (
    <Cluster as="section" align="first" gap={3} size="sm" className={css.hold} aria-label={t('title')}>
      <IconLockPause size={22} stroke={1.75} aria-hidden />
      <div>
        <strong>{t('title')}</strong>
        <p>{t.rich('text', { until: dateTime(until), b: (chunks) => <bdi>{chunks}</bdi> })}</p>
      </div>
    </Cluster>
  );
}
