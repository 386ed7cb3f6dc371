import { isCoin, Refusal, type Side } from '@sarraf/domain';
import {
  cryptoInfo,
  exchangeBuy,
  exchangeSell,
  marketInfoHome,
  orders,
  type Stats,
  trades,
} from '@sarraf/domain/contracts';
import type { Db } from '../platform/database.ts';
import type { Context, Http } from '../platform/http.ts';
import { asPage, readPage } from '../platform/rows.ts';
import { buyAndSend, type Sending } from './buy-and-send.ts';
import { orderDto } from './order.ts';
import { placeQuickTrade, type QuickTradeDeps } from './place-quick-trade.ts';
import { listOrders, type OrderFilter } from './store.ts';

const QUICK = ['EXCHANGE_BUY', 'EXCHANGE_SELL'];
const LIMIT = ['LIMITED_BUY', 'LIMITED_SELL', 'MARKET_BUY', 'MARKET_SELL'];
const TYPES = { P2P: LIMIT, EXCHANGE: QUICK, OTC: QUICK, ALL: null } as const;
const STATUSES = {
  open: ['IS_OPEN'],
  closed: ['IS_CLOSED', 'FINISHED_WITHOUT_TRANSACTION', 'FINISHED_WITH_TRANSACTION'],
} as const;

export function addRoutes(
  http: Http,
  deps: QuickTradeDeps & { db: Db; sending: Sending; stats(): Promise<Stats> },
): void {
  const trade = async (side: Side, context: Context<typeof exchangeBuy> | Context<typeof exchangeSell>) => {
    const { caller, body, idempotency, reply } = context;
    const text = await placeQuickTrade(deps, caller, side, body, idempotency);
    return reply.type('application/json; charset=utf-8').send(text);
  };
  http.route(exchangeBuy, async (context) => {
    const { caller, body, idempotency, reply } = context;
    const { destinationWallet } = body;
    if (!destinationWallet) return trade('buy', context);
    const text = await buyAndSend(deps, caller, { ...body, destinationWallet }, idempotency);
    return reply.type('application/json; charset=utf-8').send(text);
  });
  http.route(exchangeSell, (context) => trade('sell', context));

  http.route(orders, async ({ caller, query }) =>
    list(deps.db, caller.userId, query, {
      types: null,
      statuses: query.status ? STATUSES[query.status] : null,
      coin: null,
      onlyExecuted: false,
    }),
  );
  http.route(trades, async ({ caller, query }) => {
    const coin = query.destinationCoin ?? null;
    if (coin !== null && !isCoin(coin)) throw new Refusal('BAD_REQUEST', { errors: ['destinationCoin'] });
    return list(deps.db, caller.userId, query, {
      types: TYPES[query.type ?? 'ALL'],
      statuses: null,
      coin,
      onlyExecuted: true,
    });
  });

  const stats = async () => ({ status: 'OK' as const, message: 'stats', baseDTO: await deps.stats() });
  http.route(cryptoInfo, stats);
  http.route(marketInfoHome, stats);
}

async function list(
  db: Db,
  userId: string,
  query: { page?: number; size?: number; cursor?: string },
  filter: OrderFilter,
) {
  const page = readPage(query);
  const { rows, nextCursor } = asPage(await listOrders(db, userId, filter, page), page);
  return { status: 'OK' as const, message: 'orders', content: rows.map(orderDto), nextCursor };
}
