import { AppError } from '@sarraf/domain';
import type { Db } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import { isId } from '../../platform/ids.ts';
import type { OpenOrder } from '../book/market-book.ts';
import type { OrderRateLimiter } from '../pace.ts';
import type { OrderBooks } from '../quick/exchange.ts';
import { findByClientId, findOrder } from '../store.ts';
import { decideCancellation, type EndDeps } from './end-orders.ts';
import { orderDto } from './order.ts';

/**
 * Cancels an open order; resolves with the reply's JSON text once it is durable. Fills are not undone.
 *
 * TOO_MANY_REQUESTS (data.retryAfter); NOT_FOUND: no order of the caller has this id; ORDER_IS_CLOSED;
 * SERVICE_UNAVAILABLE.
 */
export async function cancelOrder(
  deps: EndDeps & { db: Db; pace: OrderRateLimiter },
  caller: Caller,
  id: string,
  idempotency: { key: string; digest: string } | null,
): Promise<string> {
  deps.pace.countOrders(caller.userId);
  return cancelOrderUncounted(deps, caller, id, idempotency);
}

/** Like `cancelOrder`, for a request that the rate limit has counted already. */
export async function cancelOrderUncounted(
  deps: EndDeps & { db: Db },
  { userId }: Caller,
  id: string,
  idempotency: { key: string; digest: string } | null,
): Promise<string> {
  if (!isId(id)) throw new AppError('NOT_FOUND');
  const orderId = id.toLowerCase();
  return cancelLookedUp(deps, userId, idempotency, {
    findOpen: () => deps.exchange.findOrder(orderId),
    isOwn: () => isOwn(deps, userId, orderId),
  });
}

/**
 * Cancels the caller's open order with this client order id.
 *
 * TOO_MANY_REQUESTS (data.retryAfter); NOT_FOUND: no order has, or had, this id; ORDER_IS_CLOSED;
 * SERVICE_UNAVAILABLE.
 */
export async function cancelOrderByClientId(
  deps: EndDeps & { db: Db; pace: OrderRateLimiter },
  { userId }: Caller,
  clientOrderId: string,
  idempotency: { key: string; digest: string } | null,
): Promise<string> {
  deps.pace.countOrders(userId);
  return cancelLookedUp(deps, userId, idempotency, {
    findOpen: () => deps.exchange.findByClientId(userId, clientOrderId),
    isOwn: async () => (await findByClientId(deps.db, userId, clientOrderId)) !== null,
  });
}

interface OrderLookup {
  /** Returns the order if it is open when the command is decided. */
  findOpen(): OpenOrder | undefined;
  /** Whether an order that isn't open is the caller's. */
  isOwn(): Promise<boolean>;
}

async function cancelLookedUp(
  deps: EndDeps,
  userId: string,
  idempotency: { key: string; digest: string } | null,
  lookup: OrderLookup,
): Promise<string> {
  const getOwnOrder = () => {
    const order = lookup.findOpen();
    if (order?.row.userId !== userId) throw new AppError('ORDER_IS_CLOSED');
    return order;
  };
  return deps.ledger
    .submit({
      accounts: [],
      ...(idempotency && { idempotency: { owner: userId, ...idempotency } }),
      decide: (_balanceOf, at) =>
        decideCancellation(deps, [getOwnOrder()], { endedBy: 'OWNER', at }, (rows) =>
          JSON.stringify({ status: 'OK', message: 'order deleted', baseDTO: rows.map(orderDto)[0] }),
        ),
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'ORDER_IS_CLOSED') throw error;
      throw (await lookup.isOwn()) ? error : new AppError('NOT_FOUND');
    });
}

/** Whether an order that isn't open is the caller's. */
async function isOwn(
  { exchange, db }: { exchange: OrderBooks; db: Db },
  userId: string,
  id: string,
): Promise<boolean> {
  const owner = exchange.findRecentOwner(id);
  if (owner !== undefined) return owner === userId;
  return (await findOrder(db, userId, id)) !== null;
}
