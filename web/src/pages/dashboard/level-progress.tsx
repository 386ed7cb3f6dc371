import type { Account } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { getDefaultQuote } from '../../lib/market/coins.ts';
import { findNextLevel } from '../../lib/market/next-level.ts';
import { useCompactValueFormat } from '../../lib/market/use-compact-value-format.ts';
import { accountLevelsQuery } from '../../lib/queries/queries.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import css from './level-progress.module.css';

/** The progress to the next level, and its benefits. */
export function LevelProgress({ account }: { account: Account | null }) {
  const t = useTranslations('dashboard.level');
  const levelName = useTranslations('profile.level');
  const format = useFormat();
  const formatCompactValue = useCompactValueFormat();
  const { data } = useQuery(accountLevelsQuery(format.language));
  if (account?.supervisor) return null;
  if (!account || !data)
    return (
      <Stack gap={2} size="s" tone="soft" className={css.progress} aria-hidden>
        <Skeleton height={6} />
        <Skeleton height={40} />
      </Stack>
    );
  const next = findNextLevel(
    data,
    account.userAccountLevel,
    account.totalTradesVolume,
    getDefaultQuote(format.language),
  );
  if (!next)
    return (
      <Stack as="p" gap={2} size="s" tone="soft" className={css.progress}>
        {t('top')}
      </Stack>
    );
  const level = levelName(next.level);
  return (
    <Stack gap={2} size="s" tone="soft" className={css.progress}>
      <ProgressBar done={next.percent} of={100} label={t('progress', { level })} />
      <p>
        {t('missing', {
          level,
          fee: format.percent(next.fee),
          amount: formatCompactValue(next.missing, 'up'),
        })}
      </p>
    </Stack>
  );
}
