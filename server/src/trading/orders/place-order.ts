import { AppError } from '@sarraf/domain';
import type { BodyOf, placeOrder as endpoint } from '@sarraf/domain/contracts';
import type { Command } from '../../ledger/index.ts';
import type { Caller } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import {
  readStablecoinFacts,
  runSequentiallyPerUser,
  type StablecoinFacts,
} from '../quick/stablecoin-limit.ts';
import { decideNewOrder, type NewOrderInput, orderAccounts } from './decide-order.ts';
import type { OrderDeps } from './order-deps.ts';
import { type OrderRequest, parseOrderRequest } from './read-order-request.ts';

export type { OrderDeps } from './order-deps.ts';

/**
 * Places an order; resolves with the reply's JSON text once everything is durable. What isn't filled immediately
 * rests on the order book, or ends, depending on `timeInForce`.
 *
 * TOO_MANY_REQUESTS (data.retryAfter); NOT_AUTHORIZED: a purchase by a person who may only sell; those of
 * `parseOrderRequest`; MARKET_IS_NOT_ACTIVE: closed, or without any price to validate against; TRADING_CLOSED
 * (data.opensAt); PAUSED; AMOUNT_NOT_ALLOWED, AMOUNT_IS_LOW, AMOUNT_IS_HIGH, PRICE_OUT_OF_BAND (data.low,
 * data.high), 'Not Enough Balance', NOT_ENOUGH_BALANCE_TOMAN; NO_LIQUIDITY; SELF_TRADE: the first order it would
 * meet is the same person's, and the new one gives way; FOK_NOT_FILLED, POST_ONLY_WOULD_TAKE;
 * CLIENT_ORDER_ID_IN_USE: another order with it is open; TOO_MANY_OPEN_ORDERS (data.most); STABLECOIN_LIMIT
 * (data.left); IDEMPOTENCY_KEY_REUSED, SERVICE_UNAVAILABLE.
 */
export async function placeOrder(
  deps: OrderDeps,
  caller: Caller,
  body: BodyOf<typeof endpoint>,
  idempotency: { key: string; digest: string } | null,
): Promise<string> {
  deps.pace.countOrders(caller.userId);
  return placeOrderUncounted(deps, caller, body, idempotency);
}

/** Like `placeOrder`, for a request that the rate limit has counted already. */
export async function placeOrderUncounted(
  deps: OrderDeps,
  caller: Caller,
  body: BodyOf<typeof endpoint>,
  idempotency: { key: string; digest: string } | null,
): Promise<string> {
  const request = parseOrderRequest(body);
  return withStablecoinFacts(deps, caller, request, (facts) =>
    deps.ledger.submit(buildCommand(deps, caller, request, facts, idempotency)),
  );
}

/**
 * Reads the caller's Tether facts before the command; where the rules limit Tether, one request after another per
 * person. NOT_AUTHORIZED: a purchase by a person who may only sell.
 */
export async function withStablecoinFacts<T>(
  deps: OrderDeps,
  { userId, authenticationType }: Pick<Caller, 'userId' | 'authenticationType'>,
  request: OrderRequest,
  submit: (facts: StablecoinFacts | null) => Promise<T>,
): Promise<T> {
  if (request.side === 'buy' && authenticationType !== 'AUTHORIZED') throw new AppError('NOT_AUTHORIZED');
  const { stablecoinPerYear, stablecoinHolding } = deps.rules.current();
  if (stablecoinPerYear === null && stablecoinHolding === null) return submit(null);
  return runSequentiallyPerUser(userId, async () => submit(await readStablecoinFacts(deps, request, userId)));
}

function buildCommand(
  deps: OrderDeps,
  caller: Caller,
  request: OrderRequest,
  facts: StablecoinFacts | null,
  idempotency: { key: string; digest: string } | null,
): Command {
  const { coin, quote } = request;
  const input: NewOrderInput = { id: newId(), key: idempotency?.key ?? null, caller, request, facts };
  return {
    accounts: orderAccounts(input),
    ...(idempotency && { idempotency: { owner: caller.userId, ...idempotency } }),
    prepare: () => deps.exchange.refineIncrements(coin, quote),
    decide: (balanceOf, at) => decideNewOrder(deps, input, balanceOf, at),
  };
}
