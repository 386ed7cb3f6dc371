import {
  calculateHold,
  computeNotional,
  computeOcoHold,
  computeOrderTotals,
  computeTrailingTrigger,
  computeTriggeredOrderTerms,
  computeWorstMarketPrice,
  type OrderTerms,
  parseDecimal,
  roundToNearestTick,
  roundToOwnTick,
  scaleOf,
} from '@sarraf/domain';
import type { TriggerPrice } from '@sarraf/domain/contracts';
import {
  amountForTotal,
  type OrderContext,
  type OrderFormState,
  type OrderMarket,
  type OrderPlan,
  planHold,
  planOrder,
} from '../form.ts';
import type { OrderTrigger } from './state.ts';

/** Parses a price; null if it is missing or invalid. */
const parsePrice = (text: string, { quote }: OrderMarket): bigint | null =>
  parseDecimal(text, scaleOf(quote)) || null;

/** Returns the current price that a trigger is compared with. */
export const getWatchedPrice = (by: TriggerPrice, { last, reference }: OrderContext): bigint | null =>
  by === 'LAST' ? (last ?? reference) : reference;

/** Returns the trigger of the advanced section, its prices rounded to ticks; null: none, or not yet known. */
export function planTrigger(
  { side, more }: OrderFormState,
  market: OrderMarket,
  context: OrderContext,
): OrderTrigger | null {
  const { terms } = context;
  if (!terms || more.extra === 'none') return null;
  const { by, extra } = more;
  if (extra === 'trailing') {
    const written = parsePrice(more.distance, market);
    const currentPrice = getWatchedPrice(by, context);
    if (!written || currentPrice === null) return null;
    const distance = roundToNearestTick(written, terms.tick);
    const price = computeTrailingTrigger(side, currentPrice, distance);
    return { shape: 'trigger', kind: 'TRAILING_STOP', by, price, distance };
  }
  const written = parsePrice(more.trigger, market);
  if (!written) return null;
  const price = roundToNearestTick(written, terms.tick);
  if (extra === 'stop' || extra === 'takeProfit')
    return { shape: 'trigger', kind: extra === 'stop' ? 'STOP' : 'TAKE_PROFIT', by, price, distance: null };
  const limitText = parsePrice(more.stopLimit, market);
  const limit =
    limitText === null ? null : roundToOwnTick(limitText, terms.tick, extra === 'bracket' ? 'sell' : side);
  if (extra === 'oco') return { shape: 'oco', by, price, limit };
  const profit = parsePrice(more.profit, market);
  return profit === null
    ? null
    : { shape: 'bracket', by, price, limit, profit: roundToOwnTick(profit, terms.tick, 'sell') };
}

/** Calculates the order of the whole form, including its trigger. */
export function planWholeOrder(
  form: OrderFormState,
  market: OrderMarket,
  context: OrderContext,
): OrderPlan | null {
  if (form.more.extra === 'none') return planOrder(form, market, context);
  const waits = planTrigger(form, market, context);
  if (!waits || !context.terms) return null;
  if (form.kind === 'market' && waits.shape === 'trigger')
    return planTriggeredMarketOrder(form, context.terms, waits, context);
  const plan = planOrder(form, market, context);
  return plan && { ...plan, waits };
}

