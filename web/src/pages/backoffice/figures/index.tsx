import type { businessFigures } from '@sarraf/domain/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Language, useLanguage } from '../../../framework/i18n/language.ts';
import { Link } from '../../../framework/navigation/router.tsx';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster, Stack, Text } from '../../../ui/layout/layout.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { BackofficePage } from '../shared/backoffice-page.tsx';
import { StaffErrorText } from '../shared/error-text.tsx';
import css from '../shared/parts.module.css';
import { StaffSkeleton, useElapsedTimeText } from '../shared/parts.tsx';
import { getBackofficePath } from '../shared/places.ts';
import { computeCoverage } from './bars.ts';
import own from './figures.module.css';
import { FiguresTable } from './table.tsx';
import type { PeriodUnit } from './tile.tsx';
import { FIGURE_GROUPS, type FiguresView, TileGroup } from './tiles.tsx';

const MINUTE = 60_000;
/** Polling interval while there are no statistics yet. */
const EMPTY_POLL_MS = 5_000;

const figuresQuery = (per: PeriodUnit, calendar: Language) =>
  queryOptions({
    queryKey: ['backoffice', 'figures', per, calendar],
    queryFn: async ({ signal }): Promise<FiguresView> =>
      (await call<typeof businessFigures>('GET', '/backoffice/figures', { query: { per, calendar }, signal }))
        .baseDTO,
    staleTime: MINUTE,
    refetchInterval: ({ state }) => (state.data?.lookedAt === null ? EMPTY_POLL_MS : MINUTE),
  });

/** Statistics of today or this month, compared with the previous period. */
export function FiguresPage() {
  const t = useTranslations('staffFigures.figures');
  const calendar = useLanguage();
  const [per, setPer] = useState<PeriodUnit>('DAY');
  const { data, error, isFetching, refetch } = useQuery(figuresQuery(per, calendar));
  return (
    <BackofficePage
      title={t('title')}
      lead={t('lead')}
      aside={
        <Segmented
          label={t('per')}
          segments={(['DAY', 'MONTH'] as const).map((key) => ({ key, label: t(key) }))}
          value={per}
          onChange={setPer}
        />
      }
      busy={!data && !error}
    >
      {data ? (
        <StatisticGroups view={data} per={per} />
      ) : error ? (
        <Card>
          <StaffErrorText error={error} busy={isFetching} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <StatisticsSkeleton />
      )}
    </BackofficePage>
  );
}

function StatisticGroups({ view, per }: { view: FiguresView; per: PeriodUnit }) {
  return (
    <>
      <CompleteUntil view={view} />
      {FIGURE_GROUPS.map((group) => (
        <TileGroup key={group.key} group={group} rows={view.rows} per={per} />
      ))}
      <Reserves reserves={view.reserves} />
      <FiguresTable rows={view.rows} per={per} />
    </>
  );
}

/** Older statistics mean that counting is blocked. */
const MAX_AGE_MS = 10 * MINUTE;

/** The time up to which the statistics are complete: they are calculated every minute. */
function CompleteUntil({ view: { moneyAsOf, tradesAsOf, lookedAt } }: { view: FiguresView }) {
  const t = useTranslations('staffFigures.figures');
  const { time } = useFormat();
  const formatAge = useElapsedTimeText();
  const knownTimes = [moneyAsOf, tradesAsOf, lookedAt].filter((at) => at !== null).sort();
  const [oldest] = knownTimes;
  if (moneyAsOf === null || lookedAt === null || oldest === undefined)
    return (
      <Text size="s" tone="faint">
        {t('notYet')}
      </Text>
    );
  if (Date.now() - Date.parse(oldest) > MAX_AGE_MS)
    return (
      <Callout tone="warn" title={t('behind')}>
        {t('behindText', { time: formatAge(oldest) })}
      </Callout>
    );
  return (
    <Text size="s" tone="faint">
      {tradesAsOf === null
        ? t('asOfPart', { money: time(moneyAsOf) })
        : t('asOf', { money: time(moneyAsOf), trades: time(tradesAsOf), looked: time(lookedAt) })}
    </Text>
  );
}

function Reserves({ reserves: { hot, cold, owed } }: Pick<FiguresView, 'reserves'>) {
  const t = useTranslations('staffFigures.figures');
  const { percent } = useFormat();
  const covered = computeCoverage([hot, cold], owed);
  const parts = [
    ['hot', hot],
    ['cold', cold],
    ['owed', owed],
  ] as const;
  return (
    <Card title={t('group.reserves')}>
      <dl className={own.reserves}>
        {parts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>
              {value === null ? (
                <Text as="span" size="sm" tone="faint" weight={400}>
                  {t('unknown')}
                </Text>
              ) : (
                <Money value={value} asset="TOMAN" decimals={0} />
              )}
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('coverage')}</dt>
          <dd>{covered === null ? '—' : <bdi dir="ltr">{percent(covered)}</bdi>}</dd>
        </div>
      </dl>
      <Cluster gap={4} rowGap={2} align="stretch" justify="between" wrap className={own.foot}>
        <p className={css.muted}>{t('coverageText')}</p>
        <Link to={getBackofficePath('treasury')} className={own.link}>
          {t('toTreasury')}
        </Link>
      </Cluster>
    </Card>
  );
}

function StatisticsSkeleton() {
  return (
    <>
      <StaffSkeleton width={280} height={20} />
      {FIGURE_GROUPS.map(({ key, figures: inIt }) => (
        <Stack key={key} gap={3} className={own.group} aria-hidden>
          <StaffSkeleton width={120} height={24} />
          <div className={own.tiles}>
            {inIt.map((figure) => (
              <StaffSkeleton key={figure} height={150} />
            ))}
          </div>
        </Stack>
      ))}
    </>
  );
}
