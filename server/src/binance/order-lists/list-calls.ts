import type { Order } from '@sarraf/domain/contracts';
import type { Queryable } from '../../platform/database/database.ts';
import { readOpenOrdersByForm } from '../account-calls.ts';
import { BinanceFailure, createDuplicateFailure, createUnknownOrderFailure } from '../failures.ts';
import { cancelledShape } from '../order-calls.ts';
import { orderNumberOf } from '../order-numbers.ts';
import { orderCore, symbolOfOrder, workingTimeOf } from '../order-shape.ts';
import type { Parameters } from '../parameters.ts';
import { callOwnApi, type SignedContext } from '../signed-context.ts';
import { type ListByForm, parseOco, parseOldOco } from './list-form.ts';
import { isDone, listShape, type OrderList } from './list-shape.ts';
import { findListByNumber, findListMembers, findListReply, listGroupIds, listKeyOf } from './list-store.ts';

const DAY_MS = 86_400_000;
/** A bracket has three orders, which are cancelled one at a time. */
const MAX_CANCELS = 4;

/** Source of the lists. */
export interface ListSource {
  db: Queryable;
  ordersById(userId: string, ids: readonly string[]): Promise<Order[]>;
}

/** Returns a person's lists by the ids of their groups, in this order. */
export async function readLists(
  { db, ordersById }: ListSource,
  userId: string,
  groups: readonly string[],
): Promise<OrderList[]> {
  if (groups.length === 0) return [];
  const members = await findListMembers(db, userId, groups);
  const orders = await ordersById(
    userId,
    members.map(({ id }) => id),
  );
  return groups.flatMap((id) => {
    const listOrders = orders.filter(({ group }) => group === id);
    const clientId = members.find(({ group }) => group === id)?.clientId ?? null;
    return listOrders.length === 0 ? [] : [{ id, clientId, orders: listOrders }];
  });
}

/** OTO, OTOCO and OPO fill or end differently from our brackets: they are refused. */
export const UNSUPPORTED_LISTS = { oto: 'OTO', otoco: 'OTO', opo: 'OPO', opoco: 'OPO' } as const;

export const createListRefusal = (kind: 'OTO' | 'OPO') =>
  new BinanceFailure(-2010, `${kind} orders are not supported for this symbol.`);

export const placeOcoByForm = (context: SignedContext) => placeList(context, parseOco);
export const placeOldOcoByForm = (context: SignedContext) => placeList(context, parseOldOco);

async function placeList(context: SignedContext, parseList: (parameters: Parameters) => ListByForm) {
  const { parameters, caller, db } = context;
  const { respType, clientId, body } = parseList(parameters);
  parameters.assertAllRead();
  // A duplicate is refused; otherwise a client could take the first list's reply for that of a second one.
  if (clientId !== null && (await findListReply(db, caller.userId, clientId)) !== null)
    throw createDuplicateFailure();
  const { content: orders } = await callOwnApi<{ content: Order[] }>(context, 'POST', '/orders/oco', {
    ...{ body, deed: 'PLACE' },
    ...(clientId !== null && { idempotencyKey: listKeyOf(clientId) }),
  });
  const list = listShape({ id: orders[0]?.group ?? '', clientId, orders });
  return { ...list, orderReports: orders.map((order) => orderReportOf(order, respType)) };
}

function orderReportOf(order: Order, respType: ListByForm['respType']) {
  const { symbol, orderId, orderListId, clientOrderId, ...rest } = orderCore(order);
  const identifiers = { symbol, orderId, orderListId, clientOrderId };
  const transactTime = Date.parse(order.createdAtDateTime);
  if (respType === 'ACK') return { ...identifiers, transactTime };
  return {
    ...{ ...identifiers, transactTime, ...rest },
    ...{ origQuoteOrderQty: '0', workingTime: workingTimeOf(order) },
    ...(respType === 'FULL' && { fills: [] }),
  };
}

/** Finds the list named by a number or a client id. */
async function findNamedList(
  context: SignedContext,
  { number, clientId }: { number: number | null; clientId: string | null },
  operation: 'READ' | 'CANCEL',
): Promise<OrderList> {
  const { db, caller } = context;
  if (number === null && clientId === null)
    throw new BinanceFailure(
      -1102,
      "Param 'origClientOrderId' or 'orderListId' must be sent, but both were empty/null!",
    );
  const group =
    number === null
      ? await findGroupByClientId(context, clientId ?? '')
      : await findListByNumber(db, caller.userId, number);
  const [list] = group === null ? [] : await readLists(context, caller.userId, [group]);
  if (!list || (clientId !== null && clientId !== list.clientId && clientId !== list.id))
    throw createUnknownOrderFailure(operation);
  return list;
}

