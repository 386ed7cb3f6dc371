import { ASSETS, type Coin, type Quote, scaleOf } from './assets.ts';
import type { ErrorCode } from './errors.ts';
import { feeOf, type Ppm } from './fees.ts';
import { type Amount, amountOf, fitsDecimals, floorToDecimals, mulDiv, pow10 } from './money.ts';

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

export interface QuickTradeMoney {
  /** amount × unitPrice in the quote: rounded up on a buy, down on a sell. */
  notional: Amount;
  fee: Amount;
  /** Amount that a buyer pays, or a seller receives, including the fee. */
  total: Amount;
}

/** Returns the amounts of a quick trade. A sell whose fee exceeds its value has a total of 0. */
export function quickTradeMoney(trade: QuickTrade, wage: Ppm): QuickTradeMoney {
  const unit = pow10(scaleOf(trade.coin));
  const notional = mulDiv(trade.amount, trade.unitPrice, unit, trade.side === 'buy' ? 'up' : 'down');
  const charged = feeOf(notional, wage);
  if (trade.side === 'buy') return { notional, fee: charged, total: amountOf(notional + charged) };
  const fee = charged > notional ? notional : charged;
  return { notional, fee, total: amountOf(notional - fee) };
}

/**
 * Returns the amount for a total: the maximum that a buyer can get for it, or the minimum that a seller must give
 * for it, in steps of the coin's order digits. Total → amount → total never favours the customer by a unit.
 */
export function amountForTotal(trade: Omit<QuickTrade, 'amount'> & { total: bigint }, wage: Ppm): Amount {
  const { coin, side, unitPrice, total } = trade;
  if (unitPrice <= 0n || total <= 0n) return amountOf(0n);
  const step = stepOf(coin);
  const fits = (amount: bigint) => {
    const { total: moved } = quickTradeMoney({ ...trade, amount: amountOf(amount) }, wage);
    return side === 'buy' ? moved <= total : moved >= total;
  };
  let amount = roughAmount(trade, total, wage);
  for (let tries = 0; tries < 3; tries += 1) {
    if (amount <= 0n || fits(amount)) return amountOf(amount > 0n ? amount : 0n);
    amount += side === 'buy' ? -step : step;
  }
  // At a price so low that many steps make one unit, the maximum effect of both roundings is reserved.
  const safe = roughAmount(trade, side === 'buy' ? total - ROUNDINGS : total + ROUNDINGS, wage);
  return amountOf(safe > 0n ? safe : 0n);
}

/** Price and fee are each rounded by less than one unit of the quote. */
const ROUNDINGS = 2n;

/**
 * Returns total ÷ (price with the fee), to the step below for a buyer and above for a seller; exact except for the
 * roundings.
 */
function roughAmount(trade: Omit<QuickTrade, 'amount'>, total: bigint, wage: Ppm): bigint {
  if (total <= 0n) return 0n;
  const { coin, side, unitPrice } = trade;
  const unit = pow10(scaleOf(coin));
  const step = stepOf(coin);
  if (side === 'buy') return floorToDecimals((total * unit * MILLION) / (unitPrice * (MILLION + wage)), coin);
  const exact = mulDiv(total * unit, MILLION, unitPrice * (MILLION - wage), 'up');
  return floorToDecimals(exact + step - 1n, coin);
}

const MILLION = 1_000_000n;

/** Returns the step of an order amount, in smallest units. */
const stepOf = (coin: Coin): bigint => pow10(ASSETS[coin].scale - ASSETS[coin].decimals);

export interface QuickTradeLimits {
  minAmount: bigint;
  maxAmount: bigint;
}

export interface QuickTradeCheck {
  trade: QuickTrade;
  money: QuickTradeMoney;
  limits: QuickTradeLimits;
  supervisor: boolean;
  /**
   * Spendable balance of the asset the customer pays with (quote on a buy, coin on a sell); null if unknown, and
   * not checked.
   */
  balance: bigint | null;
}

/** Returns why a quick trade is refused, in the order of requirements §5.1; null if it isn't. */
export function validateQuickTrade(check: QuickTradeCheck): ErrorCode | null {
  const { trade, money, limits, balance } = check;
  if (check.supervisor) return 'QUICK_TRADE_DISABLED_FOR_MARKETER';
  if (trade.amount <= 0n) return 'UNACCEPTABLE_AMOUNT';
  if (!fitsDecimals(trade.amount, trade.coin)) return 'AMOUNT_NOT_ALLOWED';
  if (trade.amount < limits.minAmount) return 'AMOUNT_IS_LOW';
  if (trade.amount > limits.maxAmount) return 'AMOUNT_IS_HIGH';
  if (balance !== null && given(trade, money) > balance) return notEnough(trade);
  // A sell without proceeds is below any sensible minimum, whatever the rows say.
  if (money.total <= 0n) return 'AMOUNT_IS_LOW';
  return null;
}

const given = (trade: QuickTrade, money: QuickTradeMoney): bigint =>
  trade.side === 'buy' ? money.total : trade.amount;

const notEnough = (trade: QuickTrade): ErrorCode =>
  trade.side === 'buy' && trade.quote === 'TOMAN' ? 'NOT_ENOUGH_BALANCE_TOMAN' : 'Not Enough Balance';
