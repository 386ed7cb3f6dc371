import { AppError, type OrderTerms, type Ppm } from '@sarraf/domain';
import {
  type Account,
  type BalanceOf,
  type Decision,
  houseAccount,
  userAccount,
} from '../../ledger/index.ts';
import type { BookChange } from '../../platform/bus/bus.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { Match } from '../book/book-types.ts';
import { buildBookUpdate, publishOrders } from '../book/change-book.ts';
import type { MarketBook, OpenOrder } from '../book/market-book.ts';
import { getDisplayedAmount } from '../book/slices.ts';
import type { OrderBooks } from '../quick/exchange.ts';
import { enforceStablecoinLimit, type StablecoinFacts } from '../quick/stablecoin-limit.ts';
import { assertMarketOpen } from '../refuse-closed-market.ts';
import { deriveConsequence, toPricePath } from '../triggers/follow.ts';
import { toLevelDelta } from './end-orders.ts';
import { canRestOnBook } from './manner.ts';
import { type MatchContext, matchOrder } from './match-order.ts';
import { applyToMetOrders, rowsOfMatch, updatesOfMetOrders } from './matched-orders.ts';
import { orderDto, toEndedRow } from './order.ts';
import type { OrderDeps } from './order-deps.ts';
import { buildMatchedRow, computePendingTether, computeTetherReceived } from './order-row.ts';
import { insertLimitOrder } from './order-table.ts';
import type { OrderRequest } from './read-order-request.ts';
import { settleMatch, TradeTransfers } from './settle-match.ts';

/** Maximum number of open orders of a person: in one market, and in all. */
export const MAX_OPEN_ORDERS = { person: [200, 1_000], supervisor: [2_000, 10_000] } as const;

/** An order request, in a command whose accounts are those of `orderAccounts`. */
export interface NewOrderInput {
  /** Id of the new order. */
  id: string;
  /** Idempotency key of the request; null: none. */
  key: string | null;
  caller: Pick<Caller, 'userId' | 'level' | 'inviterId' | 'invitedBy' | 'supervisor'>;
  request: OrderRequest;
  facts: StablecoinFacts | null;
  /**
   * Amount of the paying asset that the command makes spendable before the transfers of this decision; the caller
   * puts those transfers in front of them.
   */
  freed?: bigint;
  /** The caller's open order, on the same side of the same market, that this one replaces. */
  replaced?: OpenOrder;
}

/** Returns the accounts that an order's command touches, as far as they are known in advance. */
export function orderAccounts({
  caller,
  request: { coin, quote },
  facts,
}: Omit<NewOrderInput, 'id' | 'key'>): Account[] {
  const { userId, inviterId } = caller;
  return [
    userAccount(userId, coin),
    userAccount(userId, quote),
    userAccount(userId, coin, 'blocked'),
    userAccount(userId, quote, 'blocked'),
    houseAccount(quote, 'fee'),
    ...(inviterId === null ? [] : [userAccount(inviterId, quote)]),
    ...(facts ? [facts.spendable, facts.blocked] : []),
  ];
}

/**
 * Decides an order now, within the current command: pure. `message`: the reply's message.
 *
 * Refusals: those of `placeOrder`, from MARKET_IS_NOT_ACTIVE on.
 */
export function decideNewOrder(
  deps: OrderDeps,
  input: NewOrderInput,
  balanceOf: BalanceOf,
  at: Date,
  message = 'order placed',
): Decision {
  const { caller, request, replaced } = input;
  const { coin, quote, side } = request;
  const { exchange } = deps;
  validateManner(exchange, input, at.getTime());
  const { terms, market, reference } = getOpenMarket(deps, request, at.getTime());
  const feeRate = deps.getFeeRate(caller.level, quote);
  const freed = (input.freed ?? 0n) + (replaced?.row.reserved ?? 0n);
  const payingAccount = userAccount(caller.userId, side === 'buy' ? quote : coin);
  const context: MatchContext = {
    terms,
    market,
    reference,
    feeRate,
    balance: balanceOf(payingAccount) + freed,
    owner: exchange.getOwnerNumber(caller.userId),
    gone: exchange.createExpiryTest(market, at.getTime()),
  };
  const match = matchOrder(request, context);
  if (canRestOnBook(request.manner) && replaced === undefined) assertOpenOrderLimit(exchange, market, caller);
  return decideMatchedOrder(deps, {
    ...input,
    feeRate,
    market,
    match,
    balance: context.balance,
    balanceOf,
    at,
    message,
  });
}

const YEAR_MS = 366 * 86_400_000;

/** Validates the manner of an order. BAD_REQUEST (validUntil), CLIENT_ORDER_ID_IN_USE. */
function validateManner(
  exchange: OrderBooks,
  { caller, request, replaced }: NewOrderInput,
  now: number,
): void {
  const { validUntil, clientOrderId } = request.manner;
  if (validUntil !== null && (validUntil.getTime() <= now || validUntil.getTime() > now + YEAR_MS))
    throw new AppError('BAD_REQUEST', { errors: ['validUntil'] });
  assertClientIdFree(exchange, caller.userId, clientOrderId, replaced);
}

/** Throws CLIENT_ORDER_ID_IN_USE when another open order of the account has it. */
export function assertClientIdFree(
  exchange: OrderBooks,
  userId: string,
  clientOrderId: string | null,
  order: OpenOrder | undefined,
): void {
  if (clientOrderId === null) return;
  const existing = exchange.findByClientId(userId, clientOrderId);
  if (existing !== undefined && existing !== order) throw new AppError('CLIENT_ORDER_ID_IN_USE');
}

