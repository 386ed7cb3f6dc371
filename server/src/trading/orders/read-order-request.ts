import {
  type Coin,
  type ErrorCode,
  parseAmount,
  parseMarket,
  type Quote,
  Refusal,
  readDecimal,
  type Side,
  scaleOf,
} from '@sarraf/domain';
import type { BodyOf, placeOrder } from '@sarraf/domain/contracts';

/** What an order asks for; amounts in coin units, sums in quote units. */
export interface OrderRequest {
  orderType: BodyOf<typeof placeOrder>['orderType'];
  side: Side;
  coin: Coin;
  quote: Quote;
  /** Waits in the book with what isn't traded at once. */
  limited: boolean;
  /** null: a market purchase by its total. */
  amount: bigint | null;
  total: bigint | null;
  /** The limit; of a market order the worst price taken, null: unset. */
  unitPrice: bigint | null;
}

/** BAD_REQUEST (marketType, unitPrice), UNACCEPTABLE_AMOUNT. */
export function readOrderRequest(body: BodyOf<typeof placeOrder>): OrderRequest {
  const market = parseMarket(body.marketType);
  if (!market) throw new Refusal('BAD_REQUEST', { errors: ['marketType'] });
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
    unitPrice: body.unitPrice === undefined ? null : readPrice(body.unitPrice, quote),
  };
}

function readPrice(text: string | number, quote: Quote): bigint {
  const price = readDecimal(text, scaleOf(quote));
  if (price === null || price <= 0n) throw refusalOf('unitPrice', 'BAD_REQUEST');
  return price;
}

const refusalOf = (field: string, code: ErrorCode) => new Refusal(code, { errors: [field] });
