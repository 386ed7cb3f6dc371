import type { KeyPermission, Order, RateClass } from '@sarraf/domain/contracts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { KeyCaller } from '../platform/http/keys/key-gate.ts';
import type { CallSignature } from '../platform/http/keys/used-signatures.ts';
import { createMalformedFailure, createUnknownOrderFailure, type OperationKind } from './failures.ts';
import { idRangeOfNumber, orderNumberOf } from './order-numbers.ts';
import { symbolOfOrder } from './order-shape.ts';
import { type OwnApiCall, requestOwnApi } from './own-api.ts';
import type { Parameters } from './parameters.ts';
import { findOrderId } from './store.ts';
import type { SymbolMarket } from './symbols.ts';

/** Dependencies of a signed call. */
export interface SignedContext {
  ask: OwnApiCall;
  db: Db;
  clock: Clock;
  parameters: Parameters;
  caller: KeyCaller;
  signed: CallSignature;
  /** Returns a person's orders by their ids, in their order. */
  ordersById(userId: string, ids: readonly string[]): Promise<Order[]>;
  /** Returns the key's used part of its order limit. */
  readOrderUse(): { max: number; used: number };
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
export async function callOwnApi<T>(
  context: SignedContext,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  {
    body,
    deed = 'READ',
    idempotencyKey,
  }: { body?: unknown; deed?: OperationKind; idempotencyKey?: string } = {},
): Promise<T> {
  const { ask, caller, signed, ip } = context;
  context.calls += 1;
  const signedPart = { ...signed, digest: `${signed.digest} ${context.calls}` };
  const ownCall = {
    ...{ method, path, caller: { caller, signed: signedPart }, ip },
    ...(body !== undefined && { body }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  return requestOwnApi<T>(ask, ownCall, deed);
}

/** Returns the order that `orderId` or `origClientOrderId` names, in the market of `symbol`. */
export async function readNamedOrder(context: SignedContext, operation: OperationKind): Promise<Order> {
  const { parameters } = context;
  const market = parameters.symbol();
  const number = parameters.integer('orderId');
  const clientId = parameters.text('origClientOrderId');
  parameters.assertAllRead();
  return findNamedOrder(context, market, { number, clientId }, operation);
}

export async function findNamedOrder(
  context: SignedContext,
  market: SymbolMarket,
  { number, clientId }: { number: number | null; clientId: string | null },
  operation: OperationKind,
): Promise<Order> {
  if (number === null && clientId === null) throw createMalformedFailure('orderId');
  const order =
    number === null
      ? await readOrderByClientId(context, clientId ?? '', operation)
      : await readOrderByNumber(context, number, operation);
  const isMatching = clientId === null || order.clientOrderId === clientId || order.id === clientId;
  if (symbolOfOrder(order) !== market.symbol || !isMatching) throw createUnknownOrderFailure(operation);
  return order;
}

async function readOrderByNumber(
  context: SignedContext,
  number: number,
  operation: OperationKind,
): Promise<Order> {
  const range = idRangeOfNumber(number);
  const id =
    range &&
    (await findOrderId(
      context.db,
      context.caller.userId,
      range,
      (candidateId) => orderNumberOf(candidateId) === number,
    ));
  if (!id) throw createUnknownOrderFailure(operation);
  return (await callOwnApi<{ baseDTO: Order }>(context, 'GET', `/orders/${id}?size=1`, { deed: operation }))
    .baseDTO;
}

/** Orders without a client id are identified by our id. */
async function readOrderByClientId(
  context: SignedContext,
  clientId: string,
  operation: OperationKind,
): Promise<Order> {
  const path = UUID.test(clientId)
    ? `/orders/${clientId}?size=1`
    : `/orders/by-client-id/${encodeURIComponent(clientId)}`;
  return (await callOwnApi<{ baseDTO: Order }>(context, 'GET', path, { deed: operation })).baseDTO;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