/** Returns the market if it is open, within trading hours, and has a price to validate against. */
export function getOpenMarket(
  deps: OrderDeps,
  { coin, quote }: Pick<OrderRequest, 'coin' | 'quote'>,
  now: number,
) {
  const { market, exchange } = deps;
  const terms: OrderTerms | null = market.orderTerms(coin, quote);
  const book = exchange.findMarket(coin, quote);
  if (terms === null || book === undefined) throw new AppError('MARKET_IS_NOT_ACTIVE');
  assertMarketOpen(deps, coin, quote, now);
  const reference = market.summary(coin, quote, now).reference ?? book.head.lastPrice;
  if (reference === null) throw new AppError('MARKET_IS_NOT_ACTIVE');
  return { terms, market: book, reference };
}

/** Enforces the limits of open orders; `more`: number of orders to be added. */
export function assertOpenOrderLimit(
  exchange: OrderBooks,
  market: MarketBook,
  { userId, supervisor }: Pick<Caller, 'userId' | 'supervisor'>,
  added = 1,
): void {
  const [maxInMarket, maxInTotal] = MAX_OPEN_ORDERS[supervisor ? 'supervisor' : 'person'];
  const openCounts = exchange.countOpenOrders(userId, market);
  const [countInMarket, countInTotal] = [openCounts.here + added - 1, openCounts.inAll + added - 1];
  if (countInMarket >= maxInMarket)
    throw new AppError('TOO_MANY_OPEN_ORDERS', { data: { most: maxInMarket } });
  if (countInTotal >= maxInTotal) throw new AppError('TOO_MANY_OPEN_ORDERS', { data: { most: maxInTotal } });
}

interface OrderDecisionInput extends NewOrderInput {
  feeRate: Ppm;
  market: MarketBook;
  match: Match;
  /** Balance of the paying asset, including what becomes free. */
  balance: bigint;
  balanceOf: BalanceOf;
  at: Date;
  message: string;
}

function decideMatchedOrder(deps: OrderDeps, order: OrderDecisionInput): Decision {
  const { id, key, caller, request, feeRate, market, match, facts, balance, at, replaced } = order;
  const { side, quote } = request;
  const { inviterId, invitedBy, userId } = caller;
  const settlement = settleMatch(
    market,
    match,
    { id, userId, inviterId, invitedBy, side, feeRate },
    { tomanValue: (notional) => deps.market.tomanValue(quote, notional, at.getTime()) ?? 0n, at },
  );
  const row = buildMatchedRow(order, settlement.taker);
  if (side === 'buy' && row.notional + row.fee + row.reserved > balance)
    throw new AppError(quote === 'TOMAN' ? 'NOT_ENOUGH_BALANCE_TOMAN' : 'Not Enough Balance');
  if (facts) {
    const received =
      computeTetherReceived(request, row) - (replaced ? computePendingTether(replaced.row) : 0n);
    enforceStablecoinLimit(deps.rules.current(at.getTime()), facts, received, order.balanceOf);
  }
  const releases = new TradeTransfers(market);
  const replacedUpdate = replaced && { order: replaced, row: toEndedRow(replaced.row, 'REPLACED') };
  if (replacedUpdate) releases.addRelease(replacedUpdate.row, replacedUpdate.order.row.reserved);
  const holds = new TradeTransfers(market);
  holds.addHold(row, side, row.reserved);
  const isResting = row.orderStatus === 'IS_OPEN';
  const { fills, makers, transfers } = settlement;
  const ended = replacedUpdate ? [...settlement.ended, replacedUpdate] : settlement.ended;
  const met = { fills, makers, ended };
  const consequence = deriveConsequence(deps, market, {
    changed: ended.length === 0 ? makers : [...makers, ...ended],
    path: toPricePath(fills),
    sequence: market.head.sequence + 1,
    at,
  });
  const levels: BookChange['levels'][number][] = [...ended.map(toLevelDelta), ...consequence.levels];
  if (isResting) levels.push({ side, price: row.unitPrice, delta: getDisplayedAmount(row) });
  const bookUpdate = buildBookUpdate(market, levels, settlement, at.getTime());
  const dto = orderDto(row);
  const { number } = match;
  return {
    transfers: [
      ...releases.transfers,
      ...consequence.before,
      ...transfers,
      ...holds.transfers,
      ...consequence.after,
    ],
    rows: [
      insertLimitOrder(row, {
        sequence: bookUpdate.head.sequence,
        feeRate,
        firstFill: fills[0]?.number ?? null,
        lastFill: fills.at(-1)?.number ?? null,
        key,
      }),
      ...rowsOfMatch(met, at),
      ...consequence.rows,
      bookUpdate.row,
    ],
    reply: JSON.stringify({ status: 'OK', message: order.message, baseDTO: dto }),
    applied() {
      market.book.apply(number);
      applyToMetOrders(deps.exchange, market, met, replaced);
      consequence.applied();
      Object.assign(market.head, bookUpdate.head);
      const { sequence } = bookUpdate.head;
      if (isResting) deps.exchange.addResting(market, { row, side, sequence, feeRate, inviterId, invitedBy });
    },
    durable() {
      deps.bus.publish('book', bookUpdate.change);
      publishOrders(deps.bus, [{ row, inviterId, dto }, ...updatesOfMetOrders(met)]);
      consequence.durable();
    },
  };
}
