import { formatDecimal, type MarketType, nearestTick, parseDecimal, scaleOf } from '@sarraf/domain';
import type { OrderLineOnChart } from '../../../chart/use-lines.ts';
import { type Kept, parsed } from '../../../lib/browser/use-kept.ts';
import type { OrderMarket } from '../order-form/form.ts';

/** Prices of the person's drawn lines, by market; decimal texts, oldest first. */
export type DrawnPrices = Readonly<Record<string, readonly string[]>>;

/** Maximum number of lines; the oldest is removed. */
export const MAX_DRAWN_LINES = 20;
/** Maximum decimals of a stored price. */
const DIGITS = 18;

const isPrice = (text: unknown): text is string =>
  typeof text === 'string' && text.length < 40 && (parseDecimal(text, DIGITS) ?? 0n) > 0n;

export const KEPT_LINES: Kept<DrawnPrices> = {
  key: 'sarraf.lines',
  read: (text) => {
    const kept = parsed(text);
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).flatMap(([market, prices]) =>
        Array.isArray(prices) ? [[market, prices.filter(isPrice).slice(-MAX_DRAWN_LINES)]] : [],
      ),
    );
  },
  write: JSON.stringify,
};

/** The same array while there are no lines, to avoid needless re-renders. */
const NONE: readonly string[] = [];
export const drawnIn = (drawn: DrawnPrices, market: MarketType): readonly string[] => drawn[market] ?? NONE;

/** Adds a line at a price, or replaces another one; no price has two lines. */
export function withLine(
  drawn: DrawnPrices,
  market: MarketType,
  price: string,
  instead?: string,
): DrawnPrices {
  const others = drawnIn(drawn, market).filter((one) => one !== price && one !== instead);
  return { ...drawn, [market]: [...others, price].slice(-MAX_DRAWN_LINES) };
}

export function withoutLine(drawn: DrawnPrices, market: MarketType, price: string): DrawnPrices {
  return { ...drawn, [market]: drawnIn(drawn, market).filter((one) => one !== price) };
}

/** Rounds a pointed or typed price to the market's tick; null if it is not a price. */
export function linePrice(text: string, { quote }: OrderMarket, tick: bigint): string | null {
  const units = parseDecimal(text, scaleOf(quote));
  if (units === null || units <= 0n) return null;
  return formatDecimal(nearestTick(units, tick), scaleOf(quote));
}

const PREFIX = 'drawn ';

export const lineOnChart = (price: string): OrderLineOnChart => ({
  ...{ id: `${PREFIX}${price}`, price, side: null, waits: true, title: '', movable: true },
});

/** Returns the price of a drawn line; null: the line is an order's. */
export const drawnPriceOf = (id: string): string | null =>
  id.startsWith(PREFIX) ? id.slice(PREFIX.length) : null;
