import { ASSETS, type Coin, priceDecimals, type Quote, scaleOf } from './assets.ts';
import type { ErrorCode } from './errors.ts';
import { computeFee, type Ppm } from './fees.ts';
import { type Amount, amountOf, formatDecimal, mulDiv, parseDecimal, pow10, ZERO } from './money.ts';
import type { Side } from './quick-trade.ts';

/** Rules of a market; prices in quote units for one coin, amounts in coin units. */
export interface OrderTerms {
  coin: Coin;
  quote: Quote;
  tick: bigint;
  lot: bigint;
  minNotional: bigint;
  maxAmount: bigint;
}

/** Maximum distance of a limit from the market's price, and of a market order from the best price. Percent. */
export const PRICE_BAND = 20n;
export const MARKET_SLIPPAGE = 5n;

/** Returns the value of an amount at a price, rounded down to the quote's unit: equal for payer and recipient. */
export const computeNotional = (coin: Coin, amount: bigint, unitPrice: bigint): Amount =>
  mulDiv(amount, unitPrice, pow10(ASSETS[coin].scale), 'down');

/**
 * Returns the average price of one coin, rounded down to the digits of the market's prices; all decimal text. Null:
 * nothing was traded.
 */
export function computeAveragePrice(
  coin: Coin,
  quote: Quote,
  notional: string,
  amount: string,
): string | null {
  const paid = parseDecimal(notional, scaleOf(quote));
  const received = parseDecimal(amount, scaleOf(coin));
  if (!paid || !received) return null;
  const price = mulDiv(paid, pow10(scaleOf(coin)), received, 'down');
  const decimals = priceDecimals(coin, quote);
  return formatDecimal(price - (price % pow10(scaleOf(quote) - decimals)), scaleOf(quote), decimals);
}

/** Totals traded by an order so far, in quote units. */
export interface ExecutedTotals {
  notional: bigint;
  fee: bigint;
}

/**
 * Returns the fee of a further fill. It is calculated on the order's total and rounded up once, so that an order in
 * a hundred parts pays what it would pay in one; never more than a seller's proceeds.
 */
export function computeFillFee(
  { notional, fee }: ExecutedTotals,
  fillNotional: bigint,
  feeRate: Ppm,
): Amount {
  const charged = computeFee(notional + fillNotional, feeRate) - fee;
  return amountOf(charged > fillNotional ? fillNotional : charged);
}

/** Returns the hold for the remainder of an order: the coin of a sale; price and fee of a purchase. */
export function calculateHold(
  side: Side,
  coin: Coin,
  unfilled: bigint,
  unitPrice: bigint,
  feeRate: Ppm,
  executed: ExecutedTotals = { notional: 0n, fee: 0n },
): Amount {
  if (side === 'sell') return amountOf(unfilled);
  const notional = computeNotional(coin, unfilled, unitPrice);
  return amountOf(notional + computeFee(executed.notional + notional, feeRate) - executed.fee);
}

/**
 * Returns the maximum that may be traded for a total that includes the fee. Rounding up the fee makes no
 * difference: the remainder of the total is whole units, and covers the rounded fee exactly if it covers the
 * unrounded one.
 */
export const maxNotionalForTotal = (total: bigint, feeRate: Ppm): Amount =>
  total <= 0n ? ZERO : mulDiv(total, 1_000_000n, 1_000_000n + feeRate, 'down');

/** Returns the lowest and highest accepted limit, rounded inwards to the tick. */
export function computePriceBand(reference: bigint, tick: bigint): { low: Amount; high: Amount } {
  const low = mulDiv(reference, 100n - PRICE_BAND, 100n, 'up');
  const high = mulDiv(reference, 100n + PRICE_BAND, 100n, 'down');
  return { low: amountOf(low + ((tick - (low % tick)) % tick)), high: amountOf(high - (high % tick)) };
}

export interface LimitOrderInput {
  terms: OrderTerms;
  amount: bigint;
  unitPrice: bigint;
  /** Reference price of the band; null: unknown, and not checked here. */
  reference: bigint | null;
  /** Spendable balance of the asset that the customer pays with; null: unknown, and not checked. */
  balance: bigint | null;
  side: Side;
  feeRate: Ppm;
}

/** Returns why a limit order can't be placed, checked in this order; null if it can. */
export function validateLimitOrder(check: LimitOrderInput): ErrorCode | null {
  const { terms, amount, unitPrice, reference, balance, side, feeRate } = check;
  if (amount <= 0n || unitPrice <= 0n) return 'UNACCEPTABLE_AMOUNT';
  if (amount % terms.lot !== 0n || unitPrice % terms.tick !== 0n) return 'AMOUNT_NOT_ALLOWED';
  if (amount > terms.maxAmount) return 'AMOUNT_IS_HIGH';
  if (computeNotional(terms.coin, amount, unitPrice) < terms.minNotional) return 'AMOUNT_IS_LOW';
  if (reference !== null) {
    const { low, high } = computePriceBand(reference, terms.tick);
    if (unitPrice < low || unitPrice > high) return 'PRICE_OUT_OF_BAND';
  }
  if (balance !== null && calculateHold(side, terms.coin, amount, unitPrice, feeRate) > balance)
    return insufficientBalanceCode(side, terms.quote);
  return null;
}

/** Maximum slices of an iceberg order: matching goes through those of one price. */
export const MAX_SLICES = 100n;

/** Returns why an order can't display only this amount; null if it can. */
export function validateDisplayAmount(
  display: bigint,
  { amount, unitPrice, terms }: Pick<LimitOrderInput, 'amount' | 'unitPrice' | 'terms'>,
): ErrorCode | null {
  if (display <= 0n || display >= amount) return 'UNACCEPTABLE_AMOUNT';
  if (display % terms.lot !== 0n) return 'AMOUNT_NOT_ALLOWED';
  return display < computeMinDisplayAmount({ amount, unitPrice, terms }) ? 'DISPLAY_IS_LOW' : null;
}

/** Returns the minimum displayed amount of an order. */
export function computeMinDisplayAmount({
  amount,
  unitPrice,
  terms: { coin, lot, minNotional },
}: Pick<LimitOrderInput, 'amount' | 'unitPrice' | 'terms'>): bigint {
  const minSliceAmount = roundUpToLot((amount + MAX_SLICES - 1n) / MAX_SLICES, lot);
  const minNotionalAmount = roundUpToLot(
    mulDiv(minNotional, pow10(ASSETS[coin].scale), unitPrice, 'up'),
    lot,
  );
  return minSliceAmount > minNotionalAmount ? minSliceAmount : minNotionalAmount;
}

const roundUpToLot = (amount: bigint, lot: bigint): bigint => ((amount + lot - 1n) / lot) * lot;

export const insufficientBalanceCode = (side: Side, quote: Quote): ErrorCode =>
  side === 'buy' && quote === 'TOMAN' ? 'NOT_ENOUGH_BALANCE_TOMAN' : 'Not Enough Balance';

/** Returns the tick in Tether, the digits of the coin's price; in Toman it is the coin's own. */
export const getTetherTick = (coin: Coin): Amount =>
  amountOf(pow10(scaleOf('TETHER') - ASSETS[coin].pricePrecision));
