import { AppError, insufficientBalanceCode, type Ppm } from '@sarraf/domain';
import type { BodyOf, placeOrder as endpoint } from '@sarraf/domain/contracts';
import { type Account, type Command, type Decision, userAccount } from '../../ledger/index.ts';
import type { Caller } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import { publishOrders } from '../book/change-book.ts';
import type { BookHead, MarketBook } from '../book/market-book.ts';
import { assertClientIdFree, assertOpenOrderLimit, getOpenMarket } from '../orders/decide-order.ts';
import { getDefaultManner } from '../orders/manner.ts';
import { type OrderRow, orderDto } from '../orders/order.ts';
import type { OrderDeps } from '../orders/order-deps.ts';
import { computeTetherReceived } from '../orders/order-row.ts';
import { withStablecoinFacts } from '../orders/place-order.ts';
import { type OrderRequest, parseOrderRequest } from '../orders/read-order-request.ts';
import { TradeTransfers } from '../orders/settle-match.ts';
import { enforceStablecoinLimit, type StablecoinFacts } from '../quick/stablecoin-limit.ts';
import { createBadRequest, parseTrigger } from './read-trigger.ts';
import { readWatchedPrice, validateWaiting } from './validate-waiting.ts';
import { buildPlacement, buildUntradedRow, listWalletAccounts } from './waiting-row.ts';

export type Idempotency = { key: string; digest: string } | null;

/**
 * Places an order that waits for a price, for a request that the rate limit has counted already; resolves with the
 * reply's JSON text once it is durable. The maximum that it may need is blocked.
 *
 * Refusals: those of `placeOrder`, except those of matching; those of `parseTrigger` and `validateWaiting`.
 */
export function placeTriggerOrder(
  deps: OrderDeps,
  caller: Caller,
  { trigger, ...body }: BodyOf<typeof endpoint> & Required<Pick<BodyOf<typeof endpoint>, 'trigger'>>,
  idempotency: Idempotency,
): Promise<string> {
  const request = parseOrderRequest(body);
  const { timeInForce, postOnly, clientOrderId, slices } = request.manner;
  if (timeInForce !== getDefaultManner(request.orderType).timeInForce) throw createBadRequest('timeInForce');
  if (postOnly) throw createBadRequest('postOnly');
  if (slices !== null) throw createBadRequest('displayAmount');
  const triggerRequest = parseTrigger(trigger, request.quote);
  const id = newId();
  return submitPlacing(deps, caller, request, (facts) => ({
    ...buildPlacingCommand(deps, caller, request, idempotency),
    decide(balanceOf, at) {
      const { terms, market, reference } = getOpenMarket(deps, request, at.getTime());
      const feeRate = deps.getFeeRate(caller.level, request.quote);
      const now = readWatchedPrice(deps, triggerRequest.by, { market, reference }, at.getTime());
      const { needs, ...figures } = validateWaiting(request, triggerRequest, now, {
        terms,
        market,
        reference,
        feeRate,
      });
      if (needs > balanceOf(getPayingAccount(caller, request)))
        throw new AppError(insufficientBalanceCode(request.side, request.quote));
      assertOpenOrderLimit(deps.exchange, market, caller);
      assertClientIdFree(deps.exchange, caller.userId, clientOrderId, undefined);
      const { coin, quote, orderType } = request;
      const row = buildUntradedRow({
        ...{ id, userId: caller.userId, coin, quote, orderType, group: null, createdAt: at },
        ...figures,
        reserved: needs,
        manner: request.manner,
      });
      if (facts)
        enforceStablecoinLimit(
          deps.rules.current(at.getTime()),
          facts,
          computeTetherReceived(request, row),
          balanceOf,
        );
      return decidePlacing(
        deps,
        market,
        { caller, feeRate, key: idempotency?.key ?? null, at },
        [row],
        (orders) => JSON.stringify({ status: 'OK', message: 'order placed', baseDTO: orders[0] }),
      );
    },
  }));
}

/** Submits a command once the facts for the Tether limits are known. NOT_AUTHORIZED. */
export const submitPlacing = (
  deps: OrderDeps,
  caller: Caller,
  request: OrderRequest,
  command: (facts: StablecoinFacts | null) => Command,
): Promise<string> =>
  withStablecoinFacts(deps, caller, request, (facts) =>
    deps.ledger.submit(addAccounts(command(facts), facts ? [facts.spendable, facts.blocked] : [])),
  );

const addAccounts = (command: Command, extra: readonly Account[]): Command => ({
  ...command,
  accounts: [...command.accounts, ...extra],
});

/** Common parts of the commands that place such orders. */
export const buildPlacingCommand = (
  { exchange }: OrderDeps,
  { userId }: Caller,
  { coin, quote }: Pick<OrderRequest, 'coin' | 'quote'>,
  idempotency: Idempotency,
): Omit<Command, 'decide'> => ({
  accounts: listWalletAccounts(userId, { coin, quote }),
  ...(idempotency && { idempotency: { owner: userId, ...idempotency } }),
  prepare: () => exchange.refineIncrements(coin, quote),
});

export const getPayingAccount = (
  { userId }: Caller,
  { side, coin, quote }: Pick<OrderRequest, 'side' | 'coin' | 'quote'>,
) => userAccount(userId, side === 'buy' ? quote : coin);

/** Writes orders that don't match now, each with a sequence number of its own. Pure. */
export function decidePlacing(
  { exchange, bus }: OrderDeps,
  market: MarketBook,
  {
    caller,
    feeRate,
    key,
    at,
    before: first = market.head,
  }: { caller: Caller; feeRate: Ppm; key: string | null; at: Date; before?: BookHead },
  rows: readonly OrderRow[],
  reply: (orders: ReturnType<typeof orderDto>[]) => string,
): Decision {
  const { inviterId, invitedBy } = caller;
  const holds = new TradeTransfers(market);
  const orders: { row: OrderRow; written: ReturnType<typeof buildPlacement> }[] = [];
  for (const row of rows) {
    holds.addHold(row, getSide(row), row.reserved);
    const before = orders.at(-1)?.written.step.head ?? first;
    orders.push({ row, written: buildPlacement(market, row, { feeRate, key, at, before }) });
  }
  const dtos = rows.map(orderDto);
  return {
    transfers: holds.transfers,
    rows: orders.flatMap(({ written: { insert, step } }) => [insert, step.row]),
    reply: reply(dtos),
    applied() {
      for (const { row, written } of orders) {
        Object.assign(market.head, written.step.head);
        const order = { row, side: getSide(row), sequence: written.sequence, feeRate, inviterId, invitedBy };
        if (row.trigger === null) exchange.addResting(market, order);
        else exchange.addWaiting(market, order);
      }
    },
    durable() {
      for (const { written } of orders) bus.publish('book', written.step.change);
      publishOrders(
        bus,
        rows.map((row, n) => ({ row, inviterId, shown: dtos[n] as (typeof dtos)[number] })),
      );
    },
  };
}

const getSide = ({ orderType }: OrderRow) =>
  orderType.endsWith('_BUY') ? ('buy' as const) : ('sell' as const);
