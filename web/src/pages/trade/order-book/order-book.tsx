import { formatDecimal, scaleOf } from '@sarraf/domain';
import { IconBook2 } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { coinSymbol } from '../../../lib/market/coins.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { LastPrice } from '../market/last-price.tsx';
import type { MarketView } from '../market/use-market.ts';
import type { ChosenLevel } from '../order-form/form-moves.ts';
import { getLotDecimals, useMarketFormat } from '../order-form/use-words.ts';
import type { OwnPrices } from '../panels.ts';
import {
  type Book,
  type BookLine,
  type BookSide,
  buildBookLines,
  GROUPINGS,
  getLinePrice,
  getSpread,
} from './book.ts';
import { BookRow } from './book-row.tsx';
import css from './order-book.module.css';
import { useBookFailure, useOrderBook } from './use-book.ts';

interface OrderBookProps {
  view: MarketView;
  own: OwnPrices;
  /** Lines per side. */
  rows: number;
  onLevel: (level: ChosenLevel) => void;
}

/**
 * The order book, the worst prices outside and the last price in the middle; a line enters its price and cumulative
 * amount in the form.
 */
export const OrderBook = memo(function OrderBook({ view, own, rows, onLevel }: OrderBookProps) {
  const t = useTranslations('exchange.book');
  const { market, terms } = view.facts;
  const [grouping, setGrouping] = useState<string>('1');
  const format = useFormat();
  const marketFormat = useMarketFormat(market);
  const tick = terms?.tick ?? 1n;
  const step = tick * BigInt(grouping);
  const failure = useErrorMessages();
  const failed = useBookFailure(market);
  if (failed)
    return <ErrorState title={t('failed')} text={failure.text(failed.error)} onRetry={failed.retry} />;
  return (
    <div className={css.book}>
      <div className={css.head} aria-hidden>
        <span>{t('price', { unit: format.unit(market.quote) })}</span>
        <span>{t('amount', { unit: coinSymbol(market.coin) })}</span>
        <span>{t('sum')}</span>
      </div>
      <OrderBookLines {...{ view, own, rows, onLevel, step }} />
      <div className={css.foot}>
        <span>{t('grouping')}</span>
        <Select
          variant="pill"
          label={t('grouping')}
          value={grouping}
          onChange={setGrouping}
          disabled={!terms}
          options={GROUPINGS.map((ticks) => ({
            value: ticks.toString(),
            label: marketFormat.barePrice(tick * ticks),
          }))}
        />
      </div>
    </div>
  );
});

/** The part that re-renders on every order-book update. */
function OrderBookLines({ view, own, rows, step, onLevel }: OrderBookProps & { step: bigint }) {
  const book = useOrderBook(view.facts.market);
  const lines = useMemo(() => book && buildBookLines(book, step, rows), [book, step, rows]);
  return (
    <>
      <BookSideLines side="asks" {...{ view, lines, rows, onLevel, step }} own={own.asks} />
      <div className={css.middle}>
        <LastPrice view={view} className={css.last} />
        <SpreadRow book={book} />
      </div>
      <BookSideLines side="bids" {...{ view, lines, rows, onLevel, step }} own={own.bids} />
    </>
  );
}

function SpreadRow({ book }: { book: Book | null }) {
  const t = useTranslations('exchange.book');
  const { percent } = useFormat();
  const spread = book && getSpread(book);
  return (
    <span className={css.spread}>
      {spread ? t('spread', { percent: percent(spread.percent) }) : t('noSpread')}
    </span>
  );
}

interface BookSideLinesProps extends Pick<OrderBookProps, 'view' | 'rows' | 'onLevel'> {
  side: BookSide;
  lines: Record<BookSide, BookLine[]> | null;
  step: bigint;
  own: readonly bigint[];
}

function BookSideLines({ side, view, lines, rows, step, own, onLevel }: BookSideLinesProps) {
  const t = useTranslations('exchange.book');
  const { market, terms } = view.facts;
  const { coin } = market;
  const format = useFormat();
  const marketFormat = useMarketFormat(market);
  const decimals = getLotDecimals(terms, market);
  const marked = new Set(own.map((price) => getLinePrice(price, side, step)));
  const formatAmount = (units: bigint) =>
    format.amount(formatDecimal(units, scaleOf(coin)), coin, decimals, decimals);
  const sideLines = lines?.[side];
  if (!sideLines) return <OrderBookSkeleton side={side} rows={rows} />;
  if (sideLines.length === 0) {
    const both = lines.bids.length === 0 && lines.asks.length === 0;
    return (
      <div className={css.side} data-side={side} style={{ blockSize: `calc(${rows} * var(--line-height))` }}>
        {both && side === 'bids' ? null : (
          <div className={css.none}>
            {both ? (
              <EmptyState icon={<IconBook2 size={26} />} title={t('empty')} text={t('emptyText')} />
            ) : (
              t(side === 'asks' ? 'noAsks' : 'noBids')
            )}
          </div>
        )}
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend.
    <div
      className={css.side}
      data-side={side}
      translate="no"
      role="group"
      aria-label={t(side)}
      style={{ blockSize: `calc(${rows} * var(--line-height))` }}
      onKeyDown={handleLineKeys}
    >
      {sideLines.map((line, index) => (
        <BookRow
          key={line.price.toString()}
          side={side}
          price={line.price}
          depth={line.depth}
          first={index === 0}
          own={marked.has(line.price)}
          priceText={marketFormat.barePrice(line.price)}
          amountText={formatAmount(line.amount)}
          sumText={formatAmount(line.sum)}
          sum={line.sum}
          onLevel={onLevel}
        />
      ))}
    </div>
  );
}

function OrderBookSkeleton({ side, rows }: { side: BookSide; rows: number }) {
  return (
    <div
      className={css.side}
      data-side={side}
      aria-hidden
      style={{ blockSize: `calc(${rows} * var(--line-height))` }}
    >
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are identical.
        <div key={i} className={css.row}>
          <Skeleton width="70%" height={10} />
          <Skeleton width="60%" height={10} />
          <Skeleton width="60%" height={10} />
        </div>
      ))}
    </div>
  );
}

/** One tab stop per side; arrow keys move between lines. */
function handleLineKeys(event: KeyboardEvent<HTMLElement>): void {
  const away = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
  if (away === 0) return;
  event.preventDefault();
  const book = event.currentTarget.parentElement;
  const lines = [...(book?.querySelectorAll<HTMLElement>('[data-line]') ?? [])].sort(
    (a, b) => a.getBoundingClientRect().y - b.getBoundingClientRect().y,
  );
  const at = lines.indexOf(document.activeElement as HTMLElement);
  lines[at + away]?.focus();
}
