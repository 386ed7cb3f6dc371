import { formatDecimal, scaleOf } from '@sarraf/domain';
import { IconBook2 } from '@tabler/icons-react';
import { type PointerEvent, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import type { MarketView } from '../market/use-market.ts';
import { lotDecimals, useMarketFormat } from '../order-form/use-words.ts';
import { type Book, spreadOf } from './book.ts';
import {
  areaOf,
  type Depth,
  type DepthStop,
  depthOf,
  heightOf,
  PICTURE,
  placeOf,
  priceAt,
  stopAt,
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
  const depth = useMemo(() => book && depthOf(book, scaleOf(market.coin)), [book, market.coin]);
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
  return <Drawn {...{ view, book, depth }} />;
}

/** The selected price stays fixed while the order book changes. */
function Drawn({ view, book, depth }: { view: MarketView; book: Book; depth: Depth }) {
  const t = useTranslations('charting.depth');
  const { market } = view.facts;
  const format = useFormat();
  const [looked, setLooked] = useState<bigint | null>(null);
  const at = looked === null ? null : stopAt(depth, looked);
  const stop = at === null ? null : (depth.stops[at] ?? null);
  return (
    <figure
      className={css.figure}
      aria-label={t('label', { coin: format.coin(market.coin), quote: format.coin(market.quote) })}
    >
      <Reading {...{ view, book, depth, stop }} />
      <div className={css.plot} dir="ltr">
        <svg viewBox={`0 0 ${PICTURE} ${PICTURE}`} preserveAspectRatio="none" aria-hidden>
          <path className={css.bids} d={areaOf(depth, 'bids')} />
          <path className={css.asks} d={areaOf(depth, 'asks')} />
        </svg>
        {depth.middle !== null && <Line place={placeOf(depth, depth.middle)} className={css.middle} />}
        {looked !== null && <Line place={placeOf(depth, looked)} className={css.looked} />}
        {stop && looked !== null && (
          <span
            className={css.mark}
            data-side={stop.side}
            aria-hidden
            style={{
              insetInlineStart: percent(placeOf(depth, looked)),
              insetBlockStart: percent(heightOf(depth, stop.sum) / PICTURE),
            }}
          />
        )}
        <Amounts {...{ view, depth }} />
        <Slider {...{ view, depth, at, stop, onLook: setLooked }} />
      </div>
      <Prices {...{ view, depth }} />
    </figure>
  );
}

const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;

const Line = ({ place, className }: { place: number; className: string | undefined }) => (
  <span className={className} style={{ insetInlineStart: percent(place) }} aria-hidden />
);

function useDepthWords({ facts: { market, terms } }: MarketView) {
  const words = useMarketFormat(market);
  const format = useFormat();
  const decimals = lotDecimals(terms, market);
  const { coin } = market;
  return {
    ...words,
    bareAmount: (units: bigint) =>
      format.amount(formatDecimal(units, scaleOf(coin)), coin, decimals, decimals),
  };
}

interface ReadingProps {
  view: MarketView;
  book: Book;
  depth: Depth;
  stop: DepthStop | null;
}

/** The values at the pointer, or the middle of the market without one. */
function Reading({ view, book, depth, stop }: ReadingProps) {
  const t = useTranslations('charting.depth');
  const format = useFormat();
  const words = useDepthWords(view);
  const spread = spreadOf(book);
  const facts = stop
    ? [
        { name: t(stop.side === 'bids' ? 'downTo' : 'upTo'), value: words.price(stop.price) },
        { name: t('amount'), value: words.amount(stop.sum) },
        { name: t('total'), value: words.worth(stop.total) },
      ]
    : [
        { name: t('middle'), value: depth.middle === null ? t('none') : words.price(depth.middle) },
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

interface SliderProps {
  view: MarketView;
  depth: Depth;
  at: number | null;
  stop: DepthStop | null;
  onLook: (price: bigint | null) => void;
}

/** Touch and mouse select any price, arrow keys go from level to level. */
function Slider({ view, depth, at, stop, onLook }: SliderProps) {
  const t = useTranslations('charting.depth');
  const words = useDepthWords(view);
  // The slider's own step selects a level by its index, not the price under the finger.
  const pointing = useRef(false);
  const follow = (event: PointerEvent<HTMLElement>) => {
    pointing.current = true;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onLook(priceAt(depth, (event.clientX - left) / width));
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
              price: words.price(stop.price),
              amount: words.amount(stop.sum),
              total: words.worth(stop.total),
            })
          : t('nothing')
      }
      onKeyDown={() => {
        pointing.current = false;
      }}
      onChange={({ currentTarget }) => {
        if (!pointing.current) onLook(depth.stops[currentTarget.valueAsNumber]?.price ?? null);
      }}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={({ pointerType }) => {
        pointing.current = false;
        // After a touch the selected value stays visible.
        if (pointerType === 'mouse') onLook(null);
      }}
      onBlur={() => onLook(null)}
    />
  );
}

/** On the right, like the scale of the price chart. */
function Amounts({ view, depth }: { view: MarketView; depth: Depth }) {
  const words = useDepthWords(view);
  return [depth.most, depth.most / 2n].map((sum) => (
    <bdi
      key={sum.toString()}
      className={css.amount}
      aria-hidden
      style={{ insetBlockStart: percent(heightOf(depth, sum) / PICTURE) }}
    >
      {words.bareAmount(sum)}
    </bdi>
  ));
}

/** The lowest price on the left in both languages, as numbers run. */
function Prices({ view, depth }: { view: MarketView; depth: Depth }) {
  const { low, high, middle } = depth;
  const { terms } = view.facts;
  const words = useMarketFormat(view.facts.market);
  const onStep = (price: bigint) => (terms ? price - (price % terms.tick) : price);
  return (
    <div className={css.prices} dir="ltr" aria-hidden>
      {[low, middle ?? (low + high) / 2n, high].map((price) => (
        <bdi key={price.toString()}>{words.barePrice(onStep(price))}</bdi>
      ))}
    </div>
  );
}
