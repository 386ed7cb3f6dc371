import { AppError, isCoin, parseMarket, type Side } from '@sarraf/domain';
import {
  batchOrders as batchOrdersEndpoint,
  cancelAfter as cancelAfterEndpoint,
  cancelOrderByClientId as cancelOrderByClientIdEndpoint,
  cancelOrder as cancelOrderEndpoint,
  cancelOrders as cancelOrdersEndpoint,
  cryptoInfo,
  exchangeBuy,
  exchangeSell,
  fills,
  marketInfoHome,
  orderByClientId,
  orderByIdempotencyKey,
  orderDetail,
  orders,
  placeBracket as placeBracketEndpoint,
  placeOco as placeOcoEndpoint,
  placeOrder as placeOrderEndpoint,
  replaceOrder as replaceOrderEndpoint,
  type Stats,
  trades,
} from '@sarraf/domain/contracts';
import type { Db } from '../platform/database/database.ts';
import { parsePage, toPage } from '../platform/database/rows.ts';
import { JsonText } from '../platform/http/answers.ts';
import type { Context, Http } from '../platform/http/http.ts';
import { readForUser } from '../platform/reads/reads.ts';
import { cancelAfter } from './deadlines/cancel-after.ts';
import { readOwnFills } from './fills/read-own-fills.ts';
import { batchOrders } from './orders/batch-orders.ts';
import { cancelOrder, cancelOrderByClientId } from './orders/cancel-order.ts';
import { cancelOrders } from './orders/cancel-orders.ts';
import { orderDto } from './orders/order.ts';
import type { OrderDeps } from './orders/place-order.ts';
import { readByClientId, readByIdempotencyKey, readOrder } from './orders/read-order.ts';
import { replaceOrder } from './orders/replace-order.ts';
import { buyAndSend, type PurchaseWithdrawal } from './quick/buy-and-send.ts';
import { placeQuickTrade, type QuickTradeDeps } from './quick/place-quick-trade.ts';
import { countOrderPages, listOpenOrders, listOrders, type OrderPage } from './store.ts';
import { placeAnyOrder } from './triggers/place-any-order.ts';
import { placeBracket } from './triggers/place-bracket.ts';
import { placeOco } from './triggers/place-oco.ts';

const QUICK_TYPES = ['EXCHANGE_BUY', 'EXCHANGE_SELL'];
const BOOK_TYPES = ['LIMITED_BUY', 'LIMITED_SELL', 'MARKET_BUY', 'MARKET_SELL'];
const TYPES_BY_CATEGORY = { P2P: BOOK_TYPES, EXCHANGE: QUICK_TYPES, OTC: QUICK_TYPES, ALL: null } as const;
const CLOSED_STATUSES = ['IS_CLOSED', 'FINISHED_WITHOUT_TRANSACTION', 'FINISHED_WITH_TRANSACTION'];

type RouteDeps = QuickTradeDeps &
  OrderDeps & { db: Db; sending: PurchaseWithdrawal; stats(): Promise<Stats> };

export function addRoutes(http: Http, deps: RouteDeps): void {
  addQuickTradeRoutes(http, deps);
  addPlacingRoutes(http, deps);
  addReadingRoutes(http, deps);
  const readStats = async () => ({ status: 'OK' as const, message: 'stats', baseDTO: await deps.stats() });
  http.route(cryptoInfo, readStats);
  http.route(marketInfoHome, readStats);
}

function addQuickTradeRoutes(http: Http, deps: RouteDeps): void {
  const trade = async (side: Side, context: Context<typeof exchangeBuy> | Context<typeof exchangeSell>) => {
    const { caller, body, idempotency } = context;
    return new JsonText(await placeQuickTrade(deps, caller, side, body, idempotency));
  };
  http.route(exchangeBuy, async (context) => {
    const { caller, body, idempotency } = context;
    const { destinationWallet } = body;
    if (!destinationWallet) return trade('buy', context);
    return new JsonText(await buyAndSend(deps, caller, { ...body, destinationWallet }, idempotency));
  });
  http.route(exchangeSell, (context) => trade('sell', context));
}

