import type { Coin } from '@sarraf/domain';
import type { Candle } from '@sarraf/domain/contracts';
import { IconChartCandle } from '@tabler/icons-react';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { withTimeout } from '../framework/loading/lazy-page.ts';
import { lazyPart } from '../framework/loading/lazy-part.ts';
import { cx } from '../ui/class-names.ts';
import { EmptyState, ErrorState } from '../ui/feedback/empty-state.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Cluster } from '../ui/layout/layout.tsx';
import { hasTrades, type PriceTag } from './candles.ts';
import { ChartLegend, ChartNote, ChartSummary } from './chart-legend.tsx';
import type { Indicators } from './indicators/choice.ts';
import css from './price-chart.module.css';
import type { OrderLineOnChart } from './use-lines.ts';
import type { ChartMark } from './use-marks.ts';

export interface PriceChartProps {
  /** Oldest first; undefined while loading. From `useCandles`, whose result can be spread here. */
  candles: readonly Candle[] | undefined;
  /** The running candle: replaces the last one or follows it. */
  live?: Candle | null;
  /** The market's last price, shown at the scale; default: the latest candle's. */
  tag?: PriceTag | null;
  /** Own orders and prices drawn by hand, as lines; must be the same array while unchanged. */
  lines?: readonly OrderLineOnChart[] | undefined;
  /** Own trades, oldest first; must be the same array while unchanged. */
  marks?: readonly ChartMark[] | undefined;
  /** Called when a movable line was dragged; the price is as exact as a pixel. */
  onMove?: ((id: string, price: number) => void) | undefined;
  /** Called with the pressed price, as exact as a pixel; unset: presses have no special meaning. */
  onPlace?: ((price: number) => void) | undefined;
  /** The indicators to draw; default: the volume. */
  indicators?: Indicators | undefined;
  /** As returned by `useCandles`. */
  historyFrom?: number | null;
  filling?: boolean;
  /** Called repeatedly while the visible range is near the oldest candle, until there is more. */
  onOlder?: () => void;
  kind: 'candles' | 'area';
  /** The coin whose volume is shown. */
  coin: Coin;
  priceDecimals: number;
  /** Accessible name of the chart: market and interval. */
  label: string;
  /** The first visible moment in seconds since 1970; default: as many candles as fit. */
  from?: number;
  /** Candles of a day or longer: labels omit the time of day. */
  daily?: boolean;
  failed?: boolean;
  onRetry?: () => void;
  /** Sets the height; the chart fills its container. */
  className?: string | undefined;
}

/** The library and the code that uses it: loaded with the first visible chart, never with a page. */
const view = lazyPart(() => withTimeout(import('./chart-view.tsx')));

/**
 * Prices over time in Tehran's time and the calendar of the language, with the volume of our own trades. Give it a
 * `key` of its market and interval, so that another one starts with a new chart.
 */
export function PriceChart(props: PriceChartProps) {
  const { candles, failed, onRetry, className } = props;
  const t = useTranslations('markets.chart');
  const [part, partFailed, fetchPart] = useChartView();
  const hasFailed = (failed && !candles) || partFailed;
  return (
    <figure className={cx(css.figure, className)} aria-label={props.label}>
      {hasFailed ? (
        <div className={css.state}>
          <ErrorState
            title={t('failed')}
            onRetry={() => {
              fetchPart();
              onRetry?.();
            }}
          />
        </div>
      ) : candles && candles.length === 0 && !props.live ? (
        <div className={css.state}>
          <EmptyState
            icon={<IconChartCandle size={26} />}
            title={t(props.filling ? 'fetching' : 'empty')}
            text={t(props.filling ? 'fetchingText' : 'emptyText')}
          />
        </div>
      ) : candles && part ? (
        <LoadedChart {...props} candles={candles} Canvas={part.ChartCanvas} />
      ) : (
        <ChartSkeleton />
      )}
    </figure>
  );
}

const NO_LINES: readonly OrderLineOnChart[] = [];
const NO_MARKS: readonly ChartMark[] = [];

type ChartViewModule = typeof import('./chart-view.tsx');

function LoadedChart(
  props: PriceChartProps & { candles: readonly Candle[]; Canvas: ChartViewModule['ChartCanvas'] },
) {
  const { Canvas, candles, live = null, tag, coin, priceDecimals, daily = false } = props;
  const t = useTranslations('markets.chart');
  const [hovered, setHovered] = useState<Candle | null>(null);
  const newest = live ?? candles.at(-1) ?? null;
  return (
    <>
      <ChartLegend candle={hovered ?? newest} named={tag !== undefined} {...{ coin, priceDecimals, daily }} />
      <Canvas
        {...{ candles, live, tag, daily, priceDecimals }}
        kind={props.kind}
        from={props.from}
        onOlder={props.onOlder}
        onHover={setHovered}
        hovered={hovered}
        indicators={props.indicators}
        lines={props.lines ?? NO_LINES}
        marks={props.marks ?? NO_MARKS}
        onMove={props.onMove}
        onPlace={props.onPlace}
      />
      <figcaption className={css.foot}>
        <ChartSummary {...{ candles, live, priceDecimals, daily }} last={tag?.price} />
        <ChartNote
          historyFrom={props.historyFrom ?? null}
          filling={props.filling ?? false}
          mixed={tag !== undefined && candles.some((candle) => !hasTrades(candle))}
        />
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          {t('attribution')}
        </a>
      </figcaption>
    </>
  );
}

function ChartSkeleton() {
  return (
    <>
      <Cluster gap={3} rowGap={0} align="stretch" wrap size="xs" tone="faint" number className={css.legend}>
        <Skeleton width={220} />
      </Cluster>
      <div className={css.canvas}>
        <Skeleton height="100%" />
      </div>
      <div className={css.foot} />
    </>
  );
}

/** Returns the chart's code, whether it failed to load, and a retry function. */
function useChartView(): [ChartViewModule | null, boolean, () => void] {
  const part = useSyncExternalStore(view.subscribe, view.getLoaded, () => null);
  const [failed, setFailed] = useState(false);
  const fetchPart = useCallback(() => {
    setFailed(false);
    view.preload().catch(() => setFailed(true));
  }, []);
  useEffect(() => {
    fetchPart();
  }, [fetchPart]);
  return [part, failed, fetchPart];
}
