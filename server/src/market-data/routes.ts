import { AppError, type Coin, formatMarketType, parseMarket, type Quote } from '@sarraf/domain';
import {
  BOOK_LEVELS,
  candles,
  market as marketEndpoint,
  marketInfo,
  markets,
  type OrderBook,
  orderBook,
  orderBookTops,
  publicTrades,
  type QueryOf,
  serverTime,
  tickers,
} from '@sarraf/domain/contracts';
import type { FastifyReply } from 'fastify';
import type { Market } from '../market/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Http } from '../platform/http/http.ts';
import { readStale } from '../platform/reads/reads.ts';
import { readFills } from '../trading/index.ts';
import { describeMarkets, type TradingState, termsDto } from './describe-markets.ts';
import type { MarketListName, MarketsTable } from './markets-table.ts';
import type { CandleReader } from './read-candles.ts';
import { levelText, tradeDto } from './texts.ts';
import type { Tickers } from './tickers.ts';
import type { MarketView } from './view.ts';

interface Deps {
  db: Db;
  clock: Clock;
  market: Pick<Market, 'orderTerms' | 'termsOf'>;
  trading: TradingState;
  /** Returns the view of a market; null: it can't be read at the moment. */
  open(market: string): Promise<MarketView | null>;
  table: MarketsTable;
  tickers: Tickers;
  candles: CandleReader;
}

export function addRoutes(http: Http, deps: Deps): void {
  http.route(marketEndpoint, ({ params }) => {
    const { coin, quote } = parseMarketEitherWay(params.marketType);
    const terms = deps.market.orderTerms(coin, quote);
    if (!terms) throw new AppError('MARKET_IS_NOT_ACTIVE');
    return { status: 'OK' as const, message: 'market', baseDTO: termsDto(terms) };
  });

  http.route(serverTime, () => {
    const milliseconds = deps.clock.now();
    const dateTime = new Date(milliseconds).toISOString();
    return { status: 'OK' as const, message: 'time', baseDTO: { dateTime, milliseconds } };
  });
  http.route(markets, () => ({
    status: 'OK' as const,
    message: 'markets',
    content: describeMarkets(deps, deps.clock.now()),
  }));
  http.route(tickers, ({ reply }) => sendJson(reply, deps.tickers.renderText('tickers')));
  http.route(orderBookTops, ({ reply }) => sendJson(reply, deps.tickers.renderText('tops')));

  // The replies to the two limits that most clients send, valid until their market changes.
  const books = new Map<string, { view: MarketView; sequence: number; bytes: Buffer }>();
  http.route(orderBook, async ({ params, query, reply }) => {
    const view = await requireView(deps, params.marketType);
    const { limit = BOOK_LEVELS.default } = query;
    const key = `${params.marketType} ${limit}`;
    const cachedBook = books.get(key);
    if (cachedBook?.view === view && cachedBook.sequence === view.sequence)
      return sendJson(reply, cachedBook.bytes);
    const bytes = Buffer.from(JSON.stringify(bookDto(view, limit)));
    if (limit === BOOK_LEVELS.default || limit === BOOK_LEVELS.max)
      books.set(key, { view, sequence: view.sequence, bytes });
    return sendJson(reply, bytes);
  });

  const trades = new Map<string, { fill: number; bytes: Buffer }>();
  http.route(publicTrades, async ({ params, query, reply }) => {
    const view = await requireView(deps, params.marketType);
    const size = query.size ?? 50;
    if (query.after !== undefined) return sendJson(reply, await renderLaterTrades(deps.db, view, query));
    if (query.cursor !== undefined)
      return sendJson(reply, await renderOlderTrades(deps.db, view, size, query.cursor));
    const key = `${params.marketType} ${size}`;
    const cachedTrades = trades.get(key);
    if (cachedTrades?.fill === view.fill) return sendJson(reply, cachedTrades.bytes);
    const bytes = renderTrades(view, view.trades.slice(0, size + 1), size);
    trades.set(key, { fill: view.fill, bytes });
    return sendJson(reply, bytes);
  });

  http.route(candles, async ({ params, query, reply }) => {
    const view = await requireView(deps, params.marketType);
    const toMs = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000);
    const { interval, limit, bounds } = query;
    const range = { interval, from: toMs(query.from), to: toMs(query.to), limit, bounds };
    return sendJson(reply, await deps.candles.read(view, range));
  });

  http.route(marketInfo, ({ query, reply }) => {
    const list: MarketListName = query.source_coin ?? 'ALL';
    const weekly = query.weeklyDataIncluded ?? false;
    const { page = 1, size = MAX_ROWS } = query;
    const all = deps.table.listRows(list).length;
    if (page === 1 && size >= all) return sendJson(reply, deps.table.renderText(list, weekly));
    return {
      status: 'OK' as const,
      message: 'markets',
      content: deps.table.listRowsWithWeek(list, weekly).slice((page - 1) * size, page * size),
      totalPages: Math.ceil(all / size),
    };
  });
}

