import { ASSETS, type Coin, type Quote, scaleOf } from './assets.ts';
import type { ErrorCode } from './errors.ts';
import { computeFee, type Ppm } from './fees.ts';
import {
  type Amount,
  amountOf,
  hasOrderPrecision,
  mulDiv,
  pow10,
  truncateToOrderPrecision,
} from './money.ts';

export type Side = 'buy' | 'sell';

/** Published prices: for one whole coin, in the quote's smallest unit. */
export interface TradePrice {
  /** Price that a customer pays; the higher one. */
  buy: bigint;
  /** Price that a customer receives. */
  sell: bigint;
}

export interface QuickTrade {
  side: Side;
  coin: Coin;
  quote: Quote;
  /** Coin, smallest units. */
  amount: Amount;
  /** Quote for one whole coin, smallest units. */
  unitPrice: bigint;
}

export interface QuickTradeTotals {
  /** amount × unitPrice in the quote: rounded up on a buy, down on a sell. */
  notional: Amount;
  fee: Amount;
  /** Amount that a buyer pays, or a seller receives, including the fee. */
  total: Amount;
}

/** Returns the amounts of a quick trade. A sell whose fee exceeds its value has a total of 0. */
export function computeQuickTrade(trade: QuickTrade, feeRate: Ppm): QuickTradeTotals {
  const unit = pow10(scaleOf(trade.coin));
  const notional = mulDiv(trade.amount, trade.unitPrice, unit, trade.side === 'buy' ? 'up' : 'down');
  const charged = computeFee(notional, feeRate);
  if (trade.side === 'buy') return { notional, fee: charged, total: amountOf(notional + charged) };
  const fee = charged > notional ? notional : charged;
  return { notional, fee, total: amountOf(notional - fee) };
}

/**
 * Returns the amount for a total: the maximum that a buyer can get for it, or the minimum that a seller must give
 * for it, in steps of the coin's order digits. Total → amount → total never favours the customer by a unit.
 */
export function computeAmountForTotal(
  trade: Omit<QuickTrade, 'amount'> & { total: bigint },
  feeRate: Ppm,
): Amount {
  const { coin, side, unitPrice, total } = trade;
  if (unitPrice <= 0n || total <= 0n) return amountOf(0n);
  const step = getAmountStep(coin);
  const isWithinTotal = (amount: bigint) => {
    const { total: moved } = computeQuickTrade({ ...trade, amount: amountOf(amount) }, feeRate);
    return side === 'buy' ? moved <= total : moved >= total;
  };
  let amount = estimateAmount(trade, total, feeRate);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (amount <= 0n || isWithinTotal(amount)) return amountOf(amount > 0n ? amount : 0n);
    amount += side === 'buy' ? -step : step;
  }
  // At a price so low that many steps make one unit, the maximum effect of both roundings is reserved.
  const safeAmount = estimateAmount(
    trade,
    side === 'buy' ? total - ROUNDING_MARGIN : total + ROUNDING_MARGIN,
    feeRate,
  );
  return amountOf(safeAmount > 0n ? safeAmount : 0n);
}

/** Price and fee are each rounded by less than one unit of the quote. */
const ROUNDING_MARGIN = 2n;

/**
 * Returns total ÷ (price with the fee), to the step below for a buyer and above for a seller; exact except for the
 * roundings.
 */
function estimateAmount(trade: Omit<QuickTrade, 'amount'>, total: bigint, feeRate: Ppm): bigint {
  if (total <= 0n) return 0n;
  const { coin, side, unitPrice } = trade;
  const unit = pow10(scaleOf(coin));
  const step = getAmountStep(coin);
  if (side === 'buy')
    return truncateToOrderPrecision((total * unit * MILLION) / (unitPrice * (MILLION + feeRate)), coin);
  const exact = mulDiv(total * unit, MILLION, unitPrice * (MILLION - feeRate), 'up');
  return truncateToOrderPrecision(exact + step - 1n, coin);
}

const MILLION = 1_000_000n;

/** Returns the step of an order amount, in smallest units. */
const getAmountStep = (coin: Coin): bigint => pow10(ASSETS[coin].scale - ASSETS[coin].decimals);

export interface QuickTradeLimits {
  minAmount: bigint;
  maxAmount: bigint;
}

export interface QuickTradeInput {
  trade: QuickTrade;
  money: QuickTradeTotals;
  limits: QuickTradeLimits;
  supervisor: boolean;
  /**
   * Spendable balance of the asset the customer pays with (quote on a buy, coin on a sell); null if unknown, and
   * not checked.
   */
  balance: bigint | null;
}

/** Returns why a quick trade is refused, in the order of requirements §5.1; null if it isn't. */
export function validateQuickTrade(check: QuickTradeInput): ErrorCode | null {
  const { trade, money, limits, balance } = check;
  if (check.supervisor) return 'QUICK_TRADE_DISABLED_FOR_MARKETER';
  if (trade.amount <= 0n) return 'UNACCEPTABLE_AMOUNT';
  if (!hasOrderPrecision(trade.amount, trade.coin)) return 'AMOUNT_NOT_ALLOWED';
  if (trade.amount < limits.minAmount) return 'AMOUNT_IS_LOW';
  if (trade.amount > limits.maxAmount) return 'AMOUNT_IS_HIGH';
  if (balance !== null && getPaidAmount(trade, money) > balance) return getInsufficientBalanceCode(trade);
  // A sell without proceeds is below any sensible minimum, whatever the rows say.
  if (money.total <= 0n) return 'AMOUNT_IS_LOW';
  return null;
}

const getPaidAmount = (trade: QuickTrade, money: QuickTradeTotals): bigint =>
  trade.side === 'buy' ? money.total : trade.amount;

const getInsufficientBalanceCode = (trade: QuickTrade): ErrorCode =>
  trade.side === 'buy' && trade.quote === 'TOMAN' ? 'NOT_ENOUGH_BALANCE_TOMAN' : 'Not Enough Balance';
