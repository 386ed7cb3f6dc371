import { AppError, bracketFault, notEnoughFor, priceBand, triggerReached } from '@sarraf/domain';
import type { BodyOf, placeBracket as endpoint, OrderType } from '@sarraf/domain/contracts';
import {
  type BalanceOf,
  type Command,
  type Decision,
  houseAccount,
  userAccount,
} from '../../ledger/index.ts';
import type { Caller } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import type { Match } from '../book/book-types.ts';
import { announceOrders, buildBookUpdate } from '../book/change-book.ts';
import { judgeCount, openMarket } from '../orders/decide-order.ts';
import { levelOf } from '../orders/end-orders.ts';
import { matchOrder } from '../orders/judge-order.ts';
import { plainManner } from '../orders/manner.ts';
import { applyToMetOrders, rowsOfMatch, updatesOfMetOrders } from '../orders/matched-orders.ts';
import { type OrderRow, orderDto } from '../orders/order.ts';
import type { OrderDeps } from '../orders/order-deps.ts';
import { matchedRow, tetherOf } from '../orders/order-row.ts';
import { insertWaitingOrder } from '../orders/order-table.ts';
import { type OrderRequest, readOrderRequest } from '../orders/read-order-request.ts';
import { type MatchSettlement, settleMatch, TradeTransfers } from '../orders/settle-match.ts';
import { enforceStablecoinLimit } from '../quick/stablecoin-limit.ts';
import { dueRow, followChange, pathOf } from './follow.ts';
import { outOfBand, termsAt, type WaitingBench, watchedPrice } from './judge-waiting.ts';
import { type Idempotency, placingOf, submitPlacing } from './place-trigger.ts';
import { badRequest, readPositive } from './read-trigger.ts';
import type { OrderTrigger } from './trigger.ts';
import { placed, untraded, walletsOf } from './waiting-row.ts';

interface BracketRequest {
  entry: OrderRequest;
  /** Limit of the take-profit sale. */
  profit: bigint;
  stop: { by: 'LAST' | 'REFERENCE'; price: bigint; limit: bigint | null };
}

/**
 * Places a purchase, with a take-profit sale above and a stop below that sell what it bought once it has ended;
 * resolves with the reply's JSON text once all is durable. Coins are blocked for the two as they are bought.
 *
 * BAD_REQUEST (takeProfit.unitPrice, stopLoss.trigger.price): they aren't on the two sides of the entry; otherwise
 * the refusals of `placeOrder` and of `placeTriggerOrder`.
 */
export function placeBracket(
  deps: OrderDeps,
  caller: Caller,
  body: BodyOf<typeof endpoint>,
  idempotency: Idempotency,
): Promise<string> {
  deps.pace.take(caller.userId);
  const request = readBracket(body);
  const { entry } = request;
  const ids = { entry: newId(), profit: newId(), stop: newId(), group: newId() };
  return submitPlacing(
    deps,
    caller,
    entry,
    (facts): Command => ({
      ...placingOf(deps, caller, entry, idempotency),
      accounts: [
        ...walletsOf(caller.userId, entry),
        houseAccount(entry.quote, 'fee'),
        ...(caller.inviterId === null ? [] : [userAccount(caller.inviterId, entry.quote)]),
      ],
      decide(balanceOf, at) {
        const { terms, market, reference } = openMarket(deps, entry, at.getTime());
        const wage = deps.wageOf(caller.level, entry.quote);
        const bench = { terms, market, reference, wage };
        judgeSides(deps, request, bench, at);
        judgeCount(deps.exchange, market, caller, 3);
        const match = matchOrder(entry, {
          ...bench,
          balance: balanceOf(userAccount(caller.userId, entry.quote)),
          owner: deps.exchange.ownerOf(caller.userId),
          gone: deps.exchange.goneAt(market, at.getTime()),
        });
        const bracket = {
          ...bench,
          ids,
          key: idempotency?.key ?? null,
          caller,
          request,
          match,
          balanceOf,
          at,
        };
        const decision = decideBracket(deps, bracket);
        if (facts) {
          const brings = tetherOf(entry, decision.entry);
          enforceStablecoinLimit(deps.rules.current(at.getTime()), facts, brings, balanceOf);
        }
        return decision;
      },
    }),
  );
}