const MAX_ROWS = 1_000;

/** Returns the view of a market. Errors: NOT_FOUND; SERVICE_UNAVAILABLE while the market could not be read. */
async function requireView(deps: Deps, name: string): Promise<MarketView> {
  if (!parseMarket(name)) throw new AppError('NOT_FOUND');
  const view = await deps.open(name);
  if (!view) throw new AppError('SERVICE_UNAVAILABLE');
  return view;
}

/** BITCOIN_TOMAN or TOMAN_BITCOIN. Errors: NOT_FOUND. */
function parseMarketEitherWay(name: string): { coin: Coin; quote: Quote } {
  const separatorIndex = name.indexOf('_');
  const found =
    parseMarket(name) ?? parseMarket(`${name.slice(separatorIndex + 1)}_${name.slice(0, separatorIndex)}`);
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

function bookDto(view: MarketView, limit: number): OrderBook {
  const { coin, quote } = view;
  const formatLevels = (side: 'buy' | 'sell') =>
    view.listBest(side, limit).map((level) => levelText(level, coin, quote));
  return {
    marketType: formatMarketType(coin, quote),
    sequence: view.sequence,
    bids: formatLevels('buy'),
    asks: formatLevels('sell'),
  };
}

/** Returns trades before a cursor. Errors: BAD_REQUEST (cursor). */
async function renderOlderTrades(db: Db, view: MarketView, size: number, cursor: string): Promise<Buffer> {
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw new AppError('BAD_REQUEST', { errors: ['cursor'] });
  const before = Number.parseInt(cursor, 10);
  const fills = await readStale(db, (on) =>
    readFills(on, view.coin, view.quote, { before, limit: size + 1 }),
  );
  return renderTrades(
    view,
    fills.map((fill) => ({ ...fill, at: fill.at.getTime() })),
    size,
  );
}

/** Returns trades after a number, oldest first. Errors: BAD_REQUEST (cursor: it belongs to the other direction). */
async function renderLaterTrades(
  db: Db,
  view: MarketView,
  { after = 0, size = 50, cursor }: QueryOf<typeof publicTrades>,
): Promise<Buffer> {
  if (cursor !== undefined) throw new AppError('BAD_REQUEST', { errors: ['cursor'] });
  const oldest = view.trades.at(-1);
  const isInMemory = oldest !== undefined && oldest.number <= after + 1;
  const range = { before: after + size + 2, after, limit: size + 1 };
  const trades =
    isInMemory || view.fill <= after
      ? view.trades.filter(({ number }) => number > after)
      : (await readFills(db, view.coin, view.quote, range)).map((fill) => ({
          ...fill,
          at: fill.at.getTime(),
        }));
  return renderTrades(view, trades.reverse(), size);
}

/** `trades` has one more element than is returned if there are more. */
function renderTrades(view: MarketView, trades: MarketView['trades'], size: number): Buffer {
  const visible = trades.slice(0, size);
  return Buffer.from(
    JSON.stringify({
      status: 'OK',
      message: 'trades',
      content: visible.map((trade) => tradeDto(trade, view.coin, view.quote)),
      nextCursor: trades.length > size ? String(visible.at(-1)?.number) : null,
    }),
  );
}

const sendJson = (reply: FastifyReply, bytes: Buffer): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(bytes);
