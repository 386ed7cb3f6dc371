import type { KeyPermission, Order, RateClass } from '@sarraf/domain/contracts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { KeyCaller } from '../platform/http/keys/key-gate.ts';
import type { CallSignature } from '../platform/http/keys/used-signatures.ts';
import { type Deed, malformed, unknownOrder } from './failures.ts';
import { idsOfNumber, orderNumberOf } from './order-numbers.ts';
import { symbolOfOrder } from './order-shape.ts';
import { type Ask, answerOf } from './own-api.ts';
import type { Parameters } from './parameters.ts';
import { findOrderId } from './store.ts';
import type { SymbolMarket } from './symbols.ts';

/** Dependencies of a signed call. */
export interface SignedContext {
  ask: Ask;
  db: Db;
  clock: Clock;
  parameters: Parameters;
  caller: KeyCaller;
  signed: CallSignature;
  /** Returns a person's orders by their ids, in their order. */
  ordersById(userId: string, ids: readonly string[]): Promise<Order[]>;
  /** Returns the key's used part of its order limit. */
  orderUse(): { max: number; used: number };
  /** Number of our own calls that it has made. */
  calls: number;
  ip: string;
}

export interface SignedCall {
  permission: KeyPermission;
  rate: RateClass;
  run(context: SignedContext): Promise<unknown>;
}

/** Makes a call of our own for the caller. Each has an idempotency key of its own. */
export async function own<T>(
  context: SignedContext,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { body, deed = 'READ', idempotencyKey }: { body?: unknown; deed?: Deed; idempotencyKey?: string } = {},
): Promise<T> {
  const { ask, caller, signed, ip } = context;
  context.calls += 1;
  const part = { ...signed, digest: `${signed.digest} ${context.calls}` };
  const asked = {
    ...{ method, path, caller: { caller, signed: part }, ip },
    ...(body !== undefined && { body }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  return answerOf<T>(ask, asked, deed);
}

/** Returns the order that `orderId` or `origClientOrderId` names, in the market of `symbol`. */
export async function namedOrder(context: SignedContext, deed: Deed): Promise<Order> {
  const { parameters } = context;
  const market = parameters.symbol();
  const number = parameters.whole('orderId');
  const clientId = parameters.text('origClientOrderId');
  parameters.end();
  return orderMeant(context, market, { number, clientId }, deed);
}

export async function orderMeant(
  context: SignedContext,
  market: SymbolMarket,
  { number, clientId }: { number: number | null; clientId: string | null },
  deed: Deed,
): Promise<Order> {
  if (number === null && clientId === null) throw malformed('orderId');
  const order =
    number === null ? await byClientId(context, clientId ?? '', deed) : await byNumber(context, number, deed);
  const fits = clientId === null || order.clientOrderId === clientId || order.id === clientId;
  if (symbolOfOrder(order) !== market.symbol || !fits) throw unknownOrder(deed);
  return order;
}

async function byNumber(context: SignedContext, number: number, deed: Deed): Promise<Order> {
  const range = idsOfNumber(number);
  const id =
    range &&
    (await findOrderId(context.db, context.caller.userId, range, (one) => orderNumberOf(one) === number));
  if (!id) throw unknownOrder(deed);
  return (await own<{ baseDTO: Order }>(context, 'GET', `/orders/${id}?size=1`, { deed })).baseDTO;
}

/** Orders without a client id are identified by our id. */
async function byClientId(context: SignedContext, clientId: string, deed: Deed): Promise<Order> {
  const path = UUID.test(clientId)
    ? `/orders/${clientId}?size=1`
    : `/orders/by-client-id/${encodeURIComponent(clientId)}`;
  return (await own<{ baseDTO: Order }>(context, 'GET', path, { deed })).baseDTO;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
