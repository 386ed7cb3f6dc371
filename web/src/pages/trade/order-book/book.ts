import { formatDecimal, parseDecimal } from '@sarraf/domain';
import type { OrderBook, PriceLevel } from '@sarraf/domain/contracts';

/** The open amount at a price, in smallest units of quote and coin. */
export interface BookLevel {
  price: bigint;
  amount: bigint;
}

export type BookSide = 'bids' | 'asks';

/** Both sides, best price first. */
export type Book = Record<BookSide, readonly BookLevel[]>;

/** Ticks per line of the order book. */
export const GROUPINGS = [1n, 10n, 100n, 1000n] as const;

export interface BookChange {
  sequence: number;
  /** Sequence number of the change it builds on. */
  prev: number;
  bids: readonly PriceLevel[];
  asks: readonly PriceLevel[];
}

/**
 * Applies a change to the order book; changes contain absolute amounts, so one that overlaps the known state does
 * no harm. Null if a change in between was missed.
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

/** Merges two consecutive changes; null if one in between was missed. */
export function mergeBookChanges(first: BookChange, next: BookChange): BookChange | null {
  if (next.sequence <= first.sequence) return first;
  if (next.prev > first.sequence) return null;
  const merge = (side: BookSide): PriceLevel[] => [...new Map([...first[side], ...next[side]])];
  return { sequence: next.sequence, prev: first.prev, bids: merge('bids'), asks: merge('asks') };
}

function mergeSide(
  levelsBefore: readonly PriceLevel[],
  changes: readonly PriceLevel[],
  side: BookSide,
): PriceLevel[] {
  if (changes.length === 0) return [...levelsBefore];
  const amounts = new Map(levelsBefore);
  let hasNewLevel = false;
  for (const [price, amount] of changes) {
    if (!/[1-9]/.test(amount)) amounts.delete(price);
    else {
      hasNewLevel ||= !amounts.has(price);
      amounts.set(price, amount);
    }
  }
  const levels = [...amounts];
  return hasNewLevel
    ? levels.sort(([a], [b]) => compareDecimalTexts(side === 'asks' ? a : b, side === 'asks' ? b : a))
    : levels;
}

const SCALE = 18;
const parseUnits = (text: string): bigint => parseDecimal(text, SCALE) ?? 0n;

/** Compares decimal texts by value, lowest first. */
function compareDecimalTexts(a: string, b: string): number {
  const x = parseUnits(a);
  const y = parseUnits(b);
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Converts an order book to smallest units. */
export function parseBook(book: OrderBook, coinScale: number, quoteScale: number): Book {
  const parseLevels = (levels: readonly PriceLevel[]): BookLevel[] =>
    levels.flatMap(([priceText, amountText]) => {
      const price = parseDecimal(priceText, quoteScale);
      const amount = parseDecimal(amountText, coinScale);
      return price === null || amount === null || amount === 0n ? [] : [{ price, amount }];
    });
  return { bids: parseLevels(book.bids), asks: parseLevels(book.asks) };
}

/** Returns the price of the line that contains a price: never better than the real one. */
export function getLinePrice(price: bigint, side: BookSide, step: bigint): bigint {
  const remainder = price % step;
  if (remainder === 0n) return price;
  return side === 'bids' ? price - remainder : price - remainder + step;
}

/** Groups levels into lines of `step`. */
export function groupLevels(levels: readonly BookLevel[], side: BookSide, step: bigint): BookLevel[] {
  const lines: BookLevel[] = [];
  for (const { price, amount } of levels) {
    const line = getLinePrice(price, side, step);
    const last = lines.at(-1);
    if (last?.price === line) last.amount += amount;
    else lines.push({ price: line, amount });
  }
  return lines;
}

export interface BookLine extends BookLevel {
  /** Cumulative amount up to this line. */
  sum: bigint;
  /** Length of the bar in parts of 1,000. */
  depth: number;
}

/** Returns the displayed lines of both sides, with bars on the same scale. */
export function buildBookLines(book: Book, step: bigint, count: number): Record<BookSide, BookLine[]> {
  const sides = {
    bids: sumLines(book.bids, 'bids', step, count),
    asks: sumLines(book.asks, 'asks', step, count),
  };
  const maxSum = [sides.bids, sides.asks].reduce((max, lines) => {
    const sum = lines.at(-1)?.sum ?? 0n;
    return sum > max ? sum : max;
  }, 1n);
  const addDepths = (lines: Omit<BookLine, 'depth'>[]): BookLine[] =>
    lines.map((line) => ({ ...line, depth: Number.parseInt(((line.sum * 1000n) / maxSum).toString(), 10) }));
  return { bids: addDepths(sides.bids), asks: addDepths(sides.asks) };
}

function sumLines(
  levels: readonly BookLevel[],
  side: BookSide,
  step: bigint,
  count: number,
): Omit<BookLine, 'depth'>[] {
  let sum = 0n;
  return groupLevels(levels, side, step)
    .slice(0, count)
    .map((level) => {
      sum += level.amount;
      return { ...level, sum };
    });
}

export interface BookSpread {
  units: bigint;
  /** Relative to the best ask, with two decimals. */
  percent: string;
}

export function getSpread({ bids, asks }: Book): BookSpread | null {
  const bid = bids[0]?.price;
  const ask = asks[0]?.price;
  if (bid === undefined || ask === undefined || ask === 0n) return null;
  const units = ask - bid;
  return { units, percent: formatDecimal((units * 10_000n) / ask, 2, 2) };
}
