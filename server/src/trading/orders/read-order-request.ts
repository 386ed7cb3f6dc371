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
import { type OrderManner, plainManner, type Slices } from './manner.ts';

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
export function readOrderRequest(body: BodyOf<typeof placeOrder>): OrderRequest {
  const market = parseMarket(body.marketType);
  if (!market) throw new AppError('BAD_REQUEST', { errors: ['marketType'] });
  const { coin, quote } = market;
  const { orderType } = body;
  const limited = orderType === 'LIMITED_BUY' || orderType === 'LIMITED_SELL';
  const byTotal = orderType === 'MARKET_BUY' && body.amount === undefined && body.totalPrice !== undefined;
  if (limited && body.unitPrice === undefined) throw refusalOf('unitPrice', 'BAD_REQUEST');
  if (!byTotal && body.amount === undefined) throw refusalOf('amount', 'UNACCEPTABLE_AMOUNT');
  return {
    orderType,
    side: orderType.endsWith('_BUY') ? 'buy' : 'sell',
    coin,
    quote,
    limited,
    amount: byTotal ? null : parseAmount(body.amount ?? '', coin),
    total: byTotal ? parseAmount(body.totalPrice ?? '', quote) : null,
    unitPrice: body.unitPrice === undefined ? null : readOrderPrice(body.unitPrice, quote),
    manner: readManner(body, limited),
  };
}

/** Whether its time is in the future is validated when the order is decided. */
function readManner(body: BodyOf<typeof placeOrder>, limited: boolean): OrderManner {
  const plain = plainManner(body.orderType);
  const { timeInForce = plain.timeInForce, postOnly = false, clientOrderId = null } = body;
  const { selfTradePrevention = plain.selfTradePrevention } = body;
  if (!limited && timeInForce !== 'IOC' && timeInForce !== 'FOK')
    throw refusalOf('timeInForce', 'BAD_REQUEST');
  if ((timeInForce === 'GTD') !== (body.validUntil !== undefined))
    throw refusalOf('validUntil', 'BAD_REQUEST');
  if (postOnly && timeInForce !== 'GTC' && timeInForce !== 'GTD') throw refusalOf('postOnly', 'BAD_REQUEST');
  const validUntil = body.validUntil === undefined ? null : readTime(body.validUntil);
  const slices = readSlices(body, timeInForce);
  if (
    timeInForce === plain.timeInForce &&
    !postOnly &&
    clientOrderId === null &&
    selfTradePrevention === 'NEWEST' &&
    slices === null
  )
    return plain;
  return { timeInForce, validUntil, postOnly, clientOrderId, selfTradePrevention, replaces: null, slices };
}

/** Parses the display amount; whether it is large enough is validated when the order is decided. */
function readSlices(
  { displayAmount, amount, marketType }: BodyOf<typeof placeOrder>,
  timeInForce: OrderManner['timeInForce'],
): Slices | null {
  const market = parseMarket(marketType);
  if (displayAmount === undefined || !market) return null;
  const display = parseAmount(displayAmount, market.coin);
  const waits = timeInForce === 'GTC' || timeInForce === 'GTD';
  if (!waits || display >= parseAmount(amount ?? '', market.coin))
    throw refusalOf('displayAmount', 'BAD_REQUEST');
  return { display, shown: 0n, at: null, turn: 0 };
}

function readTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw refusalOf('validUntil', 'BAD_REQUEST');
  return time;
}

export function readOrderPrice(text: string | number, quote: Quote): bigint {
  const price = parseDecimal(text, scaleOf(quote));
  if (price === null || price <= 0n) throw refusalOf('unitPrice', 'BAD_REQUEST');
  return price;
}

const refusalOf = (field: string, code: ErrorCode) => new AppError(code, { errors: [field] });
