import type { BodyOf, placeOrder as endpoint } from '@sarraf/domain/contracts';
import type { Caller } from '../../platform/http/http.ts';
import type { OrderDeps } from '../orders/order-deps.ts';
import { placePaced } from '../orders/place-order.ts';
import { type Idempotency, placeTriggerOrder } from './place-trigger.ts';

/** Places an order, immediate or with a trigger; counted in its account's rate limit. */
export async function placeAny(
  deps: OrderDeps,
  caller: Caller,
  body: BodyOf<typeof endpoint>,
  idempotency: Idempotency,
): Promise<string> {
  deps.pace.take(caller.userId);
  return placeAnyPaced(deps, caller, body, idempotency);
}

/** Like `placeAny`, for a request that the rate limit has counted already. */
export function placeAnyPaced(
  deps: OrderDeps,
  caller: Caller,
  { trigger, ...body }: BodyOf<typeof endpoint>,
  idempotency: Idempotency,
): Promise<string> {
  return trigger
    ? placeTriggerOrder(deps, caller, { ...body, trigger }, idempotency)
    : placePaced(deps, caller, body, idempotency);
}
