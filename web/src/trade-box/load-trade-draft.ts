import { isCoin, isQuote } from '@sarraf/domain';
import { assetOf } from './form.ts';
import { TRADE_DRAFT_KEY, type TradeDraft } from './save-trade-draft.ts';

export type { TradeDraft } from './save-trade-draft.ts';

/** Verification may take days. */
const LIFE_MS = 7 * 24 * 3_600_000;
const DECIMAL = /^\d{1,15}(\.\d{1,18})?$/;

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
  const { side, market, entry, at } = record(parsed(text));
  const { coin, quote } = record(market);
  const { line, text: written } = record(entry);
  if (typeof at !== 'number' || at > now || now - at > LIFE_MS) return null;
  if ((side !== 'buy' && side !== 'sell') || !isCoin(coin) || !isQuote(quote)) return null;
  if (line !== 'amount' && line !== 'total') return null;
  if (typeof written !== 'string' || !DECIMAL.test(written)) return null;
  const kept = { coin, quote };
  return { side, market: kept, entry: { line, asset: assetOf(line, kept), text: written } };
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
