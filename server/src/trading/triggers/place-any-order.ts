import type { BodyOf, placeOrder as endpoint } from '@sarraf/domain/contracts';
import type { Caller } from '../../platform/http/http.ts';
import type { OrderDeps } from '../orders/order-deps.ts';
import { placeOrderUncounted } from '../orders/place-order.ts';
import { type Idempotency, placeTriggerOrder } from './place-trigger.ts';

/** Places an order, immediate or with a trigger; counted in its account's rate limit. */
export async function placeAnyOrder(
  deps: OrderDeps,
  caller: Caller,
  body: BodyOf<typeof endpoint>,
  idempotency: Idempotency,
): Promise<string> {
  deps.pace.countOrders(caller.userId);
  return placeAnyOrderUncounted(deps, caller, body, idempotency);
}

/** Like `placeAnyOrder`, for a request that the rate limit has counted already. */
export function placeAnyOrderUncounted(
  deps: OrderDeps,
  caller: Caller,
  { trigger, ...body }: BodyOf<typeof endpoint>,
  idempotency: Idempotency,
): Promise<string> {
  return trigger
    ? placeTriggerOrder(deps, caller, { ...body, trigger }, idempotency)
    : placeOrderUncounted(deps, caller, body, idempotency);
}
