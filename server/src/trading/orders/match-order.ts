import {
  AppError,
  computeNotional,
  computePriceBand,
  type ErrorCode,
  formatDecimal,
  insufficientBalanceCode,
  MARKET_SLIPPAGE,
  maxNotionalForTotal,
  type OrderTerms,
  type Ppm,
  pow10,
  priceDecimals,
  type Side,
  scaleOf,
  validateDisplayAmount,
  validateLimitOrder,
} from '@sarraf/domain';
import type { IncomingOrder, Match } from '../book/book-types.ts';
import type { MarketBook } from '../book/market-book.ts';
import { canRestOnBook } from './manner.ts';
import type { OrderRequest } from './read-order-request.ts';

/** Everything an order is validated against when it is decided. */
export interface MatchContext {
  terms: OrderTerms;
  market: MarketBook;
  /** Centre of the price band; quote units for one coin. */
  reference: bigint;
  feeRate: Ppm;
  /** Spendable balance of the paying asset. */
  balance: bigint;
  owner: number;
  /** Which orders of the order book may no longer be traded; see `Taker`. */
  gone: IncomingOrder['gone'];
}

/**
 * Returns what the order meets in the order book; changes nothing. Refusals: those of `placeOrder` that depend on
 * the order book alone.
 */
export const matchOrder = (request: OrderRequest, context: MatchContext): Match => {
  const match = request.limited ? matchLimitOrder(request, context) : matchMarketOrder(request, context);
  validateMatch(request, match);
  return match;
};

const isTraded = ({ fills }: Match): boolean => fills.some(({ lots }) => lots > 0);

/** Whether it got everything it requested: for a purchase by total, as many lots as the total pays for. */
const isFullyMatched = ({ amount }: OrderRequest, { rest, end }: Match): boolean =>
  amount === null ? end === 'budget' : rest === 0;

/** Validates a match: POST_ONLY_WOULD_TAKE, SELF_TRADE, FOK_NOT_FILLED, NO_LIQUIDITY, AMOUNT_IS_LOW. */
function validateMatch(request: OrderRequest, match: Match): void {
  const { manner } = request;
  const { end } = match;
  const traded = isTraded(match);
  if (manner.postOnly && (traded || end === 'own')) throw new AppError('POST_ONLY_WOULD_TAKE');
  if (end === 'own' && !traded && manner.selfTradePrevention === 'NEWEST') throw new AppError('SELF_TRADE');
  if (manner.timeInForce === 'FOK' && !isFullyMatched(request, match)) throw new AppError('FOK_NOT_FILLED');
  if (traded || end === 'own' || canRestOnBook(manner)) return;
  throw new AppError(end === 'budget' ? 'AMOUNT_IS_LOW' : 'NO_LIQUIDITY');
}

/** Returns a taker's properties other than price and size. A post-only order meets no order of its owner either. */
export const toTakerProperties = (
  { side, manner }: Pick<OrderRequest, 'side' | 'manner'>,
  { owner, gone }: Pick<MatchContext, 'owner' | 'gone'>,
) => ({
  side,
  owner,
  gone,
  selfTrade: manner.postOnly ? 'NEWEST' : (manner.selfTradePrevention ?? 'NEWEST'),
});

function matchLimitOrder(request: OrderRequest, context: MatchContext): Match {
  const { amount, unitPrice, side } = request;
  const { terms, market, reference, feeRate, balance } = context;
  const [requestedAmount, limit] = [amount ?? 0n, unitPrice ?? 0n];
  throwRefusal(
    validateLimitOrder({
      terms,
      amount: requestedAmount,
      unitPrice: limit,
      reference,
      balance,
      side,
      feeRate,
    }),
    context,
  );
  const { slices } = request.manner;
  if (slices !== null)
    throwRefusal(
      validateDisplayAmount(slices.display, { amount: requestedAmount, unitPrice: limit, terms }),
      context,
    );
  return market.book.match({
    ...toTakerProperties(request, context),
    limit: market.priceToTick(side, limit),
    lots: market.amountToLots(requestedAmount),
    budget: Number.POSITIVE_INFINITY,
  });
}

