import { AppError, notEnoughFor, type Ppm } from '@sarraf/domain';
import type { BodyOf, placeOrder as endpoint } from '@sarraf/domain/contracts';
import { type Account, type Command, type Decision, userAccount } from '../../ledger/index.ts';
import type { Caller } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import { announceOrders } from '../book/change-book.ts';
import type { BookHead, MarketBook } from '../book/market-book.ts';
import { judgeClientId, judgeCount, openMarket } from '../orders/decide-order.ts';
import { plainManner } from '../orders/manner.ts';
import { type OrderRow, orderDto } from '../orders/order.ts';
import type { OrderDeps } from '../orders/order-deps.ts';
import { tetherOf } from '../orders/order-row.ts';
import { withFacts } from '../orders/place-order.ts';
import { type OrderRequest, readOrderRequest } from '../orders/read-order-request.ts';
import { TradeTransfers } from '../orders/settle-match.ts';
import { enforceStablecoinLimit, type StablecoinFacts } from '../quick/stablecoin-limit.ts';
import { judgeWaiting, watchedPrice } from './judge-waiting.ts';
import { badRequest, readTrigger } from './read-trigger.ts';
import { placed, untraded, walletsOf } from './waiting-row.ts';

export type Idempotency = { key: string; digest: string } | null;

/**
 * Places an order that waits for a price, for a request that the rate limit has counted already; resolves with the
 * reply's JSON text once it is durable. The maximum that it may need is blocked.
 *
 * Refusals: those of `placeOrder`, except those of matching; those of `readTrigger` and `judgeWaiting`.
 */
export function placeTriggerOrder(
  deps: OrderDeps,
  caller: Caller,
  { trigger, ...body }: BodyOf<typeof endpoint> & Required<Pick<BodyOf<typeof endpoint>, 'trigger'>>,
  idempotency: Idempotency,
): Promise<string> {
  const request = readOrderRequest(body);
  const { timeInForce, postOnly, clientOrderId, slices } = request.manner;
  if (timeInForce !== plainManner(request.orderType).timeInForce) throw badRequest('timeInForce');
  if (postOnly) throw badRequest('postOnly');
  if (slices !== null) throw badRequest('displayAmount');
  const wanted = readTrigger(trigger, request.quote);
  const id = newId();
  return submitPlacing(deps, caller, request, (facts) => ({
    ...placingOf(deps, caller, request, idempotency),
    decide(balanceOf, at) {
      const { terms, market, reference } = openMarket(deps, request, at.getTime());
      const wage = deps.wageOf(caller.level, request.quote);
      const now = watchedPrice(deps, wanted.by, { market, reference }, at.getTime());
      const { needs, ...figures } = judgeWaiting(request, wanted, now, { terms, market, reference, wage });
      if (needs > balanceOf(givenBy(caller, request)))
        throw new AppError(notEnoughFor(request.side, request.quote));
      judgeCount(deps.exchange, market, caller);
      judgeClientId(deps.exchange, caller.userId, clientOrderId, undefined);
      const { coin, quote, orderType } = request;
      const row = untraded({
        ...{ id, userId: caller.userId, coin, quote, orderType, group: null, createdAt: at },
        ...figures,
        reserved: needs,
        manner: request.manner,
      });
      if (facts)
        enforceStablecoinLimit(deps.rules.current(at.getTime()), facts, tetherOf(request, row), balanceOf);
      return decidePlacing(
        deps,
        market,
        { caller, wage, key: idempotency?.key ?? null, at },
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
  withFacts(deps, caller, request, (facts) =>
    deps.ledger.submit(withAccounts(command(facts), facts ? [facts.spendable, facts.blocked] : [])),
  );

const withAccounts = (command: Command, more: readonly Account[]): Command => ({
  ...command,
  accounts: [...command.accounts, ...more],
});

/** Common parts of the commands that place such orders. */
export const placingOf = (
  { exchange }: OrderDeps,
  { userId }: Caller,
  { coin, quote }: Pick<OrderRequest, 'coin' | 'quote'>,
  idempotency: Idempotency,
): Omit<Command, 'decide'> => ({
  accounts: walletsOf(userId, { coin, quote }),
  ...(idempotency && { idempotency: { owner: userId, ...idempotency } }),
  prepare: () => exchange.fit(coin, quote),
});

export const givenBy = (
  { userId }: Caller,
  { side, coin, quote }: Pick<OrderRequest, 'side' | 'coin' | 'quote'>,
) => userAccount(userId, side === 'buy' ? quote : coin);

/** Writes orders that don't match now, each with a sequence number of its own. Pure. */
export function decidePlacing(
  { exchange, bus }: OrderDeps,
  market: MarketBook,
  {
    caller,
    wage,
    key,
    at,
    before: first = market.head,
  }: { caller: Caller; wage: Ppm; key: string | null; at: Date; before?: BookHead },
  rows: readonly OrderRow[],
  reply: (orders: ReturnType<typeof orderDto>[]) => string,
): Decision {
  const { inviterId, invitedBy } = caller;
  const holds = new TradeTransfers(market);
  const orders: { row: OrderRow; written: ReturnType<typeof placed> }[] = [];
  for (const row of rows) {
    holds.hold(row, sideOf(row), row.reserved);
    const before = orders.at(-1)?.written.step.head ?? first;
    orders.push({ row, written: placed(market, row, { wage, key, at, before }) });
  }
  const shown = rows.map(orderDto);
  return {
    transfers: holds.transfers,
    rows: orders.flatMap(({ written: { insert, step } }) => [insert, step.row]),
    reply: reply(shown),
    applied() {
      for (const { row, written } of orders) {
        Object.assign(market.head, written.step.head);
        const order = { row, side: sideOf(row), sequence: written.sequence, wage, inviterId, invitedBy };
        if (row.trigger === null) exchange.rest(market, order);
        else exchange.wait(market, order);
      }
    },
    durable() {
      for (const { written } of orders) bus.publish('book', written.step.change);
      announceOrders(
        bus,
        rows.map((row, n) => ({ row, inviterId, shown: shown[n] as (typeof shown)[number] })),
      );
    },
  };
}

const sideOf = ({ orderType }: OrderRow) =>
  orderType.endsWith('_BUY') ? ('buy' as const) : ('sell' as const);
