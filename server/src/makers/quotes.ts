import { notionalOf, type OrderTerms, pow10, type Side, scaleOf } from '@sarraf/domain';

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
const FARTHER = 1_170n;

/** Distances from the mid price, and each level's percentage of the base value. */
const LEVELS: readonly { distance: bigint; percent: bigint }[] = Array.from({ length: SIDE }, (_, n) => {
  let distance = NEAREST;
  for (let step = 0; step < n; step += 1) distance = (distance * FARTHER) / 1_000n;
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
  const kept = new Set<string>();
  const place = (['buy', 'sell'] as const).flatMap((side) => {
    const mine = open.filter((quote) => quote.side === side);
    return wanted(side, options).flatMap((level) => {
      const good = mine.find((quote) => !kept.has(quote.id) && stillGood(quote, level, options.mid));
      if (good) kept.add(good.id);
      return good ? [] : [{ side, price: level.price, amount: level.amount }];
    });
  });
  const prices = new Set(
    open.filter((quote) => kept.has(quote.id)).map(({ side, price }) => `${side}${price}`),
  );
  return {
    cancel: open.filter((quote) => !kept.has(quote.id)).map((quote) => quote.id),
    place: place.filter(({ side, price }) => !prices.has(`${side}${price}`)),
  };
}

interface Level {
  price: bigint;
  amount: bigint;
  tolerance: bigint;
}

function wanted(
  side: Side,
  { terms, mid, worth, random }: { terms: OrderTerms; mid: bigint; worth: bigint; random: () => number },
): Level[] {
  const { tick } = terms;
  const levels: Level[] = [];
  let last = side === 'buy' ? floorTo(mid, tick) : ceilTo(mid, tick);
  for (const { distance, percent } of LEVELS) {
    const away = (mid * distance) / MILLION;
    const aimed = side === 'buy' ? floorTo(mid - away, tick) : ceilTo(mid + away, tick);
    // With a wide tick, levels would coincide.
    const price = side === 'buy' ? least(aimed, last - tick) : most(aimed, last + tick);
    if (price <= 0n) break;
    last = price;
    const uneven = BigInt(70 + Math.floor(random() * 60));
    const amount = amountFor((worth * percent * uneven) / 10_000n, price, terms);
    levels.push({ price, amount, tolerance: away / 2n + (mid * TOLERANCE) / MILLION });
  }
  return levels;
}

function stillGood(quote: OpenQuote, level: Level, mid: bigint): boolean {
  const off = quote.price > level.price ? quote.price - level.price : level.price - quote.price;
  const onItsSide = quote.side === 'buy' ? quote.price < mid : quote.price > mid;
  return onItsSide && off <= level.tolerance && quote.left * 100n >= level.amount * MIN_REMAINING_PERCENT;
}

/** Returns the amount of a value at a price, rounded to the lot, and at least the market's minimum. */
export function amountFor(worth: bigint, price: bigint, terms: OrderTerms): bigint {
  const { coin, lot, minNotional, maxAmount } = terms;
  const unit = pow10(scaleOf(coin));
  let amount = floorTo((worth * unit) / price, lot);
  if (notionalOf(coin, amount, price) < minNotional) amount = ceilTo((minNotional * unit) / price + 1n, lot);
  return least(amount, floorTo(maxAmount, lot));
}

const floorTo = (value: bigint, step: bigint): bigint => value - (value % step);
const ceilTo = (value: bigint, step: bigint): bigint => floorTo(value + step - 1n, step);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
