import { VendorFailure } from '../../market/ports.ts';
import type { Fetch } from '../../platform/outgoing/connections.ts';

/** Larger than any requested list of prices. */
const MAX_BYTES = 8_000_000;

/** URL of a vendor, and its connection. */
export interface PriceHost {
  url: string;
  fetch: Fetch;
}

/** GETs a JSON document. Throws VendorFailure, or the signal's reason; timeouts are up to the signal. */
export async function getJson(
  vendor: string,
  { url, fetch }: PriceHost,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(url, { signal, redirect: 'error', headers: { accept: 'application/json' } });
  if (!response.ok) {
    await response.body?.cancel();
    const wait = parseRetryAfterMs(response.headers.get('retry-after'));
    throw new VendorFailure(vendor, response.status, `status ${response.status}`, wait);
  }
  const text = await readBody(vendor, response);
  try {
    return JSON.parse(text);
  } catch {
    throw new VendorFailure(vendor, 0, 'not JSON');
  }
}

/** `Retry-After` in seconds, as Binance sends it; null for anything else. */
const parseRetryAfterMs = (header: string | null): number | null =>
  header !== null && /^\d{1,7}$/.test(header) ? Number.parseInt(header, 10) * 1000 : null;

async function readBody(vendor: string, response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new VendorFailure(vendor, 0, 'too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns a field of an unknown value. */
export function getField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
