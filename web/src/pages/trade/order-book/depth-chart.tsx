import { formatAmount, scaleOf } from '@sarraf/domain';
import { IconBook2 } from '@tabler/icons-react';
import { type PointerEvent, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { Price } from '../../../ui/values/price.tsx';
import type { MarketView } from '../market/use-market.ts';
import { getLotDecimals, useMarketFormat } from '../order-form/use-words.ts';
import { type Book, getSpread } from './book.ts';
import {
  buildAreaPath,
  computeDepth,
  type Depth,
  type DepthStop,
  findStopIndex,
  getHeight,
  getPosition,
  getPriceAt,
  PICTURE_SIZE,
} from './depth.ts';
import css from './depth-chart.module.css';
import { useBookFailure, useOrderBook } from './use-book.ts';

/** The cumulative amount at each price; re-renders with every change of the order book. */
export function DepthChart({ view }: { view: MarketView }) {
  const { market } = view.facts;
  const t = useTranslations('exchange.book');
  const failure = useErrorMessages();
  const failed = useBookFailure(market);
  const book = useOrderBook(market);
  const depth = useMemo(() => book && computeDepth(book, scaleOf(market.coin)), [book, market.coin]);
  if (failed)
    return (
      <div className={css.state}>
        <ErrorState title={t('failed')} text={failure.text(failed.error)} onRetry={failed.retry} />
      </div>
    );
  if (!book)
    return (
      <div className={css.waiting}>
        <Skeleton height="100%" />
      </div>
    );
  if (!depth)
    return (
      <div className={css.state}>
        <EmptyState icon={<IconBook2 size={26} />} title={t('empty')} text={t('emptyText')} />
      </div>
    );
  return <LoadedDepthChart {...{ view, book, depth }} />;
}

/** The selected price stays fixed while the order book changes. */
function LoadedDepthChart({ view, book, depth }: { view: MarketView; book: Book; depth: Depth }) {
  const t = useTranslations('charting.depth');
  const { market } = view.facts;
  const format = useFormat();
  const [selectedPrice, setSelectedPrice] = useState<bigint | null>(null);
  const stopIndex = selectedPrice === null ? null : findStopIndex(depth, selectedPrice);
  const stop = stopIndex === null ? null : (depth.stops[stopIndex] ?? null);
  return (
    <figure
      className={css.figure}
      aria-label={t('label', { coin: format.coin(market.coin), quote: format.coin(market.quote) })}
    >
      <DepthReading {...{ view, book, depth, stop }} />
      <div className={css.plot} dir="ltr">
        <svg viewBox={`0 0 ${PICTURE_SIZE} ${PICTURE_SIZE}`} preserveAspectRatio="none" aria-hidden>
          <path className={css.bids} d={buildAreaPath(depth, 'bids')} />
          <path className={css.asks} d={buildAreaPath(depth, 'asks')} />
        </svg>
        {depth.middle !== null && (
          <VerticalLine place={getPosition(depth, depth.middle)} className={css.middle} />
        )}
        {selectedPrice !== null && (
          <VerticalLine place={getPosition(depth, selectedPrice)} className={css.looked} />
        )}
        {stop && selectedPrice !== null && (
          <span
            className={css.mark}
            data-side={stop.side}
            aria-hidden
            style={{
              insetInlineStart: toPercent(getPosition(depth, selectedPrice)),
              insetBlockStart: toPercent(getHeight(depth, stop.sum) / PICTURE_SIZE),
            }}
          />
        )}
        <AmountScale {...{ view, depth }} />
        <DepthSlider {...{ view, depth, at: stopIndex, stop, onSelect: setSelectedPrice }} />
      </div>
      <PriceScale {...{ view, depth }} />
    </figure>
  );
}

const toPercent = (part: number): string => `${(part * 100).toFixed(3)}%`;

const VerticalLine = ({ place, className }: { place: number; className: string | undefined }) => (
  <span className={className} style={{ insetInlineStart: toPercent(place) }} aria-hidden />
);

interface DepthReadingProps {
  view: MarketView;
  book: Book;
  depth: Depth;
  stop: DepthStop | null;
}

/** The values at the pointer, or the middle of the market without one. */
function DepthReading({ view, book, depth, stop }: DepthReadingProps) {
  const t = useTranslations('charting.depth');
  const format = useFormat();
  const { coin, quote } = view.facts.market;
  const spread = getSpread(book);
  const renderPrice = (units: bigint) => (
    <Price value={formatAmount(units, quote)} coin={coin} quote={quote} />
  );
  const facts = stop
    ? [
        { name: t(stop.side === 'bids' ? 'downTo' : 'upTo'), value: renderPrice(stop.price) },
        { name: t('amount'), value: <Money value={formatAmount(stop.sum, coin)} asset={coin} /> },
        { name: t('total'), value: <Money value={formatAmount(stop.total, quote)} asset={quote} /> },
      ]
    : [
        { name: t('middle'), value: depth.middle === null ? t('none') : renderPrice(depth.middle) },
        { name: t('spread'), value: spread ? format.percent(spread.percent) : t('none') },
      ];
  return (
    <Cluster
      as="dl"
      gap={3}
      rowGap={0}
      align="stretch"
      wrap
      size="xs"
      tone="faint"
      number
      className={css.reading}
    >
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Cluster>
  );
}

interface DepthSliderProps {
  view: MarketView;
  depth: Depth;
  at: number | null;
  stop: DepthStop | null;
  onSelect: (price: bigint | null) => void;
}

/** Touch and mouse select any price, arrow keys go from level to level. */
function DepthSlider({ view, depth, at, stop, onSelect }: DepthSliderProps) {
  const t = useTranslations('charting.depth');
  const marketFormat = useMarketFormat(view.facts.market);
  // The slider's own step selects a level by its index, not the price under the finger.
  const isPointing = useRef(false);
  const selectAtPointer = (event: PointerEvent<HTMLElement>) => {
    isPointing.current = true;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onSelect(getPriceAt(depth, (event.clientX - left) / width));
  };
  const first = depth.stops.findIndex(({ side }) => side === 'asks');
  return (
    <input
      type="range"
      className={css.slider}
      min={0}
      max={depth.stops.length - 1}
      step={1}
      value={at ?? Math.max(0, first)}
      aria-label={t('slider')}
      aria-valuetext={
        stop
          ? t(stop.side, {
              price: marketFormat.price(stop.price),
              amount: marketFormat.amount(stop.sum),
              total: marketFormat.worth(stop.total),
            })
          : t('nothing')
      }
      onKeyDown={() => {
        isPointing.current = false;
      }}
      onChange={({ currentTarget }) => {
        if (!isPointing.current) onSelect(depth.stops[currentTarget.valueAsNumber]?.price ?? null);
      }}
      onPointerMove={selectAtPointer}
      onPointerDown={selectAtPointer}
      onPointerLeave={({ pointerType }) => {
        isPointing.current = false;
        // After a touch the selected value stays visible.
        if (pointerType === 'mouse') onSelect(null);
      }}
      onBlur={() => onSelect(null)}
    />
  );
}

/** On the right, like the scale of the price chart. */
function AmountScale({ view, depth }: { view: MarketView; depth: Depth }) {
  const { coin } = view.facts.market;
  const decimals = getLotDecimals(view.facts.terms, view.facts.market);
  return [depth.most, depth.most / 2n].map((sum) => (
    <bdi
      key={sum.toString()}
      className={css.amount}
      aria-hidden
      style={{ insetBlockStart: toPercent(getHeight(depth, sum) / PICTURE_SIZE) }}
    >
      <Money value={formatAmount(sum, coin)} asset={coin} decimals={decimals} fixed bare />
    </bdi>
  ));
}

/** The lowest price on the left in both languages, as numbers run. */
function PriceScale({ view, depth }: { view: MarketView; depth: Depth }) {
  const { low, high, middle } = depth;
  const {
    terms,
    market: { coin, quote },
  } = view.facts;
  const roundToTick = (price: bigint) => (terms ? price - (price % terms.tick) : price);
  return (
    <div className={css.prices} dir="ltr" aria-hidden>
      {[low, middle ?? (low + high) / 2n, high].map((price) => (
        <Price
          key={price.toString()}
          value={formatAmount(roundToTick(price), quote)}
          coin={coin}
          quote={quote}
          bare
        />
      ))}
    </div>
  );
}