function matchMarketOrder(request: OrderRequest, context: MatchContext): Match {
  const { side, amount, total } = request;
  const { terms, market, feeRate, balance } = context;
  const { coin, lot, minNotional, maxAmount } = terms;
  if (amount !== null && amount % lot !== 0n) throw new AppError('AMOUNT_NOT_ALLOWED');
  if (amount !== null && amount > maxAmount) throw new AppError('AMOUNT_IS_HIGH');
  const maxNotional = total === null ? null : maxNotionalForTotal(total, feeRate);
  if (maxNotional !== null && maxNotional < minNotional) throw new AppError('AMOUNT_IS_LOW');
  if (side === 'sell' && (amount ?? 0n) > balance)
    throw new AppError(insufficientBalanceCode(side, terms.quote));
  const cap = computePriceCap(request, context);
  const best = getBestOppositePrice(side, context);
  if (amount !== null && computeNotional(coin, amount, best) < minNotional)
    throw new AppError('AMOUNT_IS_LOW');
  const budget =
    maxNotional === null ? Number.POSITIVE_INFINITY : market.computeBudget(maxNotional, pow10(scaleOf(coin)));
  if (budget === null) throw new AppError('AMOUNT_IS_HIGH');
  const match = market.book.match({
    ...toTakerProperties(request, context),
    limit: market.priceToTick(side, cap),
    lots: market.amountToLots(amount ?? maxAmount - (maxAmount % lot)),
    budget,
  });
  // A purchase by total may name any sum; it buys at most what one order may buy.
  if (total !== null && match.end === 'filled') throw new AppError('AMOUNT_IS_HIGH');
  return match;
}

/** Returns the best price of the other side; NO_LIQUIDITY. */
function getBestOppositePrice(side: Side, { market, gone }: Pick<MatchContext, 'market' | 'gone'>): bigint {
  const best = market.getBestPrice(side === 'buy' ? 'sell' : 'buy', gone);
  if (best === null) throw new AppError('NO_LIQUIDITY');
  return best;
}

/** Returns the worst price that a market order accepts: its own if it names one, and never one beyond the band. */
function computePriceCap({ side, unitPrice }: OrderRequest, context: MatchContext): bigint {
  const { terms, reference } = context;
  if (unitPrice === null) return computeSlippageCap(side, context);
  const { low, high } = computePriceBand(reference, terms.tick);
  if (unitPrice % terms.tick !== 0n) throw new AppError('AMOUNT_NOT_ALLOWED');
  if (unitPrice < low || unitPrice > high) throwRefusal('PRICE_OUT_OF_BAND', context);
  return unitPrice;
}

/** Returns the worst price for a market order that names none. NO_LIQUIDITY: the other side is empty. */
export function computeSlippageCap(
  side: Side,
  { terms, market, reference, gone }: Pick<MatchContext, 'terms' | 'market' | 'reference' | 'gone'>,
): bigint {
  const { low, high } = computePriceBand(reference, terms.tick);
  const best = getBestOppositePrice(side, { market, gone });
  if (side === 'buy') return min(high, (best * (100n + MARKET_SLIPPAGE)) / 100n);
  return max(low, (best * (100n - MARKET_SLIPPAGE) + 99n) / 100n);
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

function throwRefusal(
  code: ErrorCode | null,
  { terms: { coin, quote, tick }, reference }: MatchContext,
): void {
  if (code === null) return;
  if (code !== 'PRICE_OUT_OF_BAND') throw new AppError(code);
  const { low, high } = computePriceBand(reference, tick);
  const formatPrice = (price: bigint) => formatDecimal(price, scaleOf(quote), priceDecimals(coin, quote));
  throw new AppError(code, { data: { low: formatPrice(low), high: formatPrice(high) } });
}