/** Lists without a client id are identified by our id. */
async function findGroupByClientId({ db, caller }: SignedContext, clientId: string): Promise<string | null> {
  const reply = await findListReply(db, caller.userId, clientId);
  if (reply !== null && reply !== '')
    return (JSON.parse(reply) as { content: Order[] }).content[0]?.group ?? null;
  return UUID.test(clientId) ? clientId.toLowerCase() : null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function readList(context: SignedContext) {
  const { parameters } = context;
  const number = parameters.integer('orderListId');
  const clientId = parameters.text('origClientOrderId');
  parameters.assertAllRead();
  return listShape(await findNamedList(context, { number, clientId }, 'READ'));
}

export async function listAllLists(context: SignedContext) {
  const { parameters, caller, db } = context;
  const fromNumber = parameters.integer('fromId');
  const [startMs, endMs] = [parameters.integer('startTime'), parameters.integer('endTime')];
  const limit = parameters.integer('limit', { least: 1, most: 1_000 }) ?? 500;
  parameters.assertAllRead();
  if (fromNumber !== null && (startMs !== null || endMs !== null))
    throw new BinanceFailure(-1128, 'Combination of optional parameters invalid.');
  if (startMs !== null && endMs !== null && endMs - startMs > DAY_MS)
    throw new BinanceFailure(-1127, 'More than 24 hours between startTime and endTime.');
  const groups = await listGroupIds(db, caller.userId, {
    from: fromNumber,
    start: startMs,
    end: endMs,
    limit,
  });
  return (await readLists(context, caller.userId, groups)).map((list) => listShape(list));
}

export async function listOpenLists(context: SignedContext) {
  context.parameters.assertAllRead();
  const openOrders = await readOpenOrdersByForm(context, null);
  const groups = [...new Set(openOrders.flatMap(({ group }) => (group === null ? [] : [group])))];
  groups.sort((a, b) => orderNumberOf(a) - orderNumberOf(b));
  return (await readLists(context, context.caller.userId, groups)).map((list) => listShape(list));
}

/**
 * Cancels all open orders of a list. A bracket's sales come first, so that its purchase's end activates none of
 * them.
 */
export async function cancelList(context: SignedContext) {
  const { parameters, caller, clock } = context;
  const market = parameters.symbol();
  const number = parameters.integer('orderListId');
  const clientId = parameters.text('listClientOrderId');
  const newClientOrderId = parameters.text('newClientOrderId');
  parameters.assertAllRead();
  let list = await findNamedList(context, { number, clientId }, 'CANCEL');
  const isElsewhere = list.orders.some((order) => symbolOfOrder(order) !== market.symbol);
  if (isElsewhere || isDone(list)) throw createUnknownOrderFailure('CANCEL');
  const { id } = list;
  let cancelled = false;
  for (let tries = 0; tries < MAX_CANCELS && !isDone(list); tries += 1) {
    const open = list.orders.filter(({ orderStatus }) => orderStatus === 'IS_OPEN');
    const nextOrder = open.find(({ trigger }) => trigger !== null) ?? open[0];
    if (!nextOrder) break;
    cancelled = (await cancelOne(context, nextOrder.id)) || cancelled;
    list = (await readLists(context, caller.userId, [id]))[0] ?? list;
  }
  if (!cancelled) throw createUnknownOrderFailure('CANCEL');
  const now = clock.now();
  return {
    ...listShape(list, now),
    orderReports: list.orders.map((order) => cancelledShape(order, { clientOrderId: newClientOrderId, now })),
  };
}

/** Returns whether it was still open: a trade or a trigger may have come before. */
async function cancelOne(context: SignedContext, id: string): Promise<boolean> {
  try {
    await callOwnApi(context, 'DELETE', `/orders/${id}`, { deed: 'CANCEL' });
    return true;
  } catch (error) {
    if (error instanceof BinanceFailure && error.message === createUnknownOrderFailure('CANCEL').message)
      return false;
    throw error;
  }
}
