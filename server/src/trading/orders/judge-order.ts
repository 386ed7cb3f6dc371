import {
  decimalText,
  type ErrorCode,
  limitOrderRefusal,
  MARKET_SLIPPAGE,
  notEnoughFor,
  notionalOf,
  notionalWithin,
  type OrderTerms,
  type Ppm,
  pow10,
  priceBand,
  priceDecimals,
  Refusal,
  scaleOf,
} from '@sarraf/domain';
import type { Match } from '../book/book-types.ts';
import type { MarketBook } from '../book/market-book.ts';
import type { OrderRequest } from './read-order-request.ts';

/** What an order is judged by, at the moment it is decided. */
export interface Bench {
  terms: OrderTerms;
  market: MarketBook;
  /** The band lies around it; quote units for one coin. */
  reference: bigint;
  wage: Ppm;
  /** Spendable, of what is given. */
  balance: bigint;
  owner: number;
}

/** What the order meets in the book; changes nothing. Refusals: of `placeOrder`, those that need nothing but a look. */
export const judgeOrder = (request: OrderRequest, bench: Bench): Match => {
  const match = request.limited ? meetLimit(request, bench) : meetMarket(request, bench);
  if (match.end === 'own' && match.fills.length === 0) throw new Refusal('SELF_TRADE');
  return match;
};

function meetLimit({ amount, unitPrice, side }: OrderRequest, bench: Bench): Match {
  const { terms, market, reference, wage, balance, owner } = bench;
  const [wanted, limit] = [amount ?? 0n, unitPrice ?? 0n];
  refuse(
    limitOrderRefusal({ terms, amount: wanted, unitPrice: limit, reference, balance, side, wage }),
    bench,
  );
  return market.book.match({
    side,
    owner,
    limit: market.tickWithin(side, limit),
    lots: market.lotsOf(wanted),
    budget: Number.POSITIVE_INFINITY,
  });
}

function meetMarket(request: OrderRequest, bench: Bench): Match {
  const { side, amount, total } = request;
  const { terms, market, wage, balance, owner } = bench;
  const { coin, lot, minNotional, maxAmount } = terms;
  if (amount !== null && amount % lot !== 0n) throw new Refusal('AMOUNT_NOT_ALLOWED');
  if (amount !== null && amount > maxAmount) throw new Refusal('AMOUNT_IS_HIGH');
  const sum = total === null ? null : notionalWithin(total, wage);
  if (sum !== null && sum < minNotional) throw new Refusal('AMOUNT_IS_LOW');
  if (side === 'sell' && (amount ?? 0n) > balance) throw new Refusal(notEnoughFor(side, terms.quote));
  const cap = capOf(request, bench);
  const best = market.best(side === 'buy' ? 'sell' : 'buy');
  if (best === null) throw new Refusal('NO_LIQUIDITY');
  if (amount !== null && notionalOf(coin, amount, best) < minNotional) throw new Refusal('AMOUNT_IS_LOW');
  const budget = sum === null ? Number.POSITIVE_INFINITY : market.budgetOf(sum, pow10(scaleOf(coin)));
  if (budget === null) throw new Refusal('AMOUNT_IS_HIGH');
  const match = market.book.match({
    side,
    owner,
    limit: market.tickWithin(side, cap),
    lots: market.lotsOf(amount ?? maxAmount - (maxAmount % lot)),
    budget,
  });
  if (match.fills.length > 0 || match.end === 'own') {
    // By its total it may ask for anything; what one order may buy is bought, and no more.
    if (total !== null && match.end === 'filled') throw new Refusal('AMOUNT_IS_HIGH');
    return match;
  }
  throw new Refusal(match.end === 'budget' ? 'AMOUNT_IS_LOW' : 'NO_LIQUIDITY');
}

/** The worst price that a market order takes: its own if it names one, and never one beyond the band. */
function capOf({ side, unitPrice }: OrderRequest, bench: Bench): bigint {
  const { terms, market, reference } = bench;
  const { low, high } = priceBand(reference, terms.tick);
  if (unitPrice !== null) {
    if (unitPrice % terms.tick !== 0n) throw new Refusal('AMOUNT_NOT_ALLOWED');
    if (unitPrice < low || unitPrice > high) refuse('PRICE_OUT_OF_BAND', bench);
    return unitPrice;
  }
  const best = market.best(side === 'buy' ? 'sell' : 'buy');
  if (best === null) throw new Refusal('NO_LIQUIDITY');
  if (side === 'buy') return least(high, (best * (100n + MARKET_SLIPPAGE)) / 100n);
  return most(low, (best * (100n - MARKET_SLIPPAGE) + 99n) / 100n);
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

function refuse(code: ErrorCode | null, { terms: { coin, quote, tick }, reference }: Bench): void {
  if (code === null) return;
  if (code !== 'PRICE_OUT_OF_BAND') throw new Refusal(code);
  const { low, high } = priceBand(reference, tick);
  const text = (price: bigint) => decimalText(price, scaleOf(quote), priceDecimals(coin, quote));
  throw new Refusal(code, { data: { low: text(low), high: text(high) } });
}