function readBracket({ marketType, entry, takeProfit, stopLoss }: BodyOf<typeof endpoint>): BracketRequest {
  const first = readOrderRequest({ marketType, ...entry });
  const price = (text: string | number, field: string) => readPositive(text, first.quote, field);
  return {
    entry: first,
    profit: price(takeProfit.unitPrice, 'takeProfit.unitPrice'),
    stop: {
      by: stopLoss.trigger.by ?? 'LAST',
      price: price(stopLoss.trigger.price, 'stopLoss.trigger.price'),
      limit: stopLoss.unitPrice === undefined ? null : price(stopLoss.unitPrice, 'stopLoss.unitPrice'),
    },
  };
}

/**
 * Checks that the take-profit price is above what the purchase may cost and the stop below; both are valid prices
 * of the market.
 */
function judgeSides(
  deps: OrderDeps,
  { entry, profit, stop }: BracketRequest,
  bench: WaitingBench,
  at: Date,
): void {
  const { terms, market } = bench;
  const now = watchedPrice(deps, stop.by, bench, at.getTime());
  const best = market.best('sell', deps.exchange.goneAt(market, at.getTime()));
  const costs = entry.unitPrice ?? (best !== null && best > now ? best : now);
  const prices = { entry: costs, now, limited: entry.limited, profit, stop: stop.price };
  const fault = bracketFault(prices, terms.tick);
  if (fault === 'PROFIT_LOW') throw badRequest('takeProfit.unitPrice');
  if (fault === 'STOP_HIGH') throw badRequest('stopLoss.trigger.price');
  if (profit % terms.tick !== 0n || stop.price % terms.tick !== 0n) throw new AppError('AMOUNT_NOT_ALLOWED');
  if (fault !== null) {
    const { low, high } = priceBand(costs, terms.tick);
    throw outOfBand(terms, low, high);
  }
  // Any valid amount: the real one is known when the purchase has ended.
  const amount = entry.amount ?? terms.maxAmount - (terms.maxAmount % terms.lot);
  if (stop.limit !== null)
    termsAt({ ...saleOf(entry, 'LIMITED_SELL'), amount, unitPrice: stop.limit }, stop.price, bench);
}

const saleOf = (entry: OrderRequest, orderType: 'LIMITED_SELL' | 'MARKET_SELL'): OrderRequest => ({
  ...entry,
  orderType,
  side: 'sell',
  limited: orderType === 'LIMITED_SELL',
  total: null,
  manner: plainManner(orderType),
});

interface Bracket extends WaitingBench {
  ids: { entry: string; profit: string; stop: string; group: string };
  key: string | null;
  caller: Caller;
  request: BracketRequest;
  match: Match;
  balanceOf: BalanceOf;
  at: Date;
}

