import {
  AppError,
  computePriceBand,
  computeTrailingTrigger,
  computeTriggeredOrderTerms,
  formatDecimal,
  isTriggerReached as isReached,
  isTriggerTooFar,
  MAX_TRIGGER_FACTOR,
  type OrderTerms,
  type Ppm,
  priceDecimals,
  scaleOf,
} from '@sarraf/domain';
import type { Market } from '../../market/index.ts';
import type { MarketBook } from '../book/market-book.ts';
import type { OrderRequest } from '../orders/read-order-request.ts';
import type { TriggerRequest } from './read-trigger.ts';
import { createBadRequest } from './read-trigger.ts';
import type { OrderTrigger } from './trigger.ts';

export interface WaitingContext {
  terms: OrderTerms;
  market: MarketBook;
  reference: bigint;
  feeRate: Ppm;
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
export function readWatchedPrice(
  deps: { market: Pick<Market, 'summary'> },
  by: TriggerRequest['by'],
  { market, reference }: Pick<WaitingContext, 'market' | 'reference'>,
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
export function validateWaiting(
  request: OrderRequest,
  triggerRequest: TriggerRequest,
  now: bigint,
  context: WaitingContext,
): WaitingTerms {
  const { kind, by, distance } = triggerRequest;
  const price = computeTriggerPrice(request, triggerRequest, now, context);
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
  return { ...computeTermsAt(request, price, context), trigger };
}

/**
 * Returns the terms of an order that is sent to the order book at about a price. Refusals: those of `validateWaiting`
 * about its own numbers.
 */
export function computeTermsAt(
  request: OrderRequest,
  price: bigint,
  context: WaitingContext,
): Omit<WaitingTerms, 'trigger'> {
  const { side, limited, unitPrice, total } = request;
  if (!limited && total === null) {
    // Its cost must be limited, or nothing could be blocked for it.
    if (side === 'buy' && unitPrice === null) throw createBadRequest('unitPrice');
  }
  const figures = computeTriggeredOrderTerms(request, price, context.terms, context.feeRate);
  if (figures === 'PRICE_OUT_OF_BAND') throw createOutOfBandAround(context.terms, price);
  if (typeof figures === 'string') throw new AppError(figures);
  return figures;
}

function computeTriggerPrice(
  { side, limited }: OrderRequest,
  { price, distance }: TriggerRequest,
  now: bigint,
  { terms }: WaitingContext,
): bigint {
  // Its limit would have to trail, too.
  if (distance !== null && limited) throw createBadRequest('orderType');
  const priceOrDistance = price ?? distance ?? 0n;
  if (priceOrDistance % terms.tick !== 0n) throw new AppError('AMOUNT_NOT_ALLOWED');
  const at = price ?? computeTrailingTrigger(side, now, priceOrDistance);
  if (isTriggerTooFar(at, now))
    throw createOutOfBandError(terms, now / MAX_TRIGGER_FACTOR, now * MAX_TRIGGER_FACTOR);
  return at;
}

function createOutOfBandAround(terms: OrderTerms, price: bigint): AppError {
  const { low, high } = computePriceBand(price, terms.tick);
  return createOutOfBandError(terms, low, high);
}

export function createOutOfBandError({ coin, quote }: OrderTerms, low: bigint, high: bigint): AppError {
  const formatPrice = (price: bigint) => formatDecimal(price, scaleOf(quote), priceDecimals(coin, quote));
  return new AppError('PRICE_OUT_OF_BAND', { data: { low: formatPrice(low), high: formatPrice(high) } });
}
