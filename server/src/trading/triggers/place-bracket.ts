import {
  AppError,
  computePriceBand,
  insufficientBalanceCode,
  isTriggerReached,
  validateBracket,
} from '@sarraf/domain';
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
import { buildBookUpdate, publishOrders } from '../book/change-book.ts';
import { assertOpenOrderLimit, getOpenMarket } from '../orders/decide-order.ts';
import { toLevelDelta } from '../orders/end-orders.ts';
import { getDefaultManner } from '../orders/manner.ts';
import { matchOrder } from '../orders/match-order.ts';
import { applyToMetOrders, rowsOfMatch, updatesOfMetOrders } from '../orders/matched-orders.ts';
import { type OrderRow, orderDto } from '../orders/order.ts';
import type { OrderDeps } from '../orders/order-deps.ts';
import { buildMatchedRow, computeTetherReceived } from '../orders/order-row.ts';
import { insertWaitingOrder } from '../orders/order-table.ts';
import { type OrderRequest, parseOrderRequest } from '../orders/read-order-request.ts';
import { type MatchSettlement, settleMatch, TradeTransfers } from '../orders/settle-match.ts';
import { enforceStablecoinLimit } from '../quick/stablecoin-limit.ts';
import { deriveConsequence, toDueRow, toPricePath } from './follow.ts';
import { buildPlacingCommand, type Idempotency, submitPlacing } from './place-trigger.ts';
import { createBadRequest, parsePositivePrice } from './read-trigger.ts';
import type { OrderTrigger } from './trigger.ts';
import {
  computeTermsAt,
  createOutOfBandError,
  readWatchedPrice,
  type WaitingContext,
} from './validate-waiting.ts';
import { buildPlacement, buildUntradedRow, listWalletAccounts } from './waiting-row.ts';

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
  deps.pace.countOrders(caller.userId);
  const request = parseBracket(body);
  const { entry } = request;
  const ids = { entry: newId(), profit: newId(), stop: newId(), group: newId() };
  return submitPlacing(
    deps,
    caller,
    entry,
    (facts): Command => ({
      ...buildPlacingCommand(deps, caller, entry, idempotency),
      accounts: [
        ...listWalletAccounts(caller.userId, entry),
        houseAccount(entry.quote, 'fee'),
        ...(caller.inviterId === null ? [] : [userAccount(caller.inviterId, entry.quote)]),
      ],
      decide(balanceOf, at) {
        const { terms, market, reference } = getOpenMarket(deps, entry, at.getTime());
        const feeRate = deps.getFeeRate(caller.level, entry.quote);
        const context = { terms, market, reference, feeRate };
        validateSides(deps, request, context, at);
        assertOpenOrderLimit(deps.exchange, market, caller, 3);
        const match = matchOrder(entry, {
          ...context,
          balance: balanceOf(userAccount(caller.userId, entry.quote)),
          owner: deps.exchange.getOwnerNumber(caller.userId),
          gone: deps.exchange.createExpiryTest(market, at.getTime()),
        });
        const bracket = {
          ...context,
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
          const tetherReceived = computeTetherReceived(entry, decision.entry);
          enforceStablecoinLimit(deps.rules.current(at.getTime()), facts, tetherReceived, balanceOf);
        }
        return decision;
      },
    }),
  );
}

function parseBracket({ marketType, entry, takeProfit, stopLoss }: BodyOf<typeof endpoint>): BracketRequest {
  const entryRequest = parseOrderRequest({ marketType, ...entry });
  const parsePrice = (text: string | number, field: string) =>
    parsePositivePrice(text, entryRequest.quote, field);
  return {
    entry: entryRequest,
    profit: parsePrice(takeProfit.unitPrice, 'takeProfit.unitPrice'),
    stop: {
      by: stopLoss.trigger.by ?? 'LAST',
      price: parsePrice(stopLoss.trigger.price, 'stopLoss.trigger.price'),
      limit: stopLoss.unitPrice === undefined ? null : parsePrice(stopLoss.unitPrice, 'stopLoss.unitPrice'),
    },
  };
}

