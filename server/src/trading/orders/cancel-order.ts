import { Refusal } from '@sarraf/domain';
import type { Db } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import { isId } from '../../platform/ids.ts';
import type { Pace } from '../pace.ts';
import type { Exchange } from '../quick/exchange.ts';
import { findOrder } from '../store.ts';
import { decideEnd, type EndDeps } from './end-orders.ts';
import { orderDto } from './order.ts';

/**
 * Takes an open order back; answers the reply's JSON text once it is durable. What was traded stays.
 *
 * TOO_MANY_REQUESTS (data.retryAfter); NOT_FOUND: no order of the caller's has this id; ORDER_IS_CLOSED; SERVICE_UNAVAILABLE.
 */
export async function cancelOrder(
  deps: EndDeps & { db: Db; pace: Pace },
  caller: Caller,
  id: string,
  idempotency: { key: string; digest: string } | null,
): Promise<string> {
  deps.pace.take(caller.userId);
  if (!isId(id)) throw new Refusal('NOT_FOUND');
  const orderId = id.toLowerCase();
  const own = () => {
    const order = deps.exchange.order(orderId);
    if (order?.row.userId !== caller.userId) throw new Refusal('ORDER_IS_CLOSED');
    return order;
  };
  return deps.ledger
    .submit({
      accounts: [],
      ...(idempotency && { idempotency: { owner: caller.userId, ...idempotency } }),
      decide: (_balanceOf, at) =>
        decideEnd(deps, [own()], { endedBy: 'OWNER', at }, (rows) =>
          JSON.stringify({ status: 'OK', message: 'order deleted', baseDTO: rows.map(orderDto)[0] }),
        ),
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== 'ORDER_IS_CLOSED') throw error;
      throw (await isOwn(deps, caller.userId, orderId)) ? error : new Refusal('NOT_FOUND');
    });
}

/** Of an order that is not open. */
async function isOwn(
  { exchange, db }: { exchange: Exchange; db: Db },
  userId: string,
  id: string,
): Promise<boolean> {
  const owner = exchange.lateOwnerOf(id);
  if (owner !== undefined) return owner === userId;
  return (await findOrder(db, userId, id)) !== null;
}
