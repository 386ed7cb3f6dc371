import { formatDecimal, isAsset, parseDecimal } from '@sarraf/domain';
import type { MarketDetail, Order, OwnFill, WalletEntry } from '@sarraf/domain/contracts';
import { BinanceFailure } from './failures.ts';
import { findGroupsOfOrders } from './order-lists/list-store.ts';
import { orderShape, ownFillShape } from './order-shape.ts';
import { buildQuery } from './own-api.ts';
import { callOwnApi, findNamedOrder, type SignedContext } from './signed-context.ts';
import { listOrderIds } from './store.ts';
import { assetCodeOf, type SymbolMarket } from './symbols.ts';

/** Maximum number of our pages of fills that one Binance call may need, and the sizes of our pages. */
const MAX_FILL_PAGES = 12;
const FILLS = 500;
const ORDERS = 100;

interface Page<T> {
  content: T[];
  nextCursor: string | null;
}

/** Reads pages until there are no more, or `enough` entries. Incomplete: there are more than `maxPages` hold. */
async function readPages<T>(
  context: SignedContext,
  pathOf: (cursor: string | null) => string,
  { enough = Number.POSITIVE_INFINITY, maxPages = Number.POSITIVE_INFINITY } = {},
): Promise<{ entries: T[]; complete: boolean }> {
  const entries: T[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const response: Page<T> = await callOwnApi<Page<T>>(context, 'GET', pathOf(cursor));
    entries.push(...response.content);
    cursor = response.nextCursor;
    if (cursor === null || entries.length >= enough) return { entries, complete: true };
  }
  return { entries, complete: false };
}

const marketTypeOf = ({ coin, quote }: SymbolMarket): string => `${coin}_${quote}`;

export async function handleOpenOrders(context: SignedContext) {
  const { parameters } = context;
  const market = parameters.text('symbol') === null ? null : parameters.symbol();
  parameters.assertAllRead();
  return (await readOpenOrdersByForm(context, market)).map(orderShape);
}

/** Returns open orders, oldest first; of all markets if none is named. */
export async function readOpenOrdersByForm(
  context: SignedContext,
  market: SymbolMarket | null,
): Promise<Order[]> {
  const marketType = market && marketTypeOf(market);
  // All of them: trading limits how many a person may have.
  const { entries } = await readPages<Order>(
    context,
    (cursor) => `/orders${buildQuery({ status: 'open', size: ORDERS, marketType, cursor })}`,
  );
  return entries.reverse();
}

export async function handleAllOrders(context: SignedContext) {
  const { parameters, db, caller, ordersById } = context;
  const market = parameters.symbol();
  const fromNumber = parameters.integer('orderId');
  const [startMs, endMs] = [parameters.integer('startTime'), parameters.integer('endTime')];
  const limit = parameters.integer('limit', { least: 1, most: 1_000 }) ?? 500;
  parameters.assertAllRead();
  const ids = await listOrderIds(db, caller.userId, market, {
    from: fromNumber,
    start: startMs,
    end: endMs,
    limit,
  });
  return (await ordersById(caller.userId, ids)).map(orderShape);
}

export async function handleMyTrades(context: SignedContext) {
  const { parameters } = context;
  const market = parameters.symbol();
  const number = parameters.integer('orderId');
  const fromNumber = parameters.integer('fromId');
  const [startMs, endMs] = [parameters.integer('startTime'), parameters.integer('endTime')];
  const limit = parameters.integer('limit', { least: 1, most: 1_000 }) ?? 500;
  parameters.assertAllRead();
  if (number !== null && (startMs !== null || endMs !== null))
    throw new BinanceFailure(-1128, 'Combination of optional parameters invalid.');
  const filterOrder =
    number === null ? null : await findNamedOrder(context, market, { number, clientId: null }, 'READ');
  const toIsoTime = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  // Binance's range includes its end, ours doesn't.
  const span = { from: toIsoTime(startMs), to: toIsoTime(endMs === null ? null : endMs + 1) };
  const filter: Record<string, string | null> = filterOrder
    ? { orderId: filterOrder.id }
    : { marketType: marketTypeOf(market), ...span };
  const oldestFirst = fromNumber !== null || startMs !== null;
  // Our numbers begin at one, and our `after` excludes the fill that it names.
  const after = fromNumber !== null && fromNumber > 1 ? `${marketTypeOf(market)}-${fromNumber - 1}` : null;
  const { entries, complete } = await readPages<OwnFill>(
    context,
    (cursor) =>
      `/fills${buildQuery({
        ...filter,
        ...(oldestFirst && { oldestFirst: 'true' }),
        after,
        size: Math.min(limit, FILLS),
        cursor,
      })}`,
    { enough: limit, maxPages: MAX_FILL_PAGES },
  );
  // An empty list would mean that there are none, but only as many as fit into the pages were looked at.
  if (entries.length === 0 && !complete) throw new BinanceFailure(-1127, 'Lookup interval is too big.');
  const limited = oldestFirst ? entries.slice(0, limit) : entries.slice(0, limit).reverse();
  const groups = await findGroupsOfOrders(context.db, context.caller.userId, [
    ...new Set(limited.map(({ orderId }) => orderId)),
  ]);
  return limited.map((fill) => ownFillShape(fill, groups.get(fill.orderId) ?? null));
}

