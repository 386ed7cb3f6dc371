import { formatDecimal, type MarketType, parseDecimal, roundToNearestTick, scaleOf } from '@sarraf/domain';
import type { OrderLineOnChart } from '../../../chart/use-lines.ts';
import { parseJsonOrNull, type StoredChoice } from '../../../lib/browser/use-stored-choice.ts';
import type { OrderMarket } from '../order-form/form.ts';

/** Prices of the person's drawn lines, by market; decimal texts, oldest first. */
export type DrawnPrices = Readonly<Record<string, readonly string[]>>;

/** Maximum number of lines; the oldest is removed. */
export const MAX_DRAWN_LINES = 20;
/** Maximum decimals of a stored price. */
const DIGITS = 18;

const isPrice = (text: unknown): text is string =>
  typeof text === 'string' && text.length < 40 && (parseDecimal(text, DIGITS) ?? 0n) > 0n;

export const STORED_LINES: StoredChoice<DrawnPrices> = {
  key: 'sarraf.lines',
  read: (text) => {
    const stored = parseJsonOrNull(text);
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).flatMap(([market, prices]) =>
        Array.isArray(prices) ? [[market, prices.filter(isPrice).slice(-MAX_DRAWN_LINES)]] : [],
      ),
    );
  },
  write: JSON.stringify,
};

/** The same array while there are no lines, to avoid needless re-renders. */
const NO_LINES: readonly string[] = [];
export const getDrawnPrices = (lines: DrawnPrices, market: MarketType): readonly string[] =>
  lines[market] ?? NO_LINES;

/** Adds a line at a price, or replaces another one; no price has two lines. */
export function addLine(
  lines: DrawnPrices,
  market: MarketType,
  price: string,
  replaced?: string,
): DrawnPrices {
  const others = getDrawnPrices(lines, market).filter((one) => one !== price && one !== replaced);
  return { ...lines, [market]: [...others, price].slice(-MAX_DRAWN_LINES) };
}

export function removeLine(lines: DrawnPrices, market: MarketType, price: string): DrawnPrices {
  return { ...lines, [market]: getDrawnPrices(lines, market).filter((one) => one !== price) };
}

/** Rounds a pointed or typed price to the market's tick; null if it is not a price. */
export function parseLinePrice(text: string, { quote }: OrderMarket, tick: bigint): string | null {
  const units = parseDecimal(text, scaleOf(quote));
  if (units === null || units <= 0n) return null;
  return formatDecimal(roundToNearestTick(units, tick), scaleOf(quote));
}

const PREFIX = 'drawn ';

export const toChartLine = (price: string): OrderLineOnChart => ({
  ...{ id: `${PREFIX}${price}`, price, side: null, waits: true, title: '', movable: true },
});

/** Returns the price of a drawn line; null: the line is an order's. */
export const getDrawnPrice = (id: string): string | null =>
  id.startsWith(PREFIX) ? id.slice(PREFIX.length) : null;
