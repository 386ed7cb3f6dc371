import {
  type Amount,
  ASSETS,
  type Asset,
  amountForTotal,
  amountOf,
  COINS,
  type Coin,
  formatDecimal,
  type Ppm,
  parseDecimal,
  pow10,
  QUOTE_DECIMALS,
  type QuickTradeLimits,
  type QuickTradeMoney,
  type Quote,
  quickTradeMoney,
  type Side,
  scaleOf,
  validateQuickTrade,
} from '@sarraf/domain';
import type { Language } from '../i18n/language.ts';

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
  money: QuickTradeMoney;
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

export const emptyForm = (
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
export function marketOf({ coin, quote }: TradeForm, language: Language): Market {
  const held = language === 'fa' ? (quote ?? 'TOMAN') : 'TETHER';
  return { coin: coin === held ? DEFAULT_COIN : coin, quote: held };
}

export const tradableCoins = (quote: Quote): readonly Coin[] => COINS.filter((coin) => coin !== quote);

export const withText = (form: TradeForm, market: Market, line: QuoteLine, text: string): TradeForm => ({
  ...form,
  entry: text === '' ? null : { line, asset: assetOf(line, market), text },
});

export const assetOf = (line: QuoteLine, { coin, quote }: Market): Asset =>
  line === 'amount' ? coin : quote;

/** Returns the line that is paid: the quote on a buy, the coin on a sell. */
export const paidLine = (side: Side): QuoteLine => (side === 'buy' ? 'total' : 'amount');

/** Returns the number of decimals of a line. */
export const lineDecimals = (line: QuoteLine, { coin, quote }: Market): number =>
  line === 'amount' ? ASSETS[coin].decimals : QUOTE_DECIMALS[quote];

/** Returns the typed line, if it belongs to this market. */
export const entryOf = ({ entry }: TradeForm, market: Market): AmountEntry | null =>
  entry && entry.asset === assetOf(entry.line, market) ? entry : null;

/** Calculates the trade of the form; null if nothing is typed or no price is known. */
export function planQuickTrade(
  form: TradeForm,
  market: Market,
  unitPrice: bigint | null,
  wage: Ppm,
): QuickTradePlan | null {
  const entry = entryOf(form, market);
  const written = entry && parseDecimal(entry.text, scaleOf(entry.asset));
  if (!entry || !written || unitPrice === null) return null;
  const trade = { side: form.side, coin: market.coin, quote: market.quote, unitPrice };
  const amount = entry.line === 'amount' ? written : amountForTotal({ ...trade, total: written }, wage);
  return { side: form.side, market, amount, unitPrice, money: quickTradeMoney({ ...trade, amount }, wage) };
}

/**
 * Returns both lines as decimal texts: the typed one unchanged, the other one calculated and truncated to its
 * decimals.
 */
export function lineTexts(
  form: TradeForm,
  market: Market,
  deal: QuickTradePlan | null,
): Record<QuoteLine, string> {
  const entry = entryOf(form, market);
  const textOf = (line: QuoteLine): string => {
    if (entry?.line === line) return entry.text;
    if (!deal || deal.amount === 0n) return '';
    return shownText(
      line === 'amount' ? deal.amount : deal.money.total,
      assetOf(line, market),
      lineDecimals(line, market),
    );
  };
  return { amount: textOf('amount'), total: textOf('total') };
}

/** Returns the whole balance, truncated to the line's decimals. */
export const wholeBalance = (side: Side, market: Market, balance: bigint): string => {
  const line = paidLine(side);
  return shownText(balance, assetOf(line, market), lineDecimals(line, market));
};

function shownText(amount: bigint, asset: Asset, decimals: number): string {
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

export function tradeReasonOf(
  form: TradeForm,
  market: Market,
  deal: QuickTradePlan | null,
  standing: TradeConditions,
): TradeBlocker | null {
  if (standing.supervisor) return 'SUPERVISOR';
  if (standing.halted) return 'INACTIVE';
  const entry = entryOf(form, market);
  if (!entry || !/[1-9]/.test(entry.text)) return 'MANDATORY';
  if (!deal) return 'WAIT';
  // The total is too small for the coin's smallest step.
  if (deal.amount === 0n) return 'MIN';
  const { side, amount, unitPrice, money } = deal;
  const { supervisor, limits, balance } = standing;
  const trade = { side, ...market, amount, unitPrice };
  const code = validateQuickTrade({ trade, money, limits, supervisor, balance });
  return code === null ? null : (REASONS[code] ?? 'WAIT');
}

const REASONS: Readonly<Record<string, TradeBlocker>> = {
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
export function remedyOf(
  reason: TradeBlocker | null,
  form: TradeForm,
  market: Market,
  unitPrice: bigint | null,
  wage: Ppm,
  standing: TradeConditions,
): Remedy | null {
  const entry = entryOf(form, market);
  if (!entry || unitPrice === null) return null;
  const entryFor = (line: QuoteLine, text: string): AmountEntry => ({
    line,
    asset: assetOf(line, market),
    text,
  });
  const mended = (fill: AmountEntry): AmountEntry | null => {
    const written = { ...form, entry: fill };
    const left = tradeReasonOf(written, market, planQuickTrade(written, market, unitPrice, wage), standing);
    return left === null || (left === 'BALANCE' && reason !== 'BALANCE') ? fill : null;
  };
  const { balance } = standing;
  if (reason === 'BALANCE' && balance !== null) {
    const all = entryFor(paidLine(form.side), wholeBalance(form.side, market, balance));
    return { limit: all, fill: mended(all) };
  }
  if (reason !== 'MIN' && reason !== 'MAX') return null;
  const limiting = { reason, side: form.side, market, unitPrice, wage, limits: standing.limits };
  return {
    limit: entryFor(entry.line, limitText(entry.line, limiting)),
    // In coins: their total changes with the price and could fall below the limit again.
    fill: mended(entryFor('amount', limitText('amount', limiting))),
  };
}

interface Limiting {
  reason: 'MIN' | 'MAX';
  side: Side;
  market: Market;
  unitPrice: bigint;
  wage: Ppm;
  limits: QuickTradeLimits;
}

/** Rounds the minimum up and the maximum down to the line's decimals. */
function limitText(line: QuoteLine, { reason, side, market, unitPrice, wage, limits }: Limiting): string {
  const trade = { side, ...market, unitPrice };
  const step = pow10(scaleOf(market.coin) - ASSETS[market.coin].decimals);
  // A sale must bring a positive total, and no trade is smaller than a step.
  const bringing = side === 'sell' ? amountForTotal({ ...trade, total: 1n }, wage) : step;
  const least = [limits.minAmount, bringing, step].reduce((a, b) => (a > b ? a : b));
  const amount = amountOf(reason === 'MIN' ? least : limits.maxAmount);
  const asset = assetOf(line, market);
  const units = line === 'amount' ? amount : quickTradeMoney({ ...trade, amount }, wage).total;
  const digit = pow10(scaleOf(asset) - lineDecimals(line, market));
  const up = reason === 'MIN' ? (digit - (units % digit)) % digit : 0n;
  return shownText(units + up, asset, lineDecimals(line, market));
}

/** Returns the coin's limits in smallest units; the specification's defaults until they are loaded. */
export function limitsOf(
  coin: Coin,
  detail: { minAmountExchange: string; maxAmountExchange: string } | undefined,
): QuickTradeLimits {
  const scale = scaleOf(coin);
  const min = detail ? parseDecimal(detail.minAmountExchange, scale) : null;
  const max = detail ? parseDecimal(detail.maxAmountExchange, scale) : null;
  return { minAmount: min ?? amountOf(0n), maxAmount: max ?? amountOf(DEFAULT_MAX * pow10(scale)) };
}
