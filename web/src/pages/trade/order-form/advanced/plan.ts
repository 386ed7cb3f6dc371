import {
  calculateHold,
  nearestTick,
  notionalOf,
  type OrderTerms,
  ocoNeeds,
  parseDecimal,
  scaleOf,
  slippedPrice,
  toTick,
  trailedPrice,
  waitingFigures,
  worthOf,
} from '@sarraf/domain';
import type { TriggerPrice } from '@sarraf/domain/contracts';
import {
  amountFor,
  type OrderContext,
  type OrderFormState,
  type OrderMarket,
  type Plan,
  planHold,
  planOf,
} from '../form.ts';
import type { Waits } from './state.ts';

/** Parses a price; null if it is missing or invalid. */
const read = (text: string, { quote }: OrderMarket): bigint | null =>
  parseDecimal(text, scaleOf(quote)) || null;

/** Returns the current price that a trigger is compared with. */
export const watched = (by: TriggerPrice, { last, reference }: OrderContext): bigint | null =>
  by === 'LAST' ? (last ?? reference) : reference;

/** Returns the trigger of the advanced section, its prices rounded to ticks; null: none, or not yet known. */
export function waitsOf(
  { side, more }: OrderFormState,
  market: OrderMarket,
  known: OrderContext,
): Waits | null {
  const { terms } = known;
  if (!terms || more.extra === 'none') return null;
  const { by, extra } = more;
  if (extra === 'trailing') {
    const written = read(more.distance, market);
    const now = watched(by, known);
    if (!written || now === null) return null;
    const distance = nearestTick(written, terms.tick);
    const price = trailedPrice(side, now, distance);
    return { shape: 'trigger', kind: 'TRAILING_STOP', by, price, distance };
  }
  const written = read(more.trigger, market);
  if (!written) return null;
  const price = nearestTick(written, terms.tick);
  if (extra === 'stop' || extra === 'takeProfit')
    return { shape: 'trigger', kind: extra === 'stop' ? 'STOP' : 'TAKE_PROFIT', by, price, distance: null };
  const limitText = read(more.stopLimit, market);
  const limit =
    limitText === null ? null : toTick(limitText, terms.tick, extra === 'bracket' ? 'sell' : side);
  if (extra === 'oco') return { shape: 'oco', by, price, limit };
  const profit = read(more.profit, market);
  return profit === null
    ? null
    : { shape: 'bracket', by, price, limit, profit: toTick(profit, terms.tick, 'sell') };
}

/** Calculates the order of the whole form, including its trigger. */
export function wholePlanOf(form: OrderFormState, market: OrderMarket, known: OrderContext): Plan | null {
  if (form.more.extra === 'none') return planOf(form, market, known);
  const waits = waitsOf(form, market, known);
  if (!waits || !known.terms) return null;
  if (form.kind === 'market' && waits.shape === 'trigger')
    return triggeredMarket(form, known.terms, waits, known);
  const plan = planOf(form, market, known);
  return plan && { ...plan, waits };
}

/** Calculates an order that becomes a market order when it triggers, at its trigger price. */
function triggeredMarket(
  form: OrderFormState,
  terms: OrderTerms,
  waits: Waits,
  { wage }: OrderContext,
): Plan | null {
  const { side, entry } = form;
  const { coin, quote } = terms;
  const { price } = waits;
  if (!entry) return null;
  const written = parseDecimal(entry.text, scaleOf(entry.line === 'amount' ? coin : quote));
  if (!written) return null;
  // A distance larger than the price: nothing to calculate, and the reason reports it.
  if (price <= 0n) return { ...nothing(form, terms), waits };
  const budget = entry.line === 'total' && side === 'buy' ? written : null;
  const amount =
    budget === null
      ? entry.line === 'amount'
        ? written
        : amountFor(side, terms, written, price, wage)
      : null;
  // The cost of a purchase must be limited.
  const unitPrice = side === 'buy' ? slippedPrice('buy', price, terms.tick) : price;
  const asked = { side, limited: false, amount, unitPrice: side === 'buy' ? unitPrice : null, total: budget };
  const figures = waitingFigures(asked, price, terms, wage);
  const known = typeof figures === 'string' ? (amount ?? 0n) : figures.amount;
  return {
    ...{ side, kind: form.kind, market: { coin, quote }, amount: known, unitPrice, budget },
    ...worthOf(side, notionalOf(coin, known, price), wage),
    ...{ complete: true, average: null, waits },
  };
}

const nothing = ({ side, kind }: OrderFormState, { coin, quote, lot }: OrderTerms): Omit<Plan, 'waits'> => ({
  ...{ side, kind, market: { coin, quote }, amount: lot, unitPrice: 0n, budget: null },
  ...{ notional: 0n, fee: 0n, total: 0n, complete: true, average: null },
});

/** Returns the blocked amount: the quote of a purchase, the coin of a sale. */
export function blockedOf(plan: Plan, wage: bigint): bigint {
  const { side, market, amount, unitPrice, budget, waits, kind } = plan;
  if (budget !== null) return budget;
  if (waits?.shape === 'oco' && waits.limit !== null) {
    const stop = calculateHold(side, market.coin, amount, waits.limit, wage);
    return ocoNeeds(planHold(plan, wage), stop);
  }
  if (kind === 'market' && waits?.shape === 'bracket') return plan.total;
  return calculateHold(side, market.coin, amount, unitPrice, wage);
}

/** A possible outcome, in the quote. */
export interface Case {
  key: 'triggered' | 'worst' | 'atLimit' | 'atStop' | 'gain' | 'loss' | 'worstLoss';
  units: bigint;
}

/** Returns every possible outcome of a trigger order, fees included. */
export function casesOf(
  { side, kind, market, amount, unitPrice, total, budget, waits }: Plan,
  tick: bigint,
  wage: bigint,
): Case[] {
  if (!waits) return [];
  const at = (price: bigint, way = side): bigint =>
    worthOf(way, notionalOf(market.coin, amount, price), wage).total;
  if (waits.shape === 'trigger') {
    if (kind === 'limit') return [{ key: 'triggered', units: total }];
    if (side === 'buy')
      return [
        { key: 'triggered', units: total },
        { key: 'worst', units: budget ?? at(unitPrice) },
      ];
    return [
      { key: 'triggered', units: total },
      { key: 'worst', units: at(slippedPrice('sell', waits.price, tick)) },
    ];
  }
  if (waits.shape === 'oco') {
    return [
      { key: 'atLimit', units: total },
      { key: 'atStop', units: at(waits.limit ?? waits.price) },
      ...(waits.limit === null
        ? [{ key: 'worst' as const, units: at(slippedPrice(side, waits.price, tick)) }]
        : []),
    ];
  }
  const loss = at(waits.limit ?? waits.price, 'sell') - total;
  return [
    { key: 'gain', units: at(waits.profit, 'sell') - total },
    { key: 'loss', units: loss },
    ...(waits.limit === null
      ? [{ key: 'worstLoss' as const, units: at(slippedPrice('sell', waits.price, tick), 'sell') - total }]
      : []),
  ];
}