/**
 * Checks that the take-profit price is above what the purchase may cost and the stop below; both are valid prices
 * of the market.
 */
function validateSides(
  deps: OrderDeps,
  { entry, profit, stop }: BracketRequest,
  context: WaitingContext,
  at: Date,
): void {
  const { terms, market } = context;
  const now = readWatchedPrice(deps, stop.by, context, at.getTime());
  const best = market.getBestPrice('sell', deps.exchange.createExpiryTest(market, at.getTime()));
  const entryPrice = entry.unitPrice ?? (best !== null && best > now ? best : now);
  const prices = { entry: entryPrice, now, limited: entry.limited, profit, stop: stop.price };
  const error = validateBracket(prices, terms.tick);
  if (error === 'PROFIT_LOW') throw createBadRequest('takeProfit.unitPrice');
  if (error === 'STOP_HIGH') throw createBadRequest('stopLoss.trigger.price');
  if (profit % terms.tick !== 0n || stop.price % terms.tick !== 0n) throw new AppError('AMOUNT_NOT_ALLOWED');
  if (error !== null) {
    const { low, high } = computePriceBand(entryPrice, terms.tick);
    throw createOutOfBandError(terms, low, high);
  }
  // Any valid amount: the real one is known when the purchase has ended.
  const amount = entry.amount ?? terms.maxAmount - (terms.maxAmount % terms.lot);
  if (stop.limit !== null)
    computeTermsAt(
      { ...buildSaleRequest(entry, 'LIMITED_SELL'), amount, unitPrice: stop.limit },
      stop.price,
      context,
    );
}

const buildSaleRequest = (entry: OrderRequest, orderType: 'LIMITED_SELL' | 'MARKET_SELL'): OrderRequest => ({
  ...entry,
  orderType,
  side: 'sell',
  limited: orderType === 'LIMITED_SELL',
  total: null,
  manner: getDefaultManner(orderType),
});

interface BracketInput extends WaitingContext {
  ids: { entry: string; profit: string; stop: string; group: string };
  key: string | null;
  caller: Caller;
  request: BracketRequest;
  match: Match;
  balanceOf: BalanceOf;
  at: Date;
}

function decideBracket(deps: OrderDeps, bracket: BracketInput): Decision & { entry: OrderRow } {
  const { ids, key, caller, request, market, feeRate, match, at } = bracket;
  const { quote } = request.entry;
  const { userId, inviterId, invitedBy } = caller;
  const taker = { id: ids.entry, userId, inviterId, invitedBy, side: 'buy' as const, feeRate };
  const toTomanValue = (notional: bigint) => deps.market.tomanValue(quote, notional, at.getTime()) ?? 0n;
  const settlement = settleMatch(market, match, taker, { tomanValue: toTomanValue, at });
  const entry = affordableEntry(bracket, settlement);
  const path = toPricePath(settlement.fills);
  const sequence = market.head.sequence + 1;
  const consequence = deriveConsequence(deps, market, {
    changed: [...settlement.makers, ...settlement.ended],
    path,
    sequence,
    at,
  });
  const isResting = entry.orderStatus === 'IS_OPEN';
  const entryLevels = [
    { side: 'buy' as const, price: entry.unitPrice, delta: entry.amount - entry.executedAmount },
  ];
  const first = buildBookUpdate(
    market,
    [...(isResting ? entryLevels : []), ...settlement.ended.map(toLevelDelta), ...consequence.levels],
    settlement,
    at.getTime(),
  );
  const exitOrders = buildExitOrders(bracket, entry, first.head.lastPrice);
  const profit = buildPlacement(market, exitOrders.profit, { feeRate, key, at, before: first.head });
  const stop = buildPlacement(market, exitOrders.stop, { feeRate, key, at, before: profit.step.head });
  const holds = new TradeTransfers(market);
  holds.addHold(entry, 'buy', entry.reserved);
  holds.addHold(exitOrders.profit, 'sell', exitOrders.profit.reserved);
  const { fills, transfers } = settlement;
  const rows = [entry, exitOrders.profit, exitOrders.stop];
  const dtos = rows.map(orderDto);
  const columns = {
    sequence,
    feeRate,
    firstFill: fills[0]?.number ?? null,
    lastFill: fills.at(-1)?.number ?? null,
    key,
  };
  const { number } = match;
  return {
    entry,
    transfers: [...consequence.before, ...transfers, ...holds.transfers, ...consequence.after],
    rows: [
      insertWaitingOrder(entry, columns),
      ...rowsOfMatch(settlement, at),
      ...consequence.rows,
      ...[profit, stop].flatMap(({ insert }) => insert),
      ...[first, profit.step, stop.step].map(({ row }) => row),
    ],
    reply: JSON.stringify({ status: 'OK', message: 'orders placed', content: dtos }),
    applied() {
      market.book.apply(number);
      applyToMetOrders(deps.exchange, market, settlement);
      consequence.applied();
      Object.assign(market.head, stop.step.head);
      const ownerTerms = { feeRate, inviterId, invitedBy };
      if (isResting) deps.exchange.addResting(market, { row: entry, side: 'buy', sequence, ...ownerTerms });
      for (const [row, child] of [
        [exitOrders.profit, profit],
        [exitOrders.stop, stop],
      ] as const)
        deps.exchange.addWaiting(market, { row, side: 'sell', sequence: child.sequence, ...ownerTerms });
    },
    durable() {
      for (const { change } of [first, profit.step, stop.step]) deps.bus.publish('book', change);
      publishOrders(deps.bus, [
        ...rows.map((row, n) => ({ row, inviterId, shown: dtos[n] as (typeof dtos)[number] })),
        ...updatesOfMetOrders(settlement),
      ]);
      consequence.durable();
      deps.exchange.onDue(market);
    },
  };
}