/** Calculates an order that becomes a market order when it triggers, at its trigger price. */
function planTriggeredMarketOrder(
  form: OrderFormState,
  terms: OrderTerms,
  waits: OrderTrigger,
  { feeRate }: OrderContext,
): OrderPlan | null {
  const { side, entry } = form;
  const { coin, quote } = terms;
  const { price } = waits;
  if (!entry) return null;
  const written = parseDecimal(entry.text, scaleOf(entry.line === 'amount' ? coin : quote));
  if (!written) return null;
  // A distance larger than the price: nothing to calculate, and the reason reports it.
  if (price <= 0n) return { ...createZeroPlan(form, terms), waits };
  const budget = entry.line === 'total' && side === 'buy' ? written : null;
  const amount =
    budget === null
      ? entry.line === 'amount'
        ? written
        : amountForTotal(side, terms, written, price, feeRate)
      : null;
  // The cost of a purchase must be limited.
  const unitPrice = side === 'buy' ? computeWorstMarketPrice('buy', price, terms.tick) : price;
  const request = {
    side,
    limited: false,
    amount,
    unitPrice: side === 'buy' ? unitPrice : null,
    total: budget,
  };
  const figures = computeTriggeredOrderTerms(request, price, terms, feeRate);
  const knownAmount = typeof figures === 'string' ? (amount ?? 0n) : figures.amount;
  return {
    ...{ side, kind: form.kind, market: { coin, quote }, amount: knownAmount, unitPrice, budget },
    ...computeOrderTotals(side, computeNotional(coin, knownAmount, price), feeRate),
    ...{ complete: true, average: null, waits },
  };
}

const createZeroPlan = (
  { side, kind }: OrderFormState,
  { coin, quote, lot }: OrderTerms,
): Omit<OrderPlan, 'waits'> => ({
  ...{ side, kind, market: { coin, quote }, amount: lot, unitPrice: 0n, budget: null },
  ...{ notional: 0n, fee: 0n, total: 0n, complete: true, average: null },
});

/** Returns the blocked amount: the quote of a purchase, the coin of a sale. */
export function computeBlockedAmount(plan: OrderPlan, feeRate: bigint): bigint {
  const { side, market, amount, unitPrice, budget, waits, kind } = plan;
  if (budget !== null) return budget;
  if (waits?.shape === 'oco' && waits.limit !== null) {
    const stop = calculateHold(side, market.coin, amount, waits.limit, feeRate);
    return computeOcoHold(planHold(plan, feeRate), stop);
  }
  if (kind === 'market' && waits?.shape === 'bracket') return plan.total;
  return calculateHold(side, market.coin, amount, unitPrice, feeRate);
}

/** A possible outcome, in the quote. */
export interface OrderOutcome {
  key: 'triggered' | 'worst' | 'atLimit' | 'atStop' | 'gain' | 'loss' | 'worstLoss';
  units: bigint;
}

/** Returns every possible outcome of a trigger order, fees included. */
export function listOutcomes(
  { side, kind, market, amount, unitPrice, total, budget, waits }: OrderPlan,
  tick: bigint,
  feeRate: bigint,
): OrderOutcome[] {
  if (!waits) return [];
  const computeTotalAt = (price: bigint, tradeSide = side): bigint =>
    computeOrderTotals(tradeSide, computeNotional(market.coin, amount, price), feeRate).total;
  if (waits.shape === 'trigger') {
    if (kind === 'limit') return [{ key: 'triggered', units: total }];
    if (side === 'buy')
      return [
        { key: 'triggered', units: total },
        { key: 'worst', units: budget ?? computeTotalAt(unitPrice) },
      ];
    return [
      { key: 'triggered', units: total },
      { key: 'worst', units: computeTotalAt(computeWorstMarketPrice('sell', waits.price, tick)) },
    ];
  }
  if (waits.shape === 'oco') {
    return [
      { key: 'atLimit', units: total },
      { key: 'atStop', units: computeTotalAt(waits.limit ?? waits.price) },
      ...(waits.limit === null
        ? [{ key: 'worst' as const, units: computeTotalAt(computeWorstMarketPrice(side, waits.price, tick)) }]
        : []),
    ];
  }
  const loss = computeTotalAt(waits.limit ?? waits.price, 'sell') - total;
  return [
    { key: 'gain', units: computeTotalAt(waits.profit, 'sell') - total },
    { key: 'loss', units: loss },
    ...(waits.limit === null
      ? [
          {
            key: 'worstLoss' as const,
            units: computeTotalAt(computeWorstMarketPrice('sell', waits.price, tick), 'sell') - total,
          },
        ]
      : []),
  ];
}
