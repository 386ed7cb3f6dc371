import {
  type Coin,
  type OrderTerms,
  type Ppm,
  pow10,
  type Quote,
  Refusal,
  reserveOf,
  scaleOf,
  type UserLevel,
} from '@sarraf/domain';
import type { BodyOf, placeOrder as endpoint, OrderEnd } from '@sarraf/domain/contracts';
import {
  type Account,
  type BalanceOf,
  type Command,
  type Decision,
  houseAccount,
  type Ledger,
  userAccount,
} from '../../ledger/index.ts';
import type { Market } from '../../market/index.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Caller } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import type { RuleBook } from '../../rules/index.ts';
import type { Match } from '../book/book-types.ts';
import { announceOrders, stepOf } from '../book/change-book.ts';
import type { MarketBook } from '../book/market-book.ts';
import type { Pace } from '../pace.ts';
import type { Exchange } from '../quick/exchange.ts';
import {
  inTurn,
  judgeStablecoin,
  type StablecoinDeps,
  type StablecoinFacts,
  stablecoinFacts,
} from '../quick/stablecoin-limit.ts';
import { type ClosedDeps, refuseClosedMarket } from '../refuse-closed-market.ts';
import { judgeOrder } from './judge-order.ts';
import { insertFill, insertLimitOrder, updateOrder } from './open-order-store.ts';
import { type OrderRow, orderDto, statusOf } from './order.ts';
import { type OrderRequest, readOrderRequest } from './read-order-request.ts';
import { type Executed, Moves, settleMatch } from './settle-match.ts';

export interface OrderDeps extends StablecoinDeps, ClosedDeps {
  ledger: Ledger;
  exchange: Exchange;
  rules: Pick<RuleBook, 'current' | 'tradingOpensAt'>;
  market: Pick<Market, 'orderTerms' | 'summary' | 'tomanValue'>;
  wageOf(level: UserLevel, quote: Quote): Ppm;
  pace: Pace;
  bus: Bus;
  clock: Clock;
}

/** Open orders that a person may have: in one market, and in all. */
export const MOST_OPEN_ORDERS = { person: [200, 1_000], supervisor: [2_000, 10_000] } as const;

/**
 * Places an order; answers the reply's JSON text once all it did is durable. What a market order doesn't find is
 * cancelled; what a limit order doesn't find waits in the book.
 *
 * TOO_MANY_REQUESTS (data.retryAfter); NOT_AUTHORIZED: a purchase by one who may only sell; those of
 * `readOrderRequest`; MARKET_IS_NOT_ACTIVE: closed, or without any price to judge by; TRADING_CLOSED (data.opensAt);
 * PAUSED; AMOUNT_NOT_ALLOWED, AMOUNT_IS_LOW, AMOUNT_IS_HIGH, PRICE_OUT_OF_BAND (data.low, data.high), 'Not Enough Balance',
 * NOT_ENOUGH_BALANCE_TOMAN; NO_LIQUIDITY; SELF_TRADE: the first it would meet is one of the same person;
 * TOO_MANY_OPEN_ORDERS (data.most); STABLECOIN_LIMIT (data.left); IDEMPOTENCY_KEY_REUSED, SERVICE_UNAVAILABLE.
 */
export async function placeOrder(
  deps: OrderDeps,
  caller: Caller,
  body: BodyOf<typeof endpoint>,
  idempotency: { key: string; digest: string } | null,
): Promise<string> {
  deps.pace.take(caller.userId);
  const request = readOrderRequest(body);
  if (request.side === 'buy' && caller.authenticationType !== 'AUTHORIZED')
    throw new Refusal('NOT_AUTHORIZED');
  const place = (facts: StablecoinFacts | null) =>
    deps.ledger.submit(commandOf(deps, caller, request, facts, idempotency));
  const { stablecoinPerYear, stablecoinHolding } = deps.rules.current();
  if (stablecoinPerYear === null && stablecoinHolding === null) return place(null);
  return inTurn(caller.userId, async () => place(await stablecoinFacts(deps, request, caller.userId)));
}

