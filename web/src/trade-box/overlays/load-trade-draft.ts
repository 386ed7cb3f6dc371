import { isCoin, isQuote } from '@sarraf/domain';
import { getLineAsset } from '../form.ts';
import { TRADE_DRAFT_KEY, type TradeDraft } from '../save-trade-draft.ts';

export type { TradeDraft } from '../save-trade-draft.ts';

/** Verification may take days. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;
const DECIMAL_PATTERN = /^\d{1,15}(\.\d{1,18})?$/;

export function loadTradeDraft(): TradeDraft | null {
  try {
    return parseTradeDraft(localStorage.getItem(TRADE_DRAFT_KEY), Date.now());
  } catch {
    return null;
  }
}

export function clearTradeDraft(): void {
  try {
    localStorage.removeItem(TRADE_DRAFT_KEY);
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}

/**
 * Parses the stored draft; null unless it is a valid trade of the last days, since a browser's storage may contain
 * anything.
 */
export function parseTradeDraft(text: string | null, now: number): TradeDraft | null {
  const { side, market, entry, at } = toRecord(parseJson(text));
  const { coin, quote } = toRecord(market);
  const { line, text: entryText } = toRecord(entry);
  if (typeof at !== 'number' || at > now || now - at > MAX_AGE_MS) return null;
  if ((side !== 'buy' && side !== 'sell') || !isCoin(coin) || !isQuote(quote)) return null;
  if (line !== 'amount' && line !== 'total') return null;
  if (typeof entryText !== 'string' || !DECIMAL_PATTERN.test(entryText)) return null;
  const parsedMarket = { coin, quote };
  return {
    side,
    market: parsedMarket,
    entry: { line, asset: getLineAsset(line, parsedMarket), text: entryText },
  };
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