/** Adds what places, changes and cancels orders. */
function addPlacingRoutes(http: Http, deps: RouteDeps): void {
  http.route(
    placeOrderEndpoint,
    async ({ caller, body, idempotency }) =>
      new JsonText(await placeAnyOrder(deps, caller, body, idempotency)),
  );
  http.route(
    placeOcoEndpoint,
    async ({ caller, body, idempotency }) => new JsonText(await placeOco(deps, caller, body, idempotency)),
  );
  http.route(
    placeBracketEndpoint,
    async ({ caller, body, idempotency }) =>
      new JsonText(await placeBracket(deps, caller, body, idempotency)),
  );
  http.route(
    cancelOrderEndpoint,
    async ({ caller, params, idempotency }) =>
      new JsonText(await cancelOrder(deps, caller, params.id, idempotency)),
  );
  http.route(cancelOrdersEndpoint, async ({ caller, query, idempotency }) => {
    if ((query.marketType === undefined) === (query.all === undefined))
      throw new AppError('BAD_REQUEST', { errors: ['marketType', 'all'] });
    const count = await cancelOrders(deps, caller, query, idempotency);
    return { status: 'OK' as const, message: 'orders deleted', count };
  });
  http.route(
    replaceOrderEndpoint,
    async ({ caller, params, body, idempotency }) =>
      new JsonText(await replaceOrder(deps, caller, params.id, body, idempotency)),
  );
  http.route(
    cancelOrderByClientIdEndpoint,
    async ({ caller, params, idempotency }) =>
      new JsonText(await cancelOrderByClientId(deps, caller, params.clientOrderId, idempotency)),
  );
  http.route(batchOrdersEndpoint, async ({ caller, body, idempotency }) => {
    const content = await batchOrders(deps, caller, body, idempotency);
    return { status: 'OK' as const, message: 'orders', content };
  });
  http.route(
    cancelAfterEndpoint,
    async ({ caller, body, idempotency }) => new JsonText(await cancelAfter(deps, caller, body, idempotency)),
  );
}

/** Adds what reads a person's orders, trades and fills. */
function addReadingRoutes(http: Http, deps: RouteDeps): void {
  http.route(orderByClientId, ({ caller, params, query }) =>
    readByClientId(deps.db, caller.userId, params.clientOrderId, query),
  );
  http.route(orderByIdempotencyKey, ({ caller, params, query }) =>
    readByIdempotencyKey(deps.db, caller.userId, params.key, query),
  );
  http.route(orderDetail, ({ caller, params, query }) => readOrder(deps.db, caller.userId, params.id, query));

  http.route(orders, async ({ caller, query }) => {
    const market = query.marketType === undefined ? null : parseMarket(query.marketType);
    if (query.marketType !== undefined && market === null)
      throw new AppError('BAD_REQUEST', { errors: ['marketType'] });
    const page = parsePage(query);
    if (query.status === 'open')
      return toOrdersReply(toPage(await listOpenOrders(deps.db, caller.userId, market, page), page));
    const filter = {
      types: null,
      statuses: query.status ? CLOSED_STATUSES : null,
      coin: market?.coin ?? null,
      quote: market?.quote ?? null,
      onlyExecuted: false,
    };
    return toOrdersReply(
      await readForUser(deps.db, caller.userId, (db) => listOrders(db, caller.userId, filter, page)),
    );
  });
  http.route(trades, async ({ caller, query }) => {
    const coin = query.destinationCoin ?? null;
    if (coin !== null && !isCoin(coin)) throw new AppError('BAD_REQUEST', { errors: ['destinationCoin'] });
    const filter = {
      types: TYPES_BY_CATEGORY[query.type ?? 'ALL'],
      statuses: null,
      coin,
      quote: null,
      onlyExecuted: true,
    };
    const page = parsePage(query);
    return readForUser(deps.db, caller.userId, async (db) => {
      const reply = toOrdersReply(await listOrders(db, caller.userId, filter, page));
      if (query.page === undefined) return reply;
      return { ...reply, totalPages: await countOrderPages(db, caller.userId, filter, page) };
    });
  });

  http.route(fills, ({ caller, query }) =>
    readForUser(deps.db, caller.userId, (db) => readOwnFills(db, caller.userId, query)),
  );
}

const toOrdersReply = ({ rows, nextCursor }: OrderPage) => ({
  status: 'OK' as const,
  message: 'orders',
  content: rows.map(orderDto),
  nextCursor,
});
