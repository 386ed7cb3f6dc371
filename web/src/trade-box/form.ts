import {
  type Amount,
  ASSETS,
  type Asset,
  amountOf,
  COINS,
  type Coin,
  computeAmountForTotal,
  computeQuickTrade,
  formatDecimal,
  type Ppm,
  parseDecimal,
  pow10,
  QUOTE_DECIMALS,
  type QuickTradeLimits,
  type QuickTradeTotals,
  type Quote,
  type Side,
  scaleOf,
  validateQuickTrade,
} from '@sarraf/domain';
import type { Language } from '../framework/i18n/language.ts';

/** The two lines of the box: the coins, and their total price. */
export type QuoteLine = 'amount' | 'total';

export interface Market {
  coin: Coin;
  quote: Quote;
}

/** The line that the person typed last; the other one is calculated from it and the price. */
export interface AmountEntry {
  line: QuoteLine;
  /** The asset that the text counts, so that it is ignored for another coin or quote. */
  asset: Asset;
  /** Plain decimal text. */
  text: string;
}

export interface TradeForm {
  side: Side;
  /** As chosen; `marketOf` returns the market for the current language. */
  coin: Coin;
  /** Null until chosen: then the language decides. */
  quote: Quote | null;
  entry: AmountEntry | null;
}

export interface QuickTradePlan {
  side: Side;
  market: Market;
  /** Coin, smallest units. */
  amount: Amount;
  /** Quote per coin, in smallest units. */
  unitPrice: bigint;
  money: QuickTradeTotals;
}

/** Why the trade can't be placed now, in the order of requirements §5.1. */
export type TradeBlocker =
  | 'SUPERVISOR'
  | 'INACTIVE'
  | 'MANDATORY'
  | 'WAIT'
  | 'STEP'
  | 'MIN'
  | 'MAX'
  | 'BALANCE';

export const DEFAULT_COIN: Coin = 'BITCOIN';
/** In whole coins; used until the coins' own limits are loaded (requirements §9). */
const DEFAULT_MAX = 1_000_000n;

export const createEmptyForm = (
  coin: Coin = DEFAULT_COIN,
  side: Side = 'buy',
  quote: Quote | null = null,
): TradeForm => ({
  side,
  coin,
  quote,
  entry: null,
});

/** Returns the market: in English the quote is Tether; a coin is never traded against itself. */
export function getMarket({ coin, quote }: TradeForm, language: Language): Market {
  const chosenQuote = language === 'fa' ? (quote ?? 'TOMAN') : 'TETHER';
  return { coin: coin === chosenQuote ? DEFAULT_COIN : coin, quote: chosenQuote };
}

export const listTradableCoins = (quote: Quote): readonly Coin[] => COINS.filter((coin) => coin !== quote);

export const setEntryText = (form: TradeForm, market: Market, line: QuoteLine, text: string): TradeForm => ({
  ...form,
  entry: text === '' ? null : { line, asset: getLineAsset(line, market), text },
});

export const getLineAsset = (line: QuoteLine, { coin, quote }: Market): Asset =>
  line === 'amount' ? coin : quote;

/** Returns the line that is paid: the quote on a buy, the coin on a sell. */
export const paidLine = (side: Side): QuoteLine => (side === 'buy' ? 'total' : 'amount');

/** Returns the number of decimals of a line. */
export const getLineDecimals = (line: QuoteLine, { coin, quote }: Market): number =>
  line === 'amount' ? ASSETS[coin].decimals : QUOTE_DECIMALS[quote];

/** Returns the typed line, if it belongs to this market. */
export const getEntry = ({ entry }: TradeForm, market: Market): AmountEntry | null =>
  entry && entry.asset === getLineAsset(entry.line, market) ? entry : null;

/** Calculates the trade of the form; null if nothing is typed or no price is known. */
export function planQuickTrade(
  form: TradeForm,
  market: Market,
  unitPrice: bigint | null,
  feeRate: Ppm,
): QuickTradePlan | null {
  const entry = getEntry(form, market);
  const parsedAmount = entry && parseDecimal(entry.text, scaleOf(entry.asset));
  if (!entry || !parsedAmount || unitPrice === null) return null;
  const trade = { side: form.side, coin: market.coin, quote: market.quote, unitPrice };
  const amount =
    entry.line === 'amount'
      ? parsedAmount
      : computeAmountForTotal({ ...trade, total: parsedAmount }, feeRate);
  return {
    side: form.side,
    market,
    amount,
    unitPrice,
    money: computeQuickTrade({ ...trade, amount }, feeRate),
  };
}

/**
 * Returns both lines as decimal texts: the typed one unchanged, the other one calculated and truncated to its
 * decimals.
 */
export function formatLines(
  form: TradeForm,
  market: Market,
  plan: QuickTradePlan | null,
): Record<QuoteLine, string> {
  const entry = getEntry(form, market);
  const formatLine = (line: QuoteLine): string => {
    if (entry?.line === line) return entry.text;
    if (!plan || plan.amount === 0n) return '';
    return formatTruncated(
      line === 'amount' ? plan.amount : plan.money.total,
      getLineAsset(line, market),
      getLineDecimals(line, market),
    );
  };
  return { amount: formatLine('amount'), total: formatLine('total') };
}

/** Returns the whole balance, truncated to the line's decimals. */
export const formatWholeBalance = (side: Side, market: Market, balance: bigint): string => {
  const line = paidLine(side);
  return formatTruncated(balance, getLineAsset(line, market), getLineDecimals(line, market));
};

function formatTruncated(amount: bigint, asset: Asset, decimals: number): string {
  const scale = scaleOf(asset);
  return formatDecimal(amount - (amount % pow10(scale - decimals)), scale);
}