function commandOf(
  deps: OrderDeps,
  caller: Caller,
  request: OrderRequest,
  facts: StablecoinFacts | null,
  idempotency: { key: string; digest: string } | null,
): Command {
  const { coin, quote } = request;
  const { userId, inviterId } = caller;
  const id = newId();
  const given = userAccount(userId, request.side === 'buy' ? quote : coin);
  return {
    accounts: [
      ...accountsOf(userId, coin, quote),
      houseAccount(quote, 'fee'),
      ...(inviterId === null ? [] : [userAccount(inviterId, quote)]),
      ...(facts ? [facts.spendable, facts.blocked] : []),
    ],
    ...(idempotency && { idempotency: { owner: userId, ...idempotency } }),
    prepare: () => deps.exchange.fit(coin, quote),
    decide(balanceOf, at) {
      const { terms, market, reference } = openMarket(deps, request, at.getTime());
      const wage = deps.wageOf(caller.level, quote);
      const { exchange } = deps;
      const match = judgeOrder(request, {
        terms,
        market,
        reference,
        wage,
        balance: balanceOf(given),
        owner: exchange.ownerOf(userId),
      });
      if (request.limited) judgeCount(exchange, market, caller);
      return decideOrder(deps, {
        id,
        key: idempotency?.key ?? null,
        caller,
        request,
        wage,
        market,
        match,
        facts,
        balanceOf,
        at,
      });
    },
  };
}

const accountsOf = (userId: string, coin: Coin, quote: Quote): Account[] => [
  userAccount(userId, coin),
  userAccount(userId, quote),
  userAccount(userId, coin, 'blocked'),
  userAccount(userId, quote, 'blocked'),
];

/** The market, if it and its hour are open and there is a price to judge by. */
function openMarket(deps: OrderDeps, { coin, quote }: OrderRequest, now: number) {
  const { market, exchange } = deps;
  const terms: OrderTerms | null = market.orderTerms(coin, quote);
  const book = exchange.market(coin, quote);
  if (terms === null || book === undefined) throw new Refusal('MARKET_IS_NOT_ACTIVE');
  refuseClosedMarket(deps, coin, quote, now);
  const reference = market.summary(coin, quote, now).reference ?? book.head.lastPrice;
  if (reference === null) throw new Refusal('MARKET_IS_NOT_ACTIVE');
  return { terms, market: book, reference };
}

function judgeCount(exchange: Exchange, market: MarketBook, { userId, supervisor }: Caller): void {
  const [mostHere, mostInAll] = MOST_OPEN_ORDERS[supervisor ? 'supervisor' : 'person'];
  const { here, inAll } = exchange.countOf(userId, market);
  if (here >= mostHere) throw new Refusal('TOO_MANY_OPEN_ORDERS', { data: { most: mostHere } });
  if (inAll >= mostInAll) throw new Refusal('TOO_MANY_OPEN_ORDERS', { data: { most: mostInAll } });
}

interface Case {
  id: string;
  key: string | null;
  caller: Caller;
  request: OrderRequest;
  wage: Ppm;
  market: MarketBook;
  match: Match;
  facts: StablecoinFacts | null;
  balanceOf: BalanceOf;
  at: Date;
}

