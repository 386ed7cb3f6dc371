import {
  AppError,
  formatDecimal,
  triggerReached as isReached,
  type OrderTerms,
  type Ppm,
  priceBand,
  priceDecimals,
  scaleOf,
  TRIGGER_FAR,
  trailedPrice,
  triggerIsFar,
  waitingFigures,
} from '@sarraf/domain';
import type { Market } from '../../market/index.ts';
import type { MarketBook } from '../book/market-book.ts';
import type { OrderRequest } from '../orders/read-order-request.ts';
import type { TriggerRequest } from './read-trigger.ts';
import { badRequest } from './read-trigger.ts';
import type { OrderTrigger } from './trigger.ts';

export interface WaitingBench {
  terms: OrderTerms;
  market: MarketBook;
  reference: bigint;
  wage: Ppm;
}

/** Terms of an order to be placed: the columns of its row, and what is blocked for it. */
export interface WaitingTerms {
  amount: bigint;
  unitPrice: bigint;
  /** Quote units for a purchase, coin units for a sale: the maximum that it may need. */
  needs: bigint;
  trigger: OrderTrigger;
}

/** Returns the current price that a trigger watches; a market without a trade uses its reference. */
export function watchedPrice(
  deps: { market: Pick<Market, 'summary'> },
  by: TriggerRequest['by'],
  { market, reference }: Pick<WaitingBench, 'market' | 'reference'>,
  now: number,
): bigint {
  if (by === 'LAST') return market.head.lastPrice ?? reference;
  const published = deps.market.summary(market.coin, market.quote, now).reference;
  if (published === null) throw new AppError('MARKET_IS_NOT_ACTIVE');
  return published;
}

/**
 * Validates an order that is to wait for a price against the current price.
 *
 * AMOUNT_NOT_ALLOWED, PRICE_OUT_OF_BAND (data.low, data.high): its trigger price is too far away, or its limit is
 * too far from that; TRIGGER_ALREADY_REACHED; BAD_REQUEST (unitPrice): a market purchase whose cost is unlimited;
 * those of `validateLimitOrder`.
 */
export function judgeWaiting(
  request: OrderRequest,
  wanted: TriggerRequest,
  now: bigint,
  bench: WaitingBench,
): WaitingTerms {
  const { kind, by, distance } = wanted;
  const price = triggerPrice(request, wanted, now, bench);
  if (isReached(request.side, kind, price, now)) throw new AppError('TRIGGER_ALREADY_REACHED');
  const trigger: OrderTrigger = {
    state: 'WAITING',
    kind,
    by,
    price,
    distance,
    limit: request.limited ? null : request.unitPrice,
    total: request.total,
    triggeredAt: null,
  };
  return { ...termsAt(request, price, bench), trigger };
}

/**
 * Returns the terms of an order that is sent to the order book at about a price. Refusals: those of `judgeWaiting`
 * about its own numbers.
 */
export function termsAt(
  request: OrderRequest,
  price: bigint,
  bench: WaitingBench,
): Omit<WaitingTerms, 'trigger'> {
  const { side, limited, unitPrice, total } = request;
  if (!limited && total === null) {
    // Its cost must be limited, or nothing could be blocked for it.
    if (side === 'buy' && unitPrice === null) throw badRequest('unitPrice');
  }
  const figures = waitingFigures(request, price, bench.terms, bench.wage);
  if (figures === 'PRICE_OUT_OF_BAND') throw bandAround(bench.terms, price);
  if (typeof figures === 'string') throw new AppError(figures);
  return figures;
}

function triggerPrice(
  { side, limited }: OrderRequest,
  { price, distance }: TriggerRequest,
  now: bigint,
  { terms }: WaitingBench,
): bigint {
  // Its limit would have to trail, too.
  if (distance !== null && limited) throw badRequest('orderType');
  const given = price ?? distance ?? 0n;
  if (given % terms.tick !== 0n) throw new AppError('AMOUNT_NOT_ALLOWED');
  const at = price ?? trailedPrice(side, now, given);
  if (triggerIsFar(at, now)) throw outOfBand(terms, now / TRIGGER_FAR, now * TRIGGER_FAR);
  return at;
}

function bandAround(terms: OrderTerms, price: bigint): AppError {
  const { low, high } = priceBand(price, terms.tick);
  return outOfBand(terms, low, high);
}

export function outOfBand({ coin, quote }: OrderTerms, low: bigint, high: bigint): AppError {
  const text = (sum: bigint) => formatDecimal(sum, scaleOf(quote), priceDecimals(coin, quote));
  return new AppError('PRICE_OUT_OF_BAND', { data: { low: text(low), high: text(high) } });
}
