import { computeNotional, type OrderTerms, pow10, type Side, scaleOf } from '@sarraf/domain';

/** An open order of the maker. Quote units for one coin; coin units. */
export interface OpenQuote {
  id: string;
  side: Side;
  price: bigint;
  left: bigint;
}

export interface PlannedOrder {
  side: Side;
  price: bigint;
  amount: bigint;
}

export interface QuotePlan {
  cancel: string[];
  place: PlannedOrder[];
}

const MILLION = 1_000_000n;
/**
 * Levels of a side: the nearest and the farthest from the mid price, in millionths of the price, and those in
 * between by equal factors.
 */
const SIDE = 25;
const NEAREST = 700n;
/** Ratio of the distances of two neighbouring levels, in thousandths. */
const DISTANCE_RATIO = 1_170n;

/** Distances from the mid price, and each level's percentage of the base value. */
const LEVELS: readonly { distance: bigint; percent: bigint }[] = Array.from({ length: SIDE }, (_, n) => {
  let distance = NEAREST;
  for (let step = 0; step < n; step += 1) distance = (distance * DISTANCE_RATIO) / 1_000n;
  return { distance, percent: 24n + 2n * BigInt(n) };
});
/** A quote that is off by this much, plus half of its distance, is kept: every change is a permanent row. */
const TOLERANCE = 200n;
const MIN_REMAINING_PERCENT = 40n;

/**
 * Returns the changes for a ladder of quotes around `mid`. Pure; `random()` in [0, 1) makes the amounts uneven.
 * Quotes never cross the mid price, respect tick, lot and minimum value, and no two of a side have the same price.
 */
export function planQuotes(options: {
  terms: OrderTerms;
  /** Quote units for one coin. */
  mid: bigint;
  /** Value of a level of 100 percent, quote units. */
  worth: bigint;
  open: readonly OpenQuote[];
  random: () => number;
}): QuotePlan {
  const { open } = options;
  const keptIds = new Set<string>();
  const newOrders = (['buy', 'sell'] as const).flatMap((side) => {
    const ownQuotes = open.filter((quote) => quote.side === side);
    return planLevels(side, options).flatMap((level) => {
      const reusable = ownQuotes.find(
        (quote) => !keptIds.has(quote.id) && isReusable(quote, level, options.mid),
      );
      if (reusable) keptIds.add(reusable.id);
      return reusable ? [] : [{ side, price: level.price, amount: level.amount }];
    });
  });
  const prices = new Set(
    open.filter((quote) => keptIds.has(quote.id)).map(({ side, price }) => `${side}${price}`),
  );
  return {
    cancel: open.filter((quote) => !keptIds.has(quote.id)).map((quote) => quote.id),
    place: newOrders.filter(({ side, price }) => !prices.has(`${side}${price}`)),
  };
}

interface Level {
  price: bigint;
  amount: bigint;
  tolerance: bigint;
}

function planLevels(
  side: Side,
  { terms, mid, worth, random }: { terms: OrderTerms; mid: bigint; worth: bigint; random: () => number },
): Level[] {
  const { tick } = terms;
  const levels: Level[] = [];
  let previousPrice = side === 'buy' ? floorToStep(mid, tick) : ceilToStep(mid, tick);
  for (const { distance, percent } of LEVELS) {
    const offset = (mid * distance) / MILLION;
    const targetPrice = side === 'buy' ? floorToStep(mid - offset, tick) : ceilToStep(mid + offset, tick);
    // With a wide tick, levels would coincide.
    const price =
      side === 'buy' ? minOf(targetPrice, previousPrice - tick) : maxOf(targetPrice, previousPrice + tick);
    if (price <= 0n) break;
    previousPrice = price;
    const randomPercent = BigInt(70 + Math.floor(random() * 60));
    const amount = computeAmount((worth * percent * randomPercent) / 10_000n, price, terms);
    levels.push({ price, amount, tolerance: offset / 2n + (mid * TOLERANCE) / MILLION });
  }
  return levels;
}

function isReusable(quote: OpenQuote, level: Level, mid: bigint): boolean {
  const deviation = quote.price > level.price ? quote.price - level.price : level.price - quote.price;
  const isOnItsSide = quote.side === 'buy' ? quote.price < mid : quote.price > mid;
  return (
    isOnItsSide && deviation <= level.tolerance && quote.left * 100n >= level.amount * MIN_REMAINING_PERCENT
  );
}

/** Returns the amount of a value at a price, rounded to the lot, and at least the market's minimum. */
export function computeAmount(worth: bigint, price: bigint, terms: OrderTerms): bigint {
  const { coin, lot, minNotional, maxAmount } = terms;
  const unit = pow10(scaleOf(coin));
  let amount = floorToStep((worth * unit) / price, lot);
  if (computeNotional(coin, amount, price) < minNotional)
    amount = ceilToStep((minNotional * unit) / price + 1n, lot);
  return minOf(amount, floorToStep(maxAmount, lot));
}

const floorToStep = (value: bigint, step: bigint): bigint => value - (value % step);
const ceilToStep = (value: bigint, step: bigint): bigint => floorToStep(value + step - 1n, step);
const minOf = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const maxOf = (a: bigint, b: bigint): bigint => (a > b ? a : b);