function decideOrder(deps: OrderDeps, order: Case): Decision {
  const { id, key, caller, request, wage, market, match, facts, balanceOf, at } = order;
  const { side, quote } = request;
  const { inviterId, invitedBy } = caller;
  const taker = { id, userId: caller.userId, inviterId, invitedBy, side, wage };
  const settlement = settleMatch(market, match, taker, {
    tomanValue: (notional) => deps.market.tomanValue(quote, notional, at.getTime()) ?? 0n,
    at,
  });
  const row = orderRow(order, settlement.taker);
  if (side === 'buy' && row.notional + row.fee + row.reserved > balanceOf(userAccount(caller.userId, quote)))
    throw new Refusal(quote === 'TOMAN' ? 'NOT_ENOUGH_BALANCE_TOMAN' : 'Not Enough Balance');
  if (facts) judgeStablecoin(deps.rules.current(at.getTime()), facts, tetherOf(request, row), balanceOf);
  const hold = new Moves(market);
  hold.hold(row, side, row.reserved);
  const rests = row.orderStatus === 'IS_OPEN';
  const left = row.amount - row.executedAmount;
  const levels = rests ? [{ side, price: row.unitPrice, delta: left }] : [];
  const step = stepOf(market, levels, settlement, at.getTime());
  const { fills, makers, transfers } = settlement;
  const shown = orderDto(row);
  const { number } = match;
  return {
    transfers: [...transfers, ...hold.transfers],
    rows: [
      insertLimitOrder(row, {
        sequence: step.head.sequence,
        wage,
        firstFill: fills[0]?.number ?? null,
        lastFill: fills.at(-1)?.number ?? null,
        key,
      }),
      ...fills.map(insertFill),
      ...makers.map((maker) => updateOrder(maker.row, at)),
      step.row,
    ],
    reply: JSON.stringify({ status: 'OK', message: 'order placed', baseDTO: shown }),
    applied() {
      market.book.apply(number);
      for (const { order: maker, row: after } of makers) {
        maker.row = after;
        if (after.orderStatus !== 'IS_OPEN') deps.exchange.end(market, maker, false);
      }
      Object.assign(market.head, step.head);
      const { sequence } = step.head;
      if (rests) deps.exchange.rest(market, { row, side, sequence, wage, inviterId, invitedBy });
    },
    durable() {
      deps.bus.publish('book', step.change);
      announceOrders(deps.bus, [
        { row, inviterId, shown },
        ...makers.map((maker) => ({ row: maker.row, inviterId: maker.order.inviterId })),
      ]);
    },
  };
}

/** The order as its match leaves it. */
function orderRow({ id, caller, request, wage, match, at }: Case, executed: Executed): OrderRow {
  const { side, coin, quote, limited, orderType } = request;
  // A purchase by its total asked for what it got.
  const amount = request.amount ?? executed.amount;
  const endedBy = endOf(request, match);
  const rests = limited && match.rest > 0 && endedBy === null;
  const done = request.amount === null && endedBy === null;
  const unitPrice = limited ? (request.unitPrice ?? 0n) : averagePrice(coin, executed);
  const { notional, fee } = executed;
  return {
    id,
    userId: caller.userId,
    coin,
    quote,
    orderType,
    orderStatus:
      endedBy === null || done ? statusOf(amount, executed.amount, rests) : 'FINISHED_WITH_TRANSACTION',
    amount,
    unitPrice,
    executedAmount: executed.amount,
    notional,
    fee,
    total: side === 'buy' ? notional + fee : notional - fee,
    tomanValue: executed.tomanValue,
    createdAt: at,
    reserved: rests ? reserveOf(side, coin, amount - executed.amount, unitPrice, wage, executed) : 0n,
    endedBy,
  };
}

/** Why an order ended before it had all it asked for; null: it has, or waits for the rest. */
function endOf({ limited }: OrderRequest, { end }: Match): OrderEnd | null {
  if (end === 'own') return 'SELF_TRADE';
  return end === 'empty' && !limited ? 'NO_LIQUIDITY' : null;
}

/** Cut to the quote's unit, and at least one of them. */
function averagePrice(coin: Coin, { amount, notional }: Executed): bigint {
  const average = (notional * pow10(scaleOf(coin))) / amount;
  return average > 0n ? average : 1n;
}

/** The Tether that an order brings: a purchase for Toman all that it asks for, a sale what it may fetch. */
function tetherOf({ side, coin, quote }: OrderRequest, row: OrderRow): bigint {
  if (coin === 'TETHER' && side === 'buy') return row.amount;
  return quote === 'TETHER' && side === 'sell' ? row.notional + worthOfRest(row) : 0n;
}

const worthOfRest = ({ orderStatus, coin, amount, executedAmount, unitPrice }: OrderRow): bigint =>
  orderStatus === 'IS_OPEN' ? ((amount - executedAmount) * unitPrice) / pow10(scaleOf(coin)) : 0n;
