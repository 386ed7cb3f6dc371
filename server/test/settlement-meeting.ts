/** A naive model of orders and their matching: the basis of the settlement models. */
import { type Coin, maxNotionalForTotal, type Side } from '@sarraf/domain';
import type { OrderType, SelfTradePrevention, TimeInForce } from '@sarraf/domain/contracts';

export const FEE_RATE = 4_000n;
export const MARKETS = [
  { coin: 'BITCOIN', quote: 'TOMAN', price: 10_000_000_000n, lot: 1_000n, minNotional: 100_000_000_000n },
  { coin: 'BITCOIN', quote: 'TETHER', price: 100_000n, lot: 1_000n, minNotional: 1_000_000n },
  { coin: 'TETHER', quote: 'TOMAN', price: 100_000n, lot: 10_000n, minNotional: 100_000_000_000n },
] as const;
export type Market = (typeof MARKETS)[number];

export interface OrderWish {
  /** Number by which the test identifies it. */
  name: number;
  market: Market;
  type: OrderType;
  /** Coin units; null for a purchase by total. */
  amount: bigint | null;
  total: bigint | null;
  price: bigint | null;
  timeInForce: TimeInForce;
  /** Milliseconds since 1970. */
  until: number | null;
  postOnly: boolean;
  selfTrade: SelfTradePrevention;
  clientId: string | null;
  /** Visible amount in the order book; null: all. */
  display: bigint | null;
}

/** Role of an order in a group of two or three. */
export type GroupRole = 'alone' | 'entry' | 'limit' | 'stop';

/** The condition that an order outside the order book waits for, or waited for. */
export interface ModelTrigger {
  kind: 'STOP' | 'TAKE_PROFIT' | 'TRAILING_STOP' | 'ENTRY';
  by: 'LAST' | 'REFERENCE';
  price: bigint;
  /** For a trailing stop: its distance from the best price seen so far; else null. */
  distance: bigint | null;
  best: bigint;
  /** The worst price that a market order accepts, if it names one. */
  limit: bigint | null;
  /** The batch in which its price was reached. */
  since: number;
}

export interface ModelOrder extends OrderWish {
  person: number;
  state: 'BOOK' | 'DORMANT' | 'WAITING' | 'DUE' | 'ENDED';
  trigger: ModelTrigger | null;
  role: GroupRole;
  /** Position among all orders in order of placement. */
  sequence: number;
  /** All orders of the group, itself included. */
  group: ModelOrder[];
  side: Side;
  amount: bigint;
  price: bigint;
  left: bigint;
  /** The visible part of the remainder. */
  displayed: bigint;
  reserved: bigint;
  executed: { notional: bigint; fee: bigint };
}

export interface MatchResult {
  fills: { order: ModelOrder; amount: bigint }[];
  /** Visible amount of each of these afterwards. */
  displayed: Map<ModelOrder, bigint>;
  /** Orders that moved to the end of the queue with their next slice, in its order. */
  refilled: Set<ModelOrder>;
  leaving: { order: ModelOrder; why: string }[];
  left: bigint | null;
  own: boolean;
  poor: boolean;
}

export const isWishExpired = ({ until }: { until: number | null }, now: number): boolean =>
  until !== null && until <= now;

/** The worst price for a market order that names none. */
export const worstMarketPrice = (side: Side, best: bigint): bigint =>
  side === 'buy' ? (best * 105n) / 100n : (best * 95n + 99n) / 100n;

export function matchWish(
  wish: Pick<OrderWish, 'market' | 'amount' | 'total' | 'postOnly' | 'selfTrade'>,
  person: number,
  side: Side,
  worst: bigint,
  line: readonly ModelOrder[],
  now: number,
): MatchResult {
  const { market, amount, total } = wish;
  const selfTrade = wish.postOnly ? 'NEWEST' : wish.selfTrade;
  const met: MatchResult = {
    ...{ fills: [], displayed: new Map(), refilled: new Set(), leaving: [] },
    ...{ left: amount, own: false, poor: false },
  };
  let purse = total === null ? null : maxNotionalForTotal(total, FEE_RATE) * unitsPerCoin(market.coin);
  const queue = line.map((order) => ({ order, left: order.left, displayed: order.displayed }));
  while (met.left !== 0n) {
    const first = queue.shift();
    if (!first) break;
    const { order: maker } = first;
    if (side === 'buy' ? maker.price > worst : maker.price < worst) break;
    const fits = purse === null ? null : (purse / maker.price / market.lot) * market.lot;
    met.poor = fits === 0n;
    if (met.poor) break;
    if (isWishExpired(maker, now)) {
      met.leaving.push({ order: maker, why: 'EXPIRED' });
      continue;
    }
    if (maker.person === person) {
      if (selfTrade !== 'NEWEST') met.leaving.push({ order: maker, why: 'SELF_TRADE' });
      if (selfTrade === 'OLDEST') continue;
      met.own = true;
      break;
    }
    const part = minBigint(first.displayed, minBigint(met.left ?? first.displayed, fits ?? first.displayed));
    const fill = met.fills.find(({ order }) => order === maker);
    if (fill) fill.amount += part;
    else met.fills.push({ order: maker, amount: part });
    if (met.left !== null) met.left -= part;
    if (purse !== null) purse -= part * maker.price;
    first.left -= part;
    first.displayed -= part;
    if (first.displayed === 0n && first.left > 0n) {
      first.displayed = minBigint(maker.display ?? first.left, first.left);
      met.refilled.delete(maker);
      met.refilled.add(maker);
      const behind = queue.findIndex(({ order }) => order.price !== maker.price);
      queue.splice(behind < 0 ? queue.length : behind, 0, first);
    } else if (first.left > 0n) queue.unshift(first);
    if (first.left === 0n) met.refilled.delete(maker);
    met.displayed.set(maker, first.displayed);
    met.poor = part === fits && met.left !== 0n;
    if (met.poor) break;
  }
  return met;
}

export const minBigint = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const unitsPerCoin = (coin: Coin): bigint => (coin === 'BITCOIN' ? 100_000_000n : 1_000_000n);
