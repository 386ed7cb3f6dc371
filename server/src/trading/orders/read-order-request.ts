import {
  AppError,
  type Coin,
  type ErrorCode,
  parseAmount,
  parseDecimal,
  parseMarket,
  type Quote,
  type Side,
  scaleOf,
} from '@sarraf/domain';
import type { BodyOf, placeOrder } from '@sarraf/domain/contracts';
import { getDefaultManner, type OrderManner, type Slices } from './manner.ts';

/** A validated order request; amounts in coin units, sums in quote units. */
export interface OrderRequest {
  orderType: BodyOf<typeof placeOrder>['orderType'];
  side: Side;
  coin: Coin;
  quote: Quote;
  /** What isn't traded immediately rests on the order book. */
  limited: boolean;
  /** null: a market purchase by total. */
  amount: bigint | null;
  total: bigint | null;
  /** The limit; for a market order the worst accepted price, null: unset. */
  unitPrice: bigint | null;
  manner: OrderManner;
}

/**
 * Parses a request. BAD_REQUEST (marketType, unitPrice, timeInForce, validUntil, postOnly, displayAmount),
 * UNACCEPTABLE_AMOUNT.
 */
export function parseOrderRequest(body: BodyOf<typeof placeOrder>): OrderRequest {
  const market = parseMarket(body.marketType);
  if (!market) throw new AppError('BAD_REQUEST', { errors: ['marketType'] });
  const { coin, quote } = market;
  const { orderType } = body;
  const limited = orderType === 'LIMITED_BUY' || orderType === 'LIMITED_SELL';
  const isByTotal = orderType === 'MARKET_BUY' && body.amount === undefined && body.totalPrice !== undefined;
  if (limited && body.unitPrice === undefined) throw createRefusal('unitPrice', 'BAD_REQUEST');
  if (!isByTotal && body.amount === undefined) throw createRefusal('amount', 'UNACCEPTABLE_AMOUNT');
  return {
    orderType,
    side: orderType.endsWith('_BUY') ? 'buy' : 'sell',
    coin,
    quote,
    limited,
    amount: isByTotal ? null : parseAmount(body.amount ?? '', coin),
    total: isByTotal ? parseAmount(body.totalPrice ?? '', quote) : null,
    unitPrice: body.unitPrice === undefined ? null : parseOrderPrice(body.unitPrice, quote),
    manner: parseManner(body, limited),
  };
}

/** Whether its time is in the future is validated when the order is decided. */
function parseManner(body: BodyOf<typeof placeOrder>, limited: boolean): OrderManner {
  const defaults = getDefaultManner(body.orderType);
  const { timeInForce = defaults.timeInForce, postOnly = false, clientOrderId = null } = body;
  const { selfTradePrevention = defaults.selfTradePrevention } = body;
  if (!limited && timeInForce !== 'IOC' && timeInForce !== 'FOK')
    throw createRefusal('timeInForce', 'BAD_REQUEST');
  if ((timeInForce === 'GTD') !== (body.validUntil !== undefined))
    throw createRefusal('validUntil', 'BAD_REQUEST');
  if (postOnly && timeInForce !== 'GTC' && timeInForce !== 'GTD')
    throw createRefusal('postOnly', 'BAD_REQUEST');
  const validUntil = body.validUntil === undefined ? null : parseValidUntil(body.validUntil);
  const slices = parseSlices(body, timeInForce);
  if (
    timeInForce === defaults.timeInForce &&
    !postOnly &&
    clientOrderId === null &&
    selfTradePrevention === 'NEWEST' &&
    slices === null
  )
    return defaults;
  return { timeInForce, validUntil, postOnly, clientOrderId, selfTradePrevention, replaces: null, slices };
}

/** Parses the display amount; whether it is large enough is validated when the order is decided. */
function parseSlices(
  { displayAmount, amount, marketType }: BodyOf<typeof placeOrder>,
  timeInForce: OrderManner['timeInForce'],
): Slices | null {
  const market = parseMarket(marketType);
  if (displayAmount === undefined || !market) return null;
  const display = parseAmount(displayAmount, market.coin);
  const canRest = timeInForce === 'GTC' || timeInForce === 'GTD';
  if (!canRest || display >= parseAmount(amount ?? '', market.coin))
    throw createRefusal('displayAmount', 'BAD_REQUEST');
  return { display, displayedAmount: 0n, at: null, turn: 0 };
}

function parseValidUntil(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw createRefusal('validUntil', 'BAD_REQUEST');
  return time;
}

export function parseOrderPrice(text: string | number, quote: Quote): bigint {
  const price = parseDecimal(text, scaleOf(quote));
  if (price === null || price <= 0n) throw createRefusal('unitPrice', 'BAD_REQUEST');
  return price;
}

const createRefusal = (field: string, code: ErrorCode) => new AppError(code, { errors: [field] });
