import { formatDecimal, parseDecimal } from '@sarraf/domain';
import type { OrderBook, PriceLevel } from '@sarraf/domain/contracts';

/** What is offered at a price, in smallest units of quote and coin. */
export interface Level {
  price: bigint;
  amount: bigint;
}

export type BookSide = 'bids' | 'asks';

/** Both sides, best first. */
export type Book = Record<BookSide, readonly Level[]>;

/** Ticks in one line of the book. */
export const GROUPINGS = [1n, 10n, 100n, 1000n] as const;

export interface BookChange {
  sequence: number;
  /** What the change stands on. */
  prev: number;
  bids: readonly PriceLevel[];
  asks: readonly PriceLevel[];
}

/**
 * The book after a change; amounts of a change are whole, so one that overlaps what is known does no harm. Null when
 * something in between was missed.
 */
export function applyBookChange(book: OrderBook, change: BookChange): OrderBook | null {
  if (change.sequence <= book.sequence) return book;
  if (change.prev > book.sequence) return null;
  return {
    ...book,
    sequence: change.sequence,
    bids: mergeSide(book.bids, change.bids, 'bids'),
    asks: mergeSide(book.asks, change.asks, 'asks'),
  };
}

/** Two changes that follow each other, as one; null when something in between was missed. */
export function mergeBookChanges(first: BookChange, next: BookChange): BookChange | null {
  if (next.sequence <= first.sequence) return first;
  if (next.prev > first.sequence) return null;
  const last = (side: BookSide): PriceLevel[] => [...new Map([...first[side], ...next[side]])];
  return { sequence: next.sequence, prev: first.prev, bids: last('bids'), asks: last('asks') };
}

function mergeSide(known: readonly PriceLevel[], moved: readonly PriceLevel[], side: BookSide): PriceLevel[] {
  if (moved.length === 0) return [...known];
  const amounts = new Map(known);
  let fresh = false;
  for (const [price, amount] of moved) {
    if (!/[1-9]/.test(amount)) amounts.delete(price);
    else {
      fresh ||= !amounts.has(price);
      amounts.set(price, amount);
    }
  }
  const levels = [...amounts];
  return fresh
    ? levels.sort(([a], [b]) => compareTexts(side === 'asks' ? a : b, side === 'asks' ? b : a))
    : levels;
}

const SCALE = 18;
const unitsOf = (text: string): bigint => parseDecimal(text, SCALE) ?? 0n;

/** Decimal texts by size, lowest first. */
function compareTexts(a: string, b: string): number {
  const x = unitsOf(a);
  const y = unitsOf(b);
  return x < y ? -1 : x > y ? 1 : 0;
}

/** A book in smallest units. */
export function readBook(book: OrderBook, coinScale: number, quoteScale: number): Book {
  const read = (levels: readonly PriceLevel[]): Level[] =>
    levels.flatMap(([priceText, amountText]) => {
      const price = parseDecimal(priceText, quoteScale);
      const amount = parseDecimal(amountText, coinScale);
      return price === null || amount === null || amount === 0n ? [] : [{ price, amount }];
    });
  return { bids: read(book.bids), asks: read(book.asks) };
}

/** The price of the line a price stands in: never better than what is really offered. */
export function bookLineOf(price: bigint, side: BookSide, step: bigint): bigint {
  const over = price % step;
  if (over === 0n) return price;
  return side === 'bids' ? price - over : price - over + step;
}

/** Levels put together in lines of so many ticks. */
export function grouped(levels: readonly Level[], side: BookSide, step: bigint): Level[] {
  const lines: Level[] = [];
  for (const { price, amount } of levels) {
    const line = bookLineOf(price, side, step);
    const last = lines.at(-1);
    if (last?.price === line) last.amount += amount;
    else lines.push({ price: line, amount });
  }
  return lines;
}

export interface BookLine extends Level {
  /** All that is offered up to here. */
  sum: bigint;
  /** Of 1,000: how far the bar reaches. */
  depth: number;
}

/** The lines that are shown of both sides, with bars on one scale. */
export function linesOf(book: Book, step: bigint, count: number): Record<BookSide, BookLine[]> {
  const sides = {
    bids: summed(book.bids, 'bids', step, count),
    asks: summed(book.asks, 'asks', step, count),
  };
  const most = [sides.bids, sides.asks].reduce((max, lines) => {
    const sum = lines.at(-1)?.sum ?? 0n;
    return sum > max ? sum : max;
  }, 1n);
  const withBars = (lines: Omit<BookLine, 'depth'>[]): BookLine[] =>
    lines.map((line) => ({ ...line, depth: Number.parseInt(((line.sum * 1000n) / most).toString(), 10) }));
  return { bids: withBars(sides.bids), asks: withBars(sides.asks) };
}

function summed(
  levels: readonly Level[],
  side: BookSide,
  step: bigint,
  count: number,
): Omit<BookLine, 'depth'>[] {
  let sum = 0n;
  return grouped(levels, side, step)
    .slice(0, count)
    .map((level) => {
      sum += level.amount;
      return { ...level, sum };
    });
}

export interface Spread {
  units: bigint;
  /** Of the best asking price, with two decimals. */
  percent: string;
}

export function spreadOf({ bids, asks }: Book): Spread | null {
  const bid = bids[0]?.price;
  const ask = asks[0]?.price;
  if (bid === undefined || ask === undefined || ask === 0n) return null;
  const units = ask - bid;
  return { units, percent: formatDecimal((units * 10_000n) / ask, 2, 2) };
}
