import { AppError, parseAmount } from '@sarraf/domain';
import type { BodyOf, replaceOrder as endpoint } from '@sarraf/domain/contracts';
import type { Db } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import { isId, newId } from '../../platform/ids.ts';
import { findOrder } from '../store.ts';
import { waitsForTrigger } from '../triggers/trigger.ts';
import { assertClientIdFree, decideNewOrder, type NewOrderInput, orderAccounts } from './decide-order.ts';
import { isMannerExpired } from './manner.ts';
import { isBuy, type OrderRow } from './order.ts';
import { type OrderDeps, withStablecoinFacts } from './place-order.ts';
import { type OrderRequest, parseOrderPrice } from './read-order-request.ts';
import { decideReduction } from './reduce-order.ts';

/** Requested changes; null: unchanged. */
interface OrderChange {
  /** Includes what is traded already. */
  amount: bigint | null;
  unitPrice: bigint | null;
  clientOrderId: string | null;
}

/**
 * Changes an open order; resolves with the reply's JSON text once it is durable. If its price stays and its amount
 * doesn't grow, it keeps its priority; otherwise it ends, and a new one for the remainder is placed in the same
 * command at the end of the line.
 *
 * TOO_MANY_REQUESTS (data.retryAfter); BAD_REQUEST: nothing is changed; NOT_FOUND: no order of the caller has this
 * id; ORDER_IS_CLOSED; ORDER_WAITS: for a price, or it belongs to a group; AMOUNT_IS_EXECUTED; those of
 * `placeOrder`, after which the order is unchanged.
 */
export async function replaceOrder(
  deps: OrderDeps & { db: Db },
  caller: Caller,
  id: string,
  body: BodyOf<typeof endpoint>,
  idempotency: { key: string; digest: string } | null,
): Promise<string> {
  deps.pace.countOrders(caller.userId);
  if (body.amount === undefined && body.unitPrice === undefined && body.clientOrderId === undefined)
    throw new AppError('BAD_REQUEST', { errors: ['amount', 'unitPrice', 'clientOrderId'] });
  const row = await getOwnOrder(deps, caller.userId, id);
  const { coin, quote } = row;
  const change: OrderChange = {
    amount: body.amount === undefined ? null : parseAmount(body.amount, coin),
    unitPrice: body.unitPrice === undefined ? null : parseOrderPrice(body.unitPrice, quote),
    clientOrderId: body.clientOrderId ?? null,
  };
  const input = { id: newId(), key: idempotency?.key ?? null, caller };
  const unchangedRequest = buildReplacementRequest(row, row, {
    amount: null,
    unitPrice: null,
    clientOrderId: null,
  });
  return withStablecoinFacts(deps, caller, unchangedRequest, (facts) =>
    deps.ledger.submit({
      accounts: orderAccounts({ caller, request: unchangedRequest, facts }),
      ...(idempotency && { idempotency: { owner: caller.userId, ...idempotency } }),
      prepare: () => deps.exchange.refineIncrements(coin, quote),
      decide: (balanceOf, at) =>
        decideChange(deps, { ...input, facts, orderId: row.id, change }, balanceOf, at),
    }),
  );
}

/** Returns the caller's order, open or ended. */
async function getOwnOrder(
  { exchange, db }: OrderDeps & { db: Db },
  userId: string,
  id: string,
): Promise<OrderRow> {
  if (!isId(id)) throw new AppError('NOT_FOUND');
  const open = exchange.findOrder(id.toLowerCase());
  const row = open?.row ?? (await findOrder(db, userId, id));
  if (row === null || row.userId !== userId) throw new AppError('NOT_FOUND');
  return row;
}

type OrderChangeInput = Omit<NewOrderInput, 'request'> & { orderId: string; change: OrderChange };

function decideChange(
  deps: OrderDeps,
  { orderId, change, ...input }: OrderChangeInput,
  balanceOf: Parameters<typeof decideNewOrder>[2],
  at: Date,
) {
  const { exchange } = deps;
  const { userId } = input.caller;
  const old = exchange.findOrder(orderId);
  if (old === undefined || old.row.userId !== userId || isMannerExpired(old.row.manner, at.getTime()))
    throw new AppError('ORDER_IS_CLOSED');
  // Its trigger, or its group, was validated together with its other terms.
  if (waitsForTrigger(old.row) || old.row.group !== null) throw new AppError('ORDER_WAITS');
  const amount = change.amount ?? old.row.amount;
  if (amount <= old.row.executedAmount) throw new AppError('AMOUNT_IS_EXECUTED');
  if (amount <= old.row.amount && (change.unitPrice ?? old.row.unitPrice) === old.row.unitPrice) {
    const clientOrderId = change.clientOrderId ?? old.row.manner.clientOrderId;
    assertClientIdFree(exchange, userId, clientOrderId, old);
    return decideReduction(deps, old, { amount, clientOrderId, at });
  }
  const request = buildReplacementRequest(old.row, { ...old.row, amount }, change);
  return decideNewOrder(deps, { ...input, request, replaced: old }, balanceOf, at, 'order replaced');
}

/** Returns the request for the replacement: the remainder of its amount. */
function buildReplacementRequest(
  old: OrderRow,
  { amount, executedAmount }: OrderRow,
  change: OrderChange,
): OrderRequest {
  const { coin, quote, orderType, manner } = old;
  const remaining = amount - executedAmount;
  // An order no larger than a slice is displayed whole.
  const slices =
    manner.slices && remaining > manner.slices.display ? { ...manner.slices, at: null, turn: 0 } : null;
  return {
    orderType: orderType as OrderRequest['orderType'],
    side: isBuy(orderType) ? 'buy' : 'sell',
    coin,
    quote,
    limited: true,
    amount: remaining,
    total: null,
    unitPrice: change.unitPrice ?? old.unitPrice,
    manner: {
      ...manner,
      replaces: null,
      slices,
      clientOrderId: change.clientOrderId ?? manner.clientOrderId,
    },
  };
}