export interface TradeConditions {
  limits: QuickTradeLimits;
  supervisor: boolean;
  /** Trading at the market's prices is halted. */
  halted: boolean;
  /** Spendable balance of the asset that is paid; null if unknown. */
  balance: bigint | null;
}

export function findTradeBlocker(
  form: TradeForm,
  market: Market,
  plan: QuickTradePlan | null,
  conditions: TradeConditions,
): TradeBlocker | null {
  if (conditions.supervisor) return 'SUPERVISOR';
  if (conditions.halted) return 'INACTIVE';
  const entry = getEntry(form, market);
  if (!entry || !/[1-9]/.test(entry.text)) return 'MANDATORY';
  if (!plan) return 'WAIT';
  // The total is too small for the coin's smallest step.
  if (plan.amount === 0n) return 'MIN';
  const { side, amount, unitPrice, money } = plan;
  const { supervisor, limits, balance } = conditions;
  const trade = { side, ...market, amount, unitPrice };
  const code = validateQuickTrade({ trade, money, limits, supervisor, balance });
  return code === null ? null : (BLOCKERS[code] ?? 'WAIT');
}

const BLOCKERS: Readonly<Record<string, TradeBlocker>> = {
  QUICK_TRADE_DISABLED_FOR_MARKETER: 'SUPERVISOR',
  UNACCEPTABLE_AMOUNT: 'MANDATORY',
  AMOUNT_NOT_ALLOWED: 'STEP',
  AMOUNT_IS_LOW: 'MIN',
  AMOUNT_IS_HIGH: 'MAX',
  'Not Enough Balance': 'BALANCE',
  NOT_ENOUGH_BALANCE_TOMAN: 'BALANCE',
};

export interface Remedy {
  /** The minimum, the maximum or the available balance, in the unit that the person typed. */
  limit: AmountEntry;
  /** An entry with which the only remaining reason can be the balance; null if there is none. */
  fill: AmountEntry | null;
}

/** Returns the limit that the trade violates and an entry within it; null if the reason is not a limit. */
export function findRemedy(
  reason: TradeBlocker | null,
  form: TradeForm,
  market: Market,
  unitPrice: bigint | null,
  feeRate: Ppm,
  conditions: TradeConditions,
): Remedy | null {
  const entry = getEntry(form, market);
  if (!entry || unitPrice === null) return null;
  const createEntry = (line: QuoteLine, text: string): AmountEntry => ({
    line,
    asset: getLineAsset(line, market),
    text,
  });
  const ifResolved = (fill: AmountEntry): AmountEntry | null => {
    const changedForm = { ...form, entry: fill };
    const remainingReason = findTradeBlocker(
      changedForm,
      market,
      planQuickTrade(changedForm, market, unitPrice, feeRate),
      conditions,
    );
    return remainingReason === null || (remainingReason === 'BALANCE' && reason !== 'BALANCE') ? fill : null;
  };
  const { balance } = conditions;
  if (reason === 'BALANCE' && balance !== null) {
    const wholeBalanceEntry = createEntry(
      paidLine(form.side),
      formatWholeBalance(form.side, market, balance),
    );
    return { limit: wholeBalanceEntry, fill: ifResolved(wholeBalanceEntry) };
  }
  if (reason !== 'MIN' && reason !== 'MAX') return null;
  const { limits } = conditions;
  const limitParams = { reason, side: form.side, market, unitPrice, feeRate, limits };
  return {
    limit: createEntry(entry.line, formatLimit(entry.line, limitParams)),
    // In coins: their total changes with the price and could fall below the limit again.
    fill: ifResolved(createEntry('amount', formatLimit('amount', limitParams))),
  };
}

interface LimitParams {
  reason: 'MIN' | 'MAX';
  side: Side;
  market: Market;
  unitPrice: bigint;
  feeRate: Ppm;
  limits: QuickTradeLimits;
}

/** Rounds the minimum up and the maximum down to the line's decimals. */
function formatLimit(
  line: QuoteLine,
  { reason, side, market, unitPrice, feeRate, limits }: LimitParams,
): string {
  const trade = { side, ...market, unitPrice };
  const step = pow10(scaleOf(market.coin) - ASSETS[market.coin].decimals);
  // A sale must bring a positive total, and no trade is smaller than a step.
  const minForPositiveTotal =
    side === 'sell' ? computeAmountForTotal({ ...trade, total: 1n }, feeRate) : step;
  const minAmount = [limits.minAmount, minForPositiveTotal, step].reduce((a, b) => (a > b ? a : b));
  const amount = amountOf(reason === 'MIN' ? minAmount : limits.maxAmount);
  const asset = getLineAsset(line, market);
  const units = line === 'amount' ? amount : computeQuickTrade({ ...trade, amount }, feeRate).total;
  const lastDigit = pow10(scaleOf(asset) - getLineDecimals(line, market));
  const roundUp = reason === 'MIN' ? (lastDigit - (units % lastDigit)) % lastDigit : 0n;
  return formatTruncated(units + roundUp, asset, getLineDecimals(line, market));
}

/** Returns the coin's limits in smallest units; the specification's defaults until they are loaded. */
export function parseLimits(
  coin: Coin,
  detail: { minAmountExchange: string; maxAmountExchange: string } | undefined,
): QuickTradeLimits {
  const scale = scaleOf(coin);
  const min = detail ? parseDecimal(detail.minAmountExchange, scale) : null;
  const max = detail ? parseDecimal(detail.maxAmountExchange, scale) : null;
  return { minAmount: min ?? amountOf(0n), maxAmount: max ?? amountOf(DEFAULT_MAX * pow10(scale)) };
}
