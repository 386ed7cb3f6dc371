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
import { announceOrders, buildBookUpdate } from '../book/change-book.ts';
import type { MarketBook, OpenOrder } from '../book/market-book.ts';
import { shownOf } from '../book/slices.ts';
import type { OrderBooks } from '../quick/exchange.ts';
import { enforceStablecoinLimit, type StablecoinFacts } from '../quick/stablecoin-limit.ts';
import { refuseClosedMarket } from '../refuse-closed-market.ts';
import { followChange, pathOf } from '../triggers/follow.ts';
import { levelOf } from './end-orders.ts';
import { type MatchContext, matchOrder } from './judge-order.ts';
import { waits } from './manner.ts';
import { applyToMetOrders, rowsOfMatch, updatesOfMetOrders } from './matched-orders.ts';
import { endedRow, orderDto } from './order.ts';
import type { OrderDeps } from './order-deps.ts';
import { matchedRow, tetherOf, tetherOfRest } from './order-row.ts';
import { insertLimitOrder } from './order-table.ts';
import type { OrderRequest } from './read-order-request.ts';
import { settleMatch, TradeTransfers } from './settle-match.ts';

/** Maximum number of open orders of a person: in one market, and in all. */
export const MAX_OPEN_ORDERS = { person: [200, 1_000], supervisor: [2_000, 10_000] } as const;