export async function handleAccount(context: SignedContext) {
  const { parameters, caller, clock } = context;
  const omitZero = parameters.flag('omitZeroBalances') ?? false;
  parameters.assertAllRead();
  const wallets = await callOwnApi<Record<string, WalletEntry>>(
    context,
    'GET',
    '/wallets/customer-addresses',
  );
  const balances = Object.entries(wallets)
    .flatMap(([asset, { credit: free, blockedCredit: locked }]) =>
      isAsset(asset) ? [{ asset: assetCodeOf(asset), free, locked }] : [],
    )
    .filter(({ free, locked }) => !omitZero || /[1-9]/.test(free + locked));
  const { permissions } = caller.program;
  const { maker, taker } = await readFees(context, null);
  return {
    makerCommission: toBasisPoints(maker),
    takerCommission: toBasisPoints(taker),
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: { maker: toFraction(maker), taker: toFraction(taker), buyer: '0', seller: '0' },
    canTrade: permissions.includes('TRADE'),
    canWithdraw: permissions.includes('WITHDRAW'),
    canDeposit: permissions.includes('DEPOSIT'),
    brokered: false,
    requireSelfTradePrevention: true,
    preventSor: true,
    updateTime: clock.now(),
    accountType: 'SPOT',
    balances,
    permissions: ['SPOT'],
  };
}

export async function handleCommission(context: SignedContext) {
  const { parameters } = context;
  const market = parameters.symbol();
  parameters.assertAllRead();
  const { maker, taker } = await readFees(context, market);
  const noCommission = { maker: '0', taker: '0', buyer: '0', seller: '0' };
  return {
    symbol: market.symbol,
    standardCommission: { maker: toFraction(maker), taker: toFraction(taker), buyer: '0', seller: '0' },
    specialCommission: noCommission,
    taxCommission: noCommission,
    discount: { enabledForAccount: false, enabledForSymbol: false, discountAsset: '', discount: '0' },
  };
}

/** Returns percent texts of the caller's level; without a market the highest. */
async function readFees(context: SignedContext, market: SymbolMarket | null) {
  const { level } = context.caller;
  const { content } = await callOwnApi<{ content: MarketDetail[] }>(context, 'GET', '/markets');
  const fees = content
    .filter(({ marketType }) => market === null || marketType === marketTypeOf(market))
    .flatMap((detail) => detail.fees.filter(({ userAccountLevel }) => userAccountLevel === level));
  const findHighest = (texts: string[]) =>
    texts.reduce((a, b) => (parsePercentToPpm(b) > parsePercentToPpm(a) ? b : a), '0');
  return {
    maker: findHighest(fees.map(({ makerFeePercent }) => makerFeePercent)),
    taker: findHighest(fees.map(({ takerFeePercent }) => takerFeePercent)),
  };
}

/** Converts a percent text to millionths: 0.25 is 2,500. */
const parsePercentToPpm = (percent: string): bigint => parseDecimal(percent, 4) ?? 0n;

/** Converts a percent text to a fraction: 0.25 is 0.0025, and 25 basis points. */
const toFraction = (percent: string): string => formatDecimal(parsePercentToPpm(percent), 6);
const toBasisPoints = (percent: string): number =>
  Number.parseInt((parsePercentToPpm(percent) / 100n).toString(), 10);
