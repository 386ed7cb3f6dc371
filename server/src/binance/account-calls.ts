import { formatDecimal, isAsset, parseDecimal } from '@sarraf/domain';
import type { MarketDetail, Order, OwnFill, WalletEntry } from '@sarraf/domain/contracts';
import { groupsOfOrders } from './order-lists/list-store.ts';
import { orderShape, ownFillShape } from './order-shape.ts';
import { query } from './own-api.ts';
import { orderMeant, own, type SignedContext } from './signed-context.ts';
import { listOrderIds } from './store.ts';
import { assetCodeOf, type SymbolMarket } from './symbols.ts';

/** Maximum number of our pages that one Binance call may need, and their size. */
const MAX_PAGES = 12;
const ORDERS = 100;
const FILLS = 500;

interface Page<T> {
  content: T[];
  nextCursor: string | null;
}

/** Reads pages, newest first, until there are no more, or enough entries. */
async function pages<T>(
  context: SignedContext,
  pathOf: (cursor: string | null) => string,
  isEnough: (found: readonly T[]) => boolean,
): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer: Page<T> = await own<Page<T>>(context, 'GET', pathOf(cursor));
    found.push(...answer.content);
    cursor = answer.nextCursor;
    if (cursor === null || isEnough(found)) break;
  }
  return found;
}

const nameOf = ({ coin, quote }: SymbolMarket): string => `${coin}_${quote}`;

export async function openOrders(context: SignedContext) {
  const { parameters } = context;
  const market = parameters.text('symbol') === null ? null : parameters.symbol();
  parameters.end();
  return (await openOrdersByForm(context, market)).map(orderShape);
}

/** Returns open orders, oldest first; of all markets if none is named. */
export async function openOrdersByForm(
  context: SignedContext,
  market: SymbolMarket | null,
): Promise<Order[]> {
  const marketType = market && nameOf(market);
  const found = await pages<Order>(
    context,
    (cursor) => `/orders${query({ status: 'open', size: ORDERS, marketType, cursor })}`,
    () => false,
  );
  return found.reverse();
}

export async function allOrders(context: SignedContext) {
  const { parameters, db, caller, ordersById } = context;
  const market = parameters.symbol();
  const from = parameters.whole('orderId');
  const [start, end] = [parameters.whole('startTime'), parameters.whole('endTime')];
  const limit = parameters.whole('limit', { least: 1, most: 1_000 }) ?? 500;
  parameters.end();
  const ids = await listOrderIds(db, caller.userId, market, { from, start, end, limit });
  return (await ordersById(caller.userId, ids)).map(orderShape);
}

export async function myTrades(context: SignedContext) {
  const { parameters } = context;
  const market = parameters.symbol();
  const number = parameters.whole('orderId');
  const from = parameters.whole('fromId');
  const [start, end] = [parameters.whole('startTime'), parameters.whole('endTime')];
  const limit = parameters.whole('limit', { least: 1, most: 1_000 }) ?? 500;
  parameters.end();
  const named =
    number === null ? null : await orderMeant(context, market, { number, clientId: null }, 'READ');
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  // Binance's range includes its end, ours doesn't.
  const span = { from: time(start), to: time(end === null ? null : end + 1) };
  const filter: Record<string, string | null> = named
    ? { orderId: named.id }
    : { marketType: nameOf(market), ...span };
  const isAfter = (fill: OwnFill) => from === null || Number.parseInt(fill.number, 10) >= from;
  const forwards = from !== null || start !== null;
  const found = await pages<OwnFill>(
    context,
    (cursor) => `/fills${query({ ...filter, size: Math.min(limit, FILLS), cursor })}`,
    (sofar) => !sofar.every(isAfter) || (!forwards && sofar.length >= limit),
  );
  const wanted = found.filter(isAfter).reverse();
  const shown = forwards ? wanted.slice(0, limit) : wanted.slice(-limit);
  const groups = await groupsOfOrders(context.db, context.caller.userId, [
    ...new Set(shown.map(({ orderId }) => orderId)),
  ]);
  return shown.map((fill) => ownFillShape(fill, groups.get(fill.orderId) ?? null));
}

export async function account(context: SignedContext) {
  const { parameters, caller, clock } = context;
  const omitZero = parameters.flag('omitZeroBalances') ?? false;
  parameters.end();
  const wallets = await own<Record<string, WalletEntry>>(context, 'GET', '/wallets/customer-addresses');
  const balances = Object.entries(wallets)
    .flatMap(([asset, { credit: free, blockedCredit: locked }]) =>
      isAsset(asset) ? [{ asset: assetCodeOf(asset), free, locked }] : [],
    )
    .filter(({ free, locked }) => !omitZero || /[1-9]/.test(free + locked));
  const { permissions } = caller.program;
  const { maker, taker } = await feesOf(context, null);
  return {
    makerCommission: basisPoints(maker),
    takerCommission: basisPoints(taker),
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: { maker: fraction(maker), taker: fraction(taker), buyer: '0', seller: '0' },
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

export async function commission(context: SignedContext) {
  const { parameters } = context;
  const market = parameters.symbol();
  parameters.end();
  const { maker, taker } = await feesOf(context, market);
  const none = { maker: '0', taker: '0', buyer: '0', seller: '0' };
  return {
    symbol: market.symbol,
    standardCommission: { maker: fraction(maker), taker: fraction(taker), buyer: '0', seller: '0' },
    specialCommission: none,
    taxCommission: none,
    discount: { enabledForAccount: false, enabledForSymbol: false, discountAsset: '', discount: '0' },
  };
}

/** Returns percent texts of the caller's level; without a market the highest. */
async function feesOf(context: SignedContext, market: SymbolMarket | null) {
  const { level } = context.caller;
  const { content } = await own<{ content: MarketDetail[] }>(context, 'GET', '/markets');
  const fees = content
    .filter(({ marketType }) => market === null || marketType === nameOf(market))
    .flatMap((one) => one.fees.filter(({ userAccountLevel }) => userAccountLevel === level));
  const highest = (texts: string[]) => texts.reduce((a, b) => (ppmOf(b) > ppmOf(a) ? b : a), '0');
  return {
    maker: highest(fees.map(({ makerFeePercent }) => makerFeePercent)),
    taker: highest(fees.map(({ takerFeePercent }) => takerFeePercent)),
  };
}

/** Converts a percent text to millionths: 0.25 is 2,500. */
const ppmOf = (percent: string): bigint => parseDecimal(percent, 4) ?? 0n;

/** Converts a percent text to a fraction: 0.25 is 0.0025, and 25 basis points. */
const fraction = (percent: string): string => formatDecimal(ppmOf(percent), 6);
const basisPoints = (percent: string): number => Number.parseInt((ppmOf(percent) / 100n).toString(), 10);