/** An order request, in a command whose accounts are those of `orderAccounts`. */
export interface AskedOrder {
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
}: Omit<AskedOrder, 'id' | 'key'>): Account[] {
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
export function decideRequest(
  deps: OrderDeps,
  asked: AskedOrder,
  balanceOf: BalanceOf,
  at: Date,
  message = 'order placed',
): Decision {
  const { caller, request, replaced } = asked;
  const { coin, quote, side } = request;
  const { exchange } = deps;
  judgeManner(exchange, asked, at.getTime());
  const { terms, market, reference } = openMarket(deps, request, at.getTime());
  const wage = deps.wageOf(caller.level, quote);
  const freed = (asked.freed ?? 0n) + (replaced?.row.reserved ?? 0n);
  const given = userAccount(caller.userId, side === 'buy' ? quote : coin);
  const bench: MatchContext = {
    terms,
    market,
    reference,
    wage,
    balance: balanceOf(given) + freed,
    owner: exchange.ownerOf(caller.userId),
    gone: exchange.goneAt(market, at.getTime()),
  };
  const match = matchOrder(request, bench);
  if (waits(request.manner) && replaced === undefined) judgeCount(exchange, market, caller);
  return decideMatched(deps, {
    ...asked,
    wage,
    market,
    match,
    balance: bench.balance,
    balanceOf,
    at,
    message,
  });
}

const YEAR_MS = 366 * 86_400_000;

/** Validates the manner of an order. BAD_REQUEST (validUntil), CLIENT_ORDER_ID_IN_USE. */
function judgeManner(exchange: OrderBooks, { caller, request, replaced }: AskedOrder, now: number): void {
  const { validUntil, clientOrderId } = request.manner;
  if (validUntil !== null && (validUntil.getTime() <= now || validUntil.getTime() > now + YEAR_MS))
    throw new AppError('BAD_REQUEST', { errors: ['validUntil'] });
  judgeClientId(exchange, caller.userId, clientOrderId, replaced);
}

/** Throws CLIENT_ORDER_ID_IN_USE when another open order of the account has it. */
export function judgeClientId(
  exchange: OrderBooks,
  userId: string,
  clientOrderId: string | null,
  order: OpenOrder | undefined,
): void {
  if (clientOrderId === null) return;
  const other = exchange.byClientId(userId, clientOrderId);
  if (other !== undefined && other !== order) throw new AppError('CLIENT_ORDER_ID_IN_USE');
}

/** Returns the market if it is open, within trading hours, and has a price to validate against. */
export function openMarket(
  deps: OrderDeps,
  { coin, quote }: Pick<OrderRequest, 'coin' | 'quote'>,
  now: number,
) {
  const { market, exchange } = deps;
  const terms: OrderTerms | null = market.orderTerms(coin, quote);
  const book = exchange.market(coin, quote);
  if (terms === null || book === undefined) throw new AppError('MARKET_IS_NOT_ACTIVE');
  refuseClosedMarket(deps, coin, quote, now);
  const reference = market.summary(coin, quote, now).reference ?? book.head.lastPrice;
  if (reference === null) throw new AppError('MARKET_IS_NOT_ACTIVE');
  return { terms, market: book, reference };
}

/** Enforces the limits of open orders; `more`: number of orders to be added. */
export function judgeCount(
  exchange: OrderBooks,
  market: MarketBook,
  { userId, supervisor }: Pick<Caller, 'userId' | 'supervisor'>,
  more = 1,
): void {
  const [mostHere, mostInAll] = MAX_OPEN_ORDERS[supervisor ? 'supervisor' : 'person'];
  const open = exchange.countOf(userId, market);
  const [here, inAll] = [open.here + more - 1, open.inAll + more - 1];
  if (here >= mostHere) throw new AppError('TOO_MANY_OPEN_ORDERS', { data: { most: mostHere } });
  if (inAll >= mostInAll) throw new AppError('TOO_MANY_OPEN_ORDERS', { data: { most: mostInAll } });
}

interface OrderDecisionInput extends AskedOrder {
  wage: Ppm;
  market: MarketBook;
  match: Match;
  /** Balance of the paying asset, including what becomes free. */
  balance: bigint;
  balanceOf: BalanceOf;
  at: Date;
  message: string;
}

function decideMatched(deps: OrderDeps, order: OrderDecisionInput): Decision {
  const { id, key, caller, request, wage, market, match, facts, balance, at, replaced } = order;
  const { side, quote } = request;
  const { inviterId, invitedBy, userId } = caller;
  const settlement = settleMatch(
    market,
    match,
    { id, userId, inviterId, invitedBy, side, wage },
    { tomanValue: (notional) => deps.market.tomanValue(quote, notional, at.getTime()) ?? 0n, at },
  );
  const row = matchedRow(order, settlement.taker);
  if (side === 'buy' && row.notional + row.fee + row.reserved > balance)
    throw new AppError(quote === 'TOMAN' ? 'NOT_ENOUGH_BALANCE_TOMAN' : 'Not Enough Balance');
  if (facts) {
    const received = tetherOf(request, row) - (replaced ? tetherOfRest(replaced.row) : 0n);
    enforceStablecoinLimit(deps.rules.current(at.getTime()), facts, received, order.balanceOf);
  }
  const before = new TradeTransfers(market);
  const old = replaced && { order: replaced, row: endedRow(replaced.row, 'REPLACED') };
  if (old) before.release(old.row, old.order.row.reserved);
  const hold = new TradeTransfers(market);
  hold.hold(row, side, row.reserved);
  const rests = row.orderStatus === 'IS_OPEN';
  const { fills, makers, transfers } = settlement;
  const ended = old ? [...settlement.ended, old] : settlement.ended;
  const met = { fills, makers, ended };
  const following = followChange(deps, market, {
    changed: ended.length === 0 ? makers : [...makers, ...ended],
    path: pathOf(fills),
    sequence: market.head.sequence + 1,
    at,
  });
  const levels: BookChange['levels'][number][] = [...ended.map(levelOf), ...following.levels];
  if (rests) levels.push({ side, price: row.unitPrice, delta: shownOf(row) });
  const step = buildBookUpdate(market, levels, settlement, at.getTime());
  const shown = orderDto(row);
  const { number } = match;
  return {
    transfers: [
      ...before.transfers,
      ...following.before,
      ...transfers,
      ...hold.transfers,
      ...following.after,
    ],
    rows: [
      insertLimitOrder(row, {
        sequence: step.head.sequence,
        wage,
        firstFill: fills[0]?.number ?? null,
        lastFill: fills.at(-1)?.number ?? null,
        key,
      }),
      ...rowsOfMatch(met, at),
      ...following.rows,
      step.row,
    ],
    reply: JSON.stringify({ status: 'OK', message: order.message, baseDTO: shown }),
    applied() {
      market.book.apply(number);
      applyToMetOrders(deps.exchange, market, met, replaced);
      following.applied();
      Object.assign(market.head, step.head);
      const { sequence } = step.head;
      if (rests) deps.exchange.rest(market, { row, side, sequence, wage, inviterId, invitedBy });
    },
    durable() {
      deps.bus.publish('book', step.change);
      announceOrders(deps.bus, [{ row, inviterId, shown }, ...updatesOfMetOrders(met)]);
      following.durable();
    },
  };
}