/** Returns the row of the purchase; throws if it costs more than the person has. */
function affordableEntry(bracket: BracketInput, { taker }: MatchSettlement): OrderRow {
  const { ids, caller, request, balanceOf } = bracket;
  const bought = buildMatchedRow({ ...bracket, id: ids.entry, request: request.entry }, taker);
  if (bought.notional + bought.fee + bought.reserved > balanceOf(userAccount(caller.userId, bought.quote)))
    throw new AppError(insufficientBalanceCode('buy', bought.quote));
  return { ...bought, group: ids.group };
}

/** Returns the two orders that sell what the entry bought: dormant while it is open, active if it ended on arrival. */
function buildExitOrders({ ids, caller, request, at }: BracketInput, entry: OrderRow, last: bigint | null) {
  const { profit, stop } = request;
  const { userId } = caller;
  const { coin, quote, executedAmount } = entry;
  const isEntryOpen = entry.orderStatus === 'IS_OPEN';
  const amount = isEntryOpen ? entry.amount : executedAmount;
  const shared = { userId, coin, quote, amount, group: ids.group, createdAt: at };
  const dormantTrigger: OrderTrigger = {
    ...{ state: 'DORMANT', kind: 'ENTRY', by: null, price: null, distance: null },
    ...{ limit: null, total: null, triggeredAt: null },
  };
  const limitSale: OrderType = 'LIMITED_SELL';
  const profitRow = buildUntradedRow({
    ...{ ...shared, id: ids.profit, orderType: limitSale, unitPrice: profit },
    ...{ reserved: executedAmount, trigger: dormantTrigger },
  });
  const stopTrigger = { ...dormantTrigger, kind: 'STOP' as const, by: stop.by, price: stop.price };
  const stopRow = buildUntradedRow({
    ...{ ...shared, id: ids.stop, orderType: stop.limit === null ? 'MARKET_SELL' : limitSale },
    ...{ unitPrice: stop.limit ?? stop.price, reserved: 0n, trigger: stopTrigger },
  });
  if (isEntryOpen) return { profit: profitRow, stop: stopRow };
  const reached = stop.by === 'LAST' && last !== null && isTriggerReached('sell', 'STOP', stop.price, last);
  return {
    profit: toDueRow(profitRow, at),
    stop: reached
      ? toDueRow(stopRow, at)
      : { ...stopRow, trigger: { ...stopTrigger, state: 'WAITING' as const } },
  };
}