function decideBracket(deps: OrderDeps, bracket: Bracket): Decision & { entry: OrderRow } {
  const { ids, key, caller, request, market, wage, match, at } = bracket;
  const { quote } = request.entry;
  const { userId, inviterId, invitedBy } = caller;
  const taker = { id: ids.entry, userId, inviterId, invitedBy, side: 'buy' as const, wage };
  const worth = (notional: bigint) => deps.market.tomanValue(quote, notional, at.getTime()) ?? 0n;
  const settlement = settleMatch(market, match, taker, { tomanValue: worth, at });
  const entry = affordableEntry(bracket, settlement);
  const path = pathOf(settlement.fills);
  const sequence = market.head.sequence + 1;
  const following = followChange(deps, market, {
    changed: [...settlement.makers, ...settlement.ended],
    path,
    sequence,
    at,
  });
  const rests = entry.orderStatus === 'IS_OPEN';
  const left = [{ side: 'buy' as const, price: entry.unitPrice, delta: entry.amount - entry.executedAmount }];
  const first = buildBookUpdate(
    market,
    [...(rests ? left : []), ...settlement.ended.map(levelOf), ...following.levels],
    settlement,
    at.getTime(),
  );
  const children = childrenOf(bracket, entry, first.head.lastPrice);
  const profit = placed(market, children.profit, { wage, key, at, before: first.head });
  const stop = placed(market, children.stop, { wage, key, at, before: profit.step.head });
  const moves = new TradeTransfers(market);
  moves.hold(entry, 'buy', entry.reserved);
  moves.hold(children.profit, 'sell', children.profit.reserved);
  const { fills, transfers } = settlement;
  const rows = [entry, children.profit, children.stop];
  const shown = rows.map(orderDto);
  const line = {
    sequence,
    wage,
    firstFill: fills[0]?.number ?? null,
    lastFill: fills.at(-1)?.number ?? null,
    key,
  };
  const { number } = match;
  return {
    entry,
    transfers: [...following.before, ...transfers, ...moves.transfers, ...following.after],
    rows: [
      insertWaitingOrder(entry, line),
      ...rowsOfMatch(settlement, at),
      ...following.rows,
      ...[profit, stop].flatMap(({ insert }) => insert),
      ...[first, profit.step, stop.step].map(({ row }) => row),
    ],
    reply: JSON.stringify({ status: 'OK', message: 'orders placed', content: shown }),
    applied() {
      market.book.apply(number);
      applyToMetOrders(deps.exchange, market, settlement);
      following.applied();
      Object.assign(market.head, stop.step.head);
      const whose = { wage, inviterId, invitedBy };
      if (rests) deps.exchange.rest(market, { row: entry, side: 'buy', sequence, ...whose });
      for (const [row, child] of [
        [children.profit, profit],
        [children.stop, stop],
      ] as const)
        deps.exchange.wait(market, { row, side: 'sell', sequence: child.sequence, ...whose });
    },
    durable() {
      for (const { change } of [first, profit.step, stop.step]) deps.bus.publish('book', change);
      announceOrders(deps.bus, [
        ...rows.map((row, n) => ({ row, inviterId, shown: shown[n] as (typeof shown)[number] })),
        ...updatesOfMetOrders(settlement),
      ]);
      following.durable();
      deps.exchange.onDue(market);
    },
  };
}

/** Returns the row of the purchase; throws if it costs more than the person has. */
function affordableEntry(bracket: Bracket, { taker }: MatchSettlement): OrderRow {
  const { ids, caller, request, balanceOf } = bracket;
  const bought = matchedRow({ ...bracket, id: ids.entry, request: request.entry }, taker);
  if (bought.notional + bought.fee + bought.reserved > balanceOf(userAccount(caller.userId, bought.quote)))
    throw new AppError(notEnoughFor('buy', bought.quote));
  return { ...bought, group: ids.group };
}

/** Returns the two orders that sell what the entry bought: dormant while it is open, active if it ended on arrival. */
function childrenOf({ ids, caller, request, at }: Bracket, entry: OrderRow, last: bigint | null) {
  const { profit, stop } = request;
  const { userId } = caller;
  const { coin, quote, executedAmount } = entry;
  const open = entry.orderStatus === 'IS_OPEN';
  const amount = open ? entry.amount : executedAmount;
  const both = { userId, coin, quote, amount, group: ids.group, createdAt: at };
  const asleep: OrderTrigger = {
    ...{ state: 'DORMANT', kind: 'ENTRY', by: null, price: null, distance: null },
    ...{ limit: null, total: null, triggeredAt: null },
  };
  const limitSale: OrderType = 'LIMITED_SELL';
  const sale = untraded({
    ...{ ...both, id: ids.profit, orderType: limitSale, unitPrice: profit },
    ...{ reserved: executedAmount, trigger: asleep },
  });
  const waits = { ...asleep, kind: 'STOP' as const, by: stop.by, price: stop.price };
  const guard = untraded({
    ...{ ...both, id: ids.stop, orderType: stop.limit === null ? 'MARKET_SELL' : limitSale },
    ...{ unitPrice: stop.limit ?? stop.price, reserved: 0n, trigger: waits },
  });
  if (open) return { profit: sale, stop: guard };
  const reached = stop.by === 'LAST' && last !== null && triggerReached('sell', 'STOP', stop.price, last);
  return {
    profit: dueRow(sale, at),
    stop: reached ? dueRow(guard, at) : { ...guard, trigger: { ...waits, state: 'WAITING' as const } },
  };
}
