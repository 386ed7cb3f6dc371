import { formatAmount, formatDecimal, formatMarketType, parseDecimal, scaleOf } from '@sarraf/domain';
import type { BodyOf, Order, placeBracket, placeOco, placeOrder } from '@sarraf/domain/contracts';
import { call } from '../../../lib/api/api.ts';
import { type AdvancedState, dropInapplicable, type OrderTrigger, VALIDITY_MS } from './advanced/state.ts';
import type { OrderPlan } from './form.ts';

/** An order being submitted, with its idempotency key, the same for every attempt. */
export interface OrderIntent {
  plan: OrderPlan;
  more: AdvancedState;
  /** When it was submitted: the start of a GTD order's lifetime. */
  at: number;
  idempotencyKey: string;
}

/** Places the order; returns one order, or those of a group, starting with the one that trades first. */
export async function submitOrder({
  plan,
  more,
  at,
  idempotencyKey,
}: OrderIntent): Promise<readonly Order[]> {
  const { waits } = plan;
  if (waits?.shape === 'oco') {
    const options = { body: toOcoBody(plan, waits), idempotencyKey };
    return (await call<typeof placeOco>('POST', '/orders/oco', options)).content;
  }
  if (waits?.shape === 'bracket') {
    const options = { body: toBracketBody(plan, waits), idempotencyKey };
    return (await call<typeof placeBracket>('POST', '/orders/bracket', options)).content;
  }
  const options = { body: toOrderBody(plan, more, at), idempotencyKey };
  return [(await call<typeof placeOrder>('POST', '/orders', options)).baseDTO];
}

export function toOrderBody(plan: OrderPlan, more: AdvancedState, at: number): BodyOf<typeof placeOrder> {
  const { side, kind, market, unitPrice, waits } = plan;
  const price = formatDecimal(unitPrice, scaleOf(market.quote));
  // A triggered sale takes any available price; a purchase with a total is limited by it.
  const hasUnitPrice = !waits || kind === 'limit' || (side === 'buy' && plan.budget === null);
  return {
    marketType: formatMarketType(market.coin, market.quote),
    orderType: `${kind === 'limit' ? 'LIMITED' : 'MARKET'}_${side === 'buy' ? 'BUY' : 'SELL'}`,
    ...(hasUnitPrice && { unitPrice: price }),
    ...toAmountFields(plan),
    ...(waits?.shape === 'trigger'
      ? { trigger: toTriggerField(waits, plan) }
      : toTimeInForceFields(plan, dropInapplicable(more, kind, side), at)),
    ...(more.ownFirst !== 'NEWEST' && { selfTradePrevention: more.ownFirst }),
  };
}

const toAmountFields = ({ amount, budget, market: { coin, quote } }: OrderPlan) =>
  budget === null ? { amount: formatAmount(amount, coin) } : { totalPrice: formatAmount(budget, quote) };

/** Defaults of the server are omitted. */
function toTimeInForceFields(
  { kind, market: { coin } }: OrderPlan,
  { time, span, postOnly, display }: AdvancedState,
  at: number,
) {
  const displayUnits = parseDecimal(display, scaleOf(coin));
  return {
    ...(time !== (kind === 'limit' ? 'GTC' : 'IOC') && { timeInForce: time }),
    ...(time === 'GTD' && { validUntil: new Date(at + VALIDITY_MS[span]).toISOString() }),
    ...(postOnly && { postOnly }),
    ...(displayUnits && { displayAmount: formatAmount(displayUnits, coin) }),
  };
}

function toTriggerField(
  { kind, by, price, distance }: Extract<OrderTrigger, { shape: 'trigger' }>,
  plan: OrderPlan,
) {
  const text = createQuoteFormatter(plan);
  return { kind, by, ...(distance === null ? { price: text(price) } : { distance: text(distance) }) };
}

const createQuoteFormatter =
  ({ market }: OrderPlan) =>
  (units: bigint): string =>
    formatDecimal(units, scaleOf(market.quote));

function toOcoBody(
  plan: OrderPlan,
  { by, price, limit }: Extract<OrderTrigger, { shape: 'oco' }>,
): BodyOf<typeof placeOco> {
  const { side, market, amount, unitPrice } = plan;
  const text = createQuoteFormatter(plan);
  return {
    marketType: formatMarketType(market.coin, market.quote),
    side: side === 'buy' ? 'BUY' : 'SELL',
    amount: formatAmount(amount, market.coin),
    limit: { unitPrice: text(unitPrice) },
    stop: {
      trigger: { kind: 'STOP', by, price: text(price) },
      ...(limit !== null && { unitPrice: text(limit) }),
    },
  };
}

function toBracketBody(
  plan: OrderPlan,
  { by, price, limit, profit }: Extract<OrderTrigger, { shape: 'bracket' }>,
): BodyOf<typeof placeBracket> {
  const { kind, market, unitPrice } = plan;
  const text = createQuoteFormatter(plan);
  return {
    marketType: formatMarketType(market.coin, market.quote),
    entry: {
      orderType: kind === 'limit' ? 'LIMITED_BUY' : 'MARKET_BUY',
      // A worst price would be taken as the cost of the purchase, above which the profit must be.
      ...(kind === 'limit' && { unitPrice: text(unitPrice) }),
      ...toAmountFields(plan),
    },
    takeProfit: { unitPrice: text(profit) },
    stopLoss: { trigger: { by, price: text(price) }, ...(limit !== null && { unitPrice: text(limit) }) },
  };
}
