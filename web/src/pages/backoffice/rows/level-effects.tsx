import type { UserLevel } from '@sarraf/domain';
import type { levelEffect } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useDebouncedValue } from '../content/editor/use-settled.ts';
import css from '../shared/parts.module.css';
import own from './rows.module.css';
import { useRowName } from './words.tsx';

const DEBOUNCE_MS = 400;

/** Number of people who would have each level with the new threshold, loaded when typing pauses. */
export function LevelEffects({ level, tradeAmount }: { level: string; tradeAmount: string }) {
  const t = useTranslations('businessRows.effect');
  const name = useRowName();
  const { digits, number } = useFormat();
  const debouncedAmount = useDebouncedValue(tradeAmount, DEBOUNCE_MS);
  const { data, isError } = useQuery({
    queryKey: ['backoffice', 'rows', 'effect', level, debouncedAmount],
    queryFn: async ({ signal }) =>
      (
        await call<typeof levelEffect>('GET', '/backoffice/levels/:level/effect', {
          params: { level: level as UserLevel },
          query: { tradeAmount: debouncedAmount },
          signal,
        })
      ).content,
    retry: false,
  });
  const formatCount = (people: number) => digits(number(people));
  return (
    <div className={`${own.changes} ${own.effect}`} aria-live="polite">
      <h3>{t('title')}</h3>
      {data ? (
        <ul>
          {data.map(({ userAccountLevel, now, after }) => (
            <li key={userAccountLevel}>
              <b>{name('level', userAccountLevel)}</b>:{' '}
              {now === after
                ? t('same', { count: formatCount(now) })
                : t('moves', { now: formatCount(now), after: formatCount(after) })}
            </li>
          ))}
        </ul>
      ) : (
        <p>{t(isError ? 'failed' : 'loading')}</p>
      )}
      <p className={css.muted}>{t('text')}</p>
    </div>
  );
}
