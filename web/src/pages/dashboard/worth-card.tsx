import { WORTH_DAYS } from '@sarraf/domain';
import type { DailyWorth, portfolioWorth } from '@sarraf/domain/contracts';
import { IconChartLine } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Stack } from '../../ui/layout/layout.tsx';
import { Money as MoneyText } from '../../ui/values/money.tsx';
import { buildChartLine, type ChartLine, type ChartMoney, getValueIn } from './chart-line.ts';
import { type MoneyProps, MoneySwitch } from './money-switch.tsx';
import { toTehranNoon } from './noon.ts';
import css from './worth-card.module.css';
import { WorthChart } from './worth-chart.tsx';

const POLL_MS = 60_000;
type DayCount = (typeof WORTH_DAYS)[number];

/** Portfolio value, day by day. */
export function WorthCard({ enabled, money, onMoney }: MoneyProps & { enabled: boolean }) {
  const t = useTranslations('dashboard');
  const [days, setDays] = useState<DayCount>(30);
  const { text } = useErrorMessages();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['portfolio', 'worth', days],
    queryFn: async ({ signal }) =>
      (await call<typeof portfolioWorth>('GET', '/portfolio/worth', { query: { days }, signal })).content,
    enabled,
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });
  const line = data && buildChartLine(data, money);
  return (
    <Card
      title={t('worth.title')}
      aside={<MoneySwitch money={money} onMoney={onMoney} />}
      className={css.card}
      aria-busy={!data || undefined}
    >
      {!data && error && <ErrorState text={text(error)} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <WorthSkeleton />}
      {data && line === null && <NoHistory />}
      {data && line && (
        <>
          <ValueHistory points={data} line={line} money={money} />
          {data.length > 1 && (
            <Segmented
              label={t('span')}
              size="s"
              block
              segments={WORTH_DAYS.map((key) => ({ key: String(key), label: t(`days.d${key}`) }))}
              value={String(days)}
              onChange={(key) => setDays(WORTH_DAYS.find((candidate) => String(candidate) === key) ?? days)}
            />
          )}
        </>
      )}
    </Card>
  );
}

/** The value of the selected day, or the current one. */
function ValueHistory({
  points,
  line,
  money,
}: {
  points: readonly DailyWorth[];
  line: ChartLine;
  money: ChartMoney;
}) {
  const t = useTranslations('dashboard.worth');
  const { date } = useFormat();
  const [selectedIndex, setSelectedIndex] = useState<number | null>(null);
  const last = points.length - 1;
  const selectedPoint = selectedIndex !== null && selectedIndex < last ? points[selectedIndex] : undefined;
  const latestPoint = points[last];
  const point = selectedPoint ?? latestPoint;
  if (!point) return null;
  return (
    <>
      <Cluster as="p" gap={3} rowGap={0} align="baseline" wrap size="s" tone="soft" className={css.now}>
        <MoneyText
          key={money}
          value={getValueIn(point, money)}
          asset={money}
          className={css.figure}
          flash={!selectedPoint}
        />
        <span>{selectedPoint ? <bdi dir="ltr">{date(toTehranNoon(selectedPoint.day))}</bdi> : t('now')}</span>
      </Cluster>
      {points.length > 1 ? (
        <>
          <WorthChart points={points} line={line} money={money} at={selectedIndex} onAt={setSelectedIndex} />
          <Cluster
            as="p"
            gap={4}
            rowGap={1}
            align="stretch"
            justify="between"
            wrap
            size="s"
            tone="soft"
            className={css.bounds}
          >
            <span>
              {t('low')} <MoneyText value={line.low} asset={money} />
            </span>
            <span>
              {t('high')} <MoneyText value={line.high} asset={money} />
            </span>
          </Cluster>
        </>
      ) : (
        <p className={css.first}>{t('first')}</p>
      )}
    </>
  );
}

function NoHistory() {
  const t = useTranslations();
  return (
    <EmptyState
      icon={<IconChartLine size={26} />}
      title={t('dashboard.worth.empty')}
      text={t('dashboard.worth.emptyText')}
      action={<LinkButton to="/profile/wallet?deposit=TOMAN">{t('profile.dashboard.deposit')}</LinkButton>}
    />
  );
}

function WorthSkeleton() {
  return (
    <Stack gap={3} aria-hidden>
      <Skeleton width={220} height={36} />
      <Skeleton height={180} />
      <Skeleton width={260} height={18} />
      <Skeleton height={36} />
    </Stack>
  );
}
