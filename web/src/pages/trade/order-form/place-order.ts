import { decimalText, formatAmount, marketType, scaleOf } from '@sarraf/domain';
import type { BodyOf, Order, placeOrder } from '@sarraf/domain/contracts';
import { call } from '../../../lib/api/api.ts';
import type { Plan } from './form.ts';

/** An order that is meant, with the key that makes every try of it the same. */
export interface OrderIntent {
  plan: Plan;
  idempotencyKey: string;
}

export async function sendOrder({ plan, idempotencyKey }: OrderIntent): Promise<Order> {
  const options = { body: bodyOf(plan), idempotencyKey };
  return (await call<typeof placeOrder>('POST', '/orders', options)).baseDTO;
}

export function bodyOf({ side, kind, market, amount, unitPrice, budget }: Plan): BodyOf<typeof placeOrder> {
  const { coin, quote } = market;
  const much =
    budget === null ? { amount: formatAmount(amount, coin) } : { totalPrice: formatAmount(budget, quote) };
  return {
    marketType: marketType(coin, quote),
    orderType: `${kind === 'limit' ? 'LIMITED' : 'MARKET'}_${side === 'buy' ? 'BUY' : 'SELL'}`,
    unitPrice: decimalText(unitPrice, scaleOf(quote)),
    ...much,
  };
}
