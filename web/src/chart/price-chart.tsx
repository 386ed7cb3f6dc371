import type { Coin } from '@sarraf/domain';
import type { Candle } from '@sarraf/domain/contracts';
import { IconChartCandle } from '@tabler/icons-react';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { withDeadline } from '../lib/loading/lazy-page.ts';
import { lazyPart } from '../lib/loading/lazy-part.ts';
import { cx } from '../ui/class-names.ts';
import { EmptyState, ErrorState } from '../ui/feedback/empty-state.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Cluster } from '../ui/layout/layout.tsx';
import { type PriceTag, traded } from './candles.ts';
import { ChartLegend, ChartNote, ChartSummary } from './chart-legend.tsx';
import type { Indicators } from './indicators/choice.ts';
import css from './price-chart.module.css';
import type { OrderLineOnChart } from './use-lines.ts';
import type { ChartMark } from './use-marks.ts';

export interface PriceChartProps {
  /** Oldest first; undefined while they come. From `useCandles`, whose reply can be spread here. */
  candles: readonly Candle[] | undefined;
  /** The running candle: takes the last one's place or follows it. */
  live?: Candle | null;
  /** The market's last price, which stands at the scale instead of the newest candle's; unset: that one does. */
  tag?: PriceTag | null;
  /** Own orders and prices drawn by hand, as lines; the same list as long as nothing in it has changed. */
  lines?: readonly OrderLineOnChart[] | undefined;
  /** Own trades, oldest first; likewise. */
  marks?: readonly ChartMark[] | undefined;
  /** A movable line was drawn elsewhere; the price is as exact as a pixel. */
  onMove?: ((id: string, price: number) => void) | undefined;
  /** A press on the prices says one, as exact as a pixel; unset: it is a press like any other. */
  onPlace?: ((price: number) => void) | undefined;
  /** What is drawn besides the candles; unset: their volume. */
  indicators?: Indicators | undefined;
  /** As `useCandles` tells it. */
  historyFrom?: number | null;
  filling?: boolean;
  /** The reader comes near the oldest candle; called again and again until there is more. */
  onOlder?: () => void;
  kind: 'candles' | 'area';
  /** Whose volume it is. */
  coin: Coin;
  priceDecimals: number;
  /** Names the chart: which market, how long a candle is. */
  label: string;
  /** The first moment in view, seconds since 1970; unset: as many candles as there is room for. */
  from?: number;
  /** A candle is a day or longer: labels leave the time of day out. */
  daily?: boolean;
  failed?: boolean;
  onRetry?: () => void;
  /** Gives the height; the chart fills its place. */
  className?: string;
}

/** The library and all that speaks to it: fetched by the first chart that is shown, never with a page. */
const view = lazyPart(() => withDeadline(import('./chart-view.tsx')));

/**
 * Prices over time in Tehran's time and the calendar of the language, with the volume of our own trades. Give it a
 * `key` of its market and interval: with another one it begins anew.
 */
export function PriceChart(props: PriceChartProps) {
  const { candles, failed, onRetry, className } = props;
  const t = useTranslations('markets.chart');
  const [part, partFailed, fetchPart] = useView();
  const broken = (failed && !candles) || partFailed;
  return (
    <figure className={cx(css.figure, className)} aria-label={props.label}>
      {broken ? (
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
        <Drawn {...props} candles={candles} Canvas={part.ChartCanvas} />
      ) : (
        <ChartSkeleton />
      )}
    </figure>
  );
}

const NO_LINES: readonly OrderLineOnChart[] = [];
const NO_MARKS: readonly ChartMark[] = [];

type View = typeof import('./chart-view.tsx');

function Drawn(props: PriceChartProps & { candles: readonly Candle[]; Canvas: View['ChartCanvas'] }) {
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
          mixed={tag !== undefined && candles.some((candle) => !traded(candle))}
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

/** What draws, whether its code did not come, and a way to ask for it again. */
function useView(): [View | null, boolean, () => void] {
  const part = useSyncExternalStore(view.subscribe, view.current, () => null);
  const [failed, setFailed] = useState(false);
  const fetchPart = useCallback(() => {
    setFailed(false);
    view.want().catch(() => setFailed(true));
  }, []);
  useEffect(() => {
    fetchPart();
  }, [fetchPart]);
  return [part, failed, fetchPart];
}
