/** Candles in the columns of TradingView's "universal data feed", as Nobitex and Wallex return them. */
import { NotListed, type PastCandle, parsePrice, VendorFailure } from '../../market/ports.ts';
import { getField, getJson, type PriceHost } from './price-http.ts';

/**
 * Parses `{s: 'ok', t: [seconds…], o, h, l, c, v}`, prices as numbers or texts; none for `{s: 'no_data'}`.
 * @throws NotListed for `{s: 'error', errmsg}`; VendorFailure if columns are missing or differ in length.
 */
export function transformUdf(vendor: string, reply: unknown): PastCandle[] {
  const state = getField(reply, 's');
  if (state === 'no_data') return [];
  if (state === 'error') throw new NotListed(vendor, 0, String(getField(reply, 'errmsg')).slice(0, 100));
  const [times, ...prices] = ['t', 'o', 'h', 'l', 'c'].map((name) => getField(reply, name));
  if (state !== 'ok' || !Array.isArray(times) || !prices.every((column) => isColumn(column, times.length)))
    throw new VendorFailure(vendor, 0, 'no columns of one length');
  const [opens, highs, lows, closes] = prices as unknown[][];
  return times.map((seconds: unknown, i) => {
    if (typeof seconds !== 'number' || !Number.isSafeInteger(seconds))
      throw new VendorFailure(vendor, 0, 'a time is no whole number');
    const priceAt = (column: unknown[] | undefined) => parsePrice(column?.[i]) ?? 0n;
    return {
      time: seconds * 1000,
      open: priceAt(opens),
      high: priceAt(highs),
      low: priceAt(lows),
      close: priceAt(closes),
    };
  });
}

const isColumn = (column: unknown, length: number): boolean =>
  Array.isArray(column) && column.length === length;

const NOT_LISTED_STATUSES: readonly number[] = [400, 404, 422];

export async function fetchUdf(
  vendor: string,
  { url, fetch }: PriceHost,
  { symbol, resolution, from, to }: { symbol: string; resolution: string; from: number; to: number },
  signal: AbortSignal,
): Promise<PastCandle[]> {
  const toSeconds = (ms: number) => Math.floor(ms / 1000);
  const query = `symbol=${symbol}&resolution=${resolution}&from=${toSeconds(from)}&to=${toSeconds(to)}`;
  try {
    return transformUdf(vendor, await getJson(vendor, { fetch, url: `${url}?${query}` }, signal));
  } catch (error) {
    if (error instanceof VendorFailure && NOT_LISTED_STATUSES.includes(error.status))
      throw new NotListed(vendor, error.status, `no ${symbol}`);
    throw error;
  }
}
