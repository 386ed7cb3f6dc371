import { formatAmount, formatDecimal, marketType, parseDecimal, scaleOf } from '@sarraf/domain';
import type { BodyOf, Order, placeBracket, placeOco, placeOrder } from '@sarraf/domain/contracts';
import { call } from '../../../lib/api/api.ts';
import { type AdvancedState, fitted, VALIDITY_MS, type Waits } from './advanced/state.ts';
import type { Plan } from './form.ts';

/** An order being submitted, with its idempotency key, the same for every attempt. */
export interface OrderIntent {
  plan: Plan;
  more: AdvancedState;
  /** When it was submitted: the start of a GTD order's lifetime. */
  at: number;
  idempotencyKey: string;
}

/** Places the order; returns one order, or those of a group, starting with the one that trades first. */
export async function sendOrder({ plan, more, at, idempotencyKey }: OrderIntent): Promise<readonly Order[]> {
  const { waits } = plan;
  if (waits?.shape === 'oco') {
    const options = { body: ocoBody(plan, waits), idempotencyKey };
    return (await call<typeof placeOco>('POST', '/orders/oco', options)).content;
  }
  if (waits?.shape === 'bracket') {
    const options = { body: bracketBody(plan, waits), idempotencyKey };
    return (await call<typeof placeBracket>('POST', '/orders/bracket', options)).content;
  }
  const options = { body: bodyOf(plan, more, at), idempotencyKey };
  return [(await call<typeof placeOrder>('POST', '/orders', options)).baseDTO];
}

export function bodyOf(plan: Plan, more: AdvancedState, at: number): BodyOf<typeof placeOrder> {
  const { side, kind, market, unitPrice, waits } = plan;
  const price = formatDecimal(unitPrice, scaleOf(market.quote));
  // A triggered sale takes any available price; a purchase with a total is limited by it.
  const named = !waits || kind === 'limit' || (side === 'buy' && plan.budget === null);
  return {
    marketType: marketType(market.coin, market.quote),
    orderType: `${kind === 'limit' ? 'LIMITED' : 'MARKET'}_${side === 'buy' ? 'BUY' : 'SELL'}`,
    ...(named && { unitPrice: price }),
    ...muchOf(plan),
    ...(waits?.shape === 'trigger'
      ? { trigger: triggerOf(waits, plan) }
      : mannerOf(plan, fitted(more, kind, side), at)),
    ...(more.ownFirst !== 'NEWEST' && { selfTradePrevention: more.ownFirst }),
  };
}

const muchOf = ({ amount, budget, market: { coin, quote } }: Plan) =>
  budget === null ? { amount: formatAmount(amount, coin) } : { totalPrice: formatAmount(budget, quote) };

/** Defaults of the server are omitted. */
function mannerOf(
  { kind, market: { coin } }: Plan,
  { time, span, postOnly, display }: AdvancedState,
  at: number,
) {
  const shown = parseDecimal(display, scaleOf(coin));
  return {
    ...(time !== (kind === 'limit' ? 'GTC' : 'IOC') && { timeInForce: time }),
    ...(time === 'GTD' && { validUntil: new Date(at + VALIDITY_MS[span]).toISOString() }),
    ...(postOnly && { postOnly }),
    ...(shown && { displayAmount: formatAmount(shown, coin) }),
  };
}

function triggerOf({ kind, by, price, distance }: Extract<Waits, { shape: 'trigger' }>, plan: Plan) {
  const text = textOf(plan);
  return { kind, by, ...(distance === null ? { price: text(price) } : { distance: text(distance) }) };
}

const textOf =
  ({ market }: Plan) =>
  (units: bigint): string =>
    formatDecimal(units, scaleOf(market.quote));

function ocoBody(
  plan: Plan,
  { by, price, limit }: Extract<Waits, { shape: 'oco' }>,
): BodyOf<typeof placeOco> {
  const { side, market, amount, unitPrice } = plan;
  const text = textOf(plan);
  return {
    marketType: marketType(market.coin, market.quote),
    side: side === 'buy' ? 'BUY' : 'SELL',
    amount: formatAmount(amount, market.coin),
    limit: { unitPrice: text(unitPrice) },
    stop: {
      trigger: { kind: 'STOP', by, price: text(price) },
      ...(limit !== null && { unitPrice: text(limit) }),
    },
  };
}

function bracketBody(
  plan: Plan,
  { by, price, limit, profit }: Extract<Waits, { shape: 'bracket' }>,
): BodyOf<typeof placeBracket> {
  const { kind, market, unitPrice } = plan;
  const text = textOf(plan);
  return {
    marketType: marketType(market.coin, market.quote),
    entry: {
      orderType: kind === 'limit' ? 'LIMITED_BUY' : 'MARKET_BUY',
      // A worst price would be taken as the cost of the purchase, above which the profit must be.
      ...(kind === 'limit' && { unitPrice: text(unitPrice) }),
      ...muchOf(plan),
    },
    takeProfit: { unitPrice: text(profit) },
    stopLoss: { trigger: { by, price: text(price) }, ...(limit !== null && { unitPrice: text(limit) }) },
  };
}
