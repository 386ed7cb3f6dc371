import { AppError, pausablesForFeature } from '@sarraf/domain';
import {
  type BatchOutcome,
  type BodyOf,
  type batchOrders as endpoint,
  MAX_IN_BATCH,
} from '@sarraf/domain/contracts';
import type { Db } from '../../platform/database/database.ts';
import { toFailureBody } from '../../platform/http/failures.ts';
import type { Caller } from '../../platform/http/http.ts';
import { placeAnyOrderUncounted } from '../triggers/place-any-order.ts';
import { cancelOrderUncounted } from './cancel-order.ts';
import type { OrderDeps } from './place-order.ts';

type Idempotency = { key: string; digest: string } | null;

/**
 * Cancels and places several orders, each in its own command; returns the outcome of each, in the order of the
 * request. Orders are placed after the cancellations have ended, so that they can use the released money.
 *
 * BAD_REQUEST (cancel, place): none, or too many; TOO_MANY_REQUESTS (data.retryAfter): each order counts;
 * SERVICE_UNAVAILABLE: the outcome of one is unknown.
 */
export async function batchOrders(
  deps: OrderDeps & { db: Db },
  caller: Caller,
  { cancel = [], place = [] }: BodyOf<typeof endpoint>,
  idempotency: Idempotency,
): Promise<BatchOutcome[]> {
  const count = cancel.length + place.length;
  if (count === 0 || count > MAX_IN_BATCH) throw new AppError('BAD_REQUEST', { errors: ['cancel', 'place'] });
  deps.pace.countOrders(caller.userId, count);
  const cancelled = cancel.map((id, n) =>
    toBatchOutcome(cancelOrderUncounted(deps, caller, id, toPartIdempotency(idempotency, n))),
  );
  const cancelOutcomes = await Promise.all(cancelled);
  // Submitted one after another, so that they are settled in this order, in as few batches as possible.
  const placed = place.map((body, n) =>
    toBatchOutcome(placeUnlessPaused(deps, caller, body, toPartIdempotency(idempotency, cancel.length + n))),
  );
  return [...cancelOutcomes, ...(await Promise.all(placed))];
}

/** Refuses to place an order during a pause; cancelling is never paused. */
async function placeUnlessPaused(
  deps: OrderDeps,
  caller: Caller,
  body: Parameters<typeof placeAnyOrderUncounted>[2],
  idempotency: Idempotency,
): Promise<string> {
  deps.refusePaused(pausablesForFeature('ORDERS'), deps.clock.now());
  return placeAnyOrderUncounted(deps, caller, body, idempotency);
}

/** Idempotency key of a part: that of the batch and the part's index. No client can send one with a space in it. */
const toPartIdempotency = (idempotency: Idempotency, n: number): Idempotency =>
  idempotency && { key: `${idempotency.key} ${n}`, digest: `${idempotency.digest} ${n}` };

const toBatchOutcome = (reply: Promise<string>): Promise<BatchOutcome> =>
  reply.then(
    (text) => JSON.parse(text) as BatchOutcome,
    (error: unknown) => {
      // The outcome of this part is unknown; repeating the batch with the same key returns it and does the rest.
      if (!(error instanceof AppError) || error.code === 'SERVICE_UNAVAILABLE') throw error;
      return toFailureBody(error);
    },
  );
