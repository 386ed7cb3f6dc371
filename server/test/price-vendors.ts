/**
 * Binance, Nobitex and Wallex with candles as documented, on one local port: paged, limited, and failing on
 * request.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const MINUTE = 60;
const CANDLE_SECONDS: Record<string, number> = {
  '1': MINUTE,
  '30': 30 * MINUTE,
  '60': 60 * MINUTE,
  D: 1440 * MINUTE,
  '1D': 1440 * MINUTE,
  '1m': MINUTE,
  '1h': 60 * MINUTE,
  '1d': 1440 * MINUTE,
};
/** Tehran's offset from UTC. */
const TEHRAN = 3.5 * 3600;

export type Vendor = 'binance' | 'nobitex' | 'wallex';
export interface CandleRequest {
  vendor: Vendor;
  symbol: string;
  resolution: string;
  /** Seconds since 1970. */
  from: number;
  to: number;
}
/** The fault: the connection is cut, a status with `Retry-After` in seconds, or another factor of the prices. */
export type VendorFault =
  | 'cut'
  | { status: number; retryAfter?: number }
  | { factor: number }
  | { body: string };

/** Whole units: USDT per coin, Toman per Tether. It rises by one in 10,000 a day. */
export const priceAt = (symbol: string, seconds: number): number =>
  Math.floor((symbol.startsWith('USDT') ? 118_200_000 : 100_000_000) * (1 + seconds / 86_400 / 10_000)) /
  1_000;

export interface PriceVendors {
  url: string;
  requests: CandleRequest[];
  /** Called for each valid request; undefined: a normal reply. */
  fault: (requests: CandleRequest) => VendorFault | undefined;
  stop(): Promise<void>;
}

export async function startPriceVendors(): Promise<PriceVendors> {
  const vendors: PriceVendors = { url: '', requests: [], fault: () => undefined, stop };
  const server = createServer((request, response) => {
    const requests = parseRequest(request);
    if (!requests) {
      response.writeHead(404).end();
      return;
    }
    vendors.requests.push(requests);
    sendReply(requests, vendors.fault(requests), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vendors.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  function stop(): Promise<void> {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  }
  return vendors;
}

function parseRequest(request: IncomingMessage): CandleRequest | null {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://vendor');
  const numberParameter = (name: string) => Number(query.get(name));
  const symbol = query.get('symbol') ?? '';
  if (pathname === '/api/v3/klines') {
    if (query.get('timeZone') !== '3:30' || query.get('limit') !== '1000') return null;
    const resolution = query.get('interval') ?? '';
    const seconds = { from: numberParameter('startTime') / 1000, to: numberParameter('endTime') / 1000 };
    return { vendor: 'binance', symbol, resolution, ...seconds };
  }
  const vendor = { '/market/udf/history': 'nobitex', '/v1/udf/history': 'wallex' }[pathname];
  if (!vendor) return null;
  const resolution = query.get('resolution') ?? '';
  return {
    vendor: vendor as Vendor,
    symbol,
    resolution,
    from: numberParameter('from'),
    to: numberParameter('to'),
  };
}

function sendReply(requests: CandleRequest, fault: VendorFault | undefined, response: ServerResponse): void {
  if (fault === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('[[', () => response.destroy());
    return;
  }
  if (fault && 'status' in fault) {
    const { status, retryAfter } = fault;
    response
      .writeHead(status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
      .end('{}');
    return;
  }
  if (fault && 'body' in fault) {
    response.end(fault.body);
    return;
  }
  const rows = createRows(requests, fault?.factor ?? 1);
  response.writeHead(200, { 'content-type': 'application/json' });
  if (requests.vendor === 'binance') {
    // Oldest first, from `startTime` on; volume and the other fields as documented.
    const klines = rows.slice(0, 1_000).map(([time = 0, ...prices]) => {
      const texts = prices.map((price) => price.toFixed(8));
      return [time * 1000, ...texts, '1.5', (time + 59) * 1000, '9', 3, '1', '2', '0'];
    });
    response.end(JSON.stringify(klines));
    return;
  }
  // The newest of the requested ones.
  const some = requests.vendor === 'nobitex' ? rows.slice(-500) : rows;
  const priceColumn = (i: number) =>
    some.map((row) => (requests.vendor === 'wallex' && i > 0 ? row[i]?.toFixed(10) : row[i]));
  response.end(
    some.length === 0
      ? '{"s":"no_data"}'
      : JSON.stringify({
          s: 'ok',
          t: priceColumn(0),
          o: priceColumn(1),
          h: priceColumn(2),
          l: priceColumn(3),
          c: priceColumn(4),
          v: some.map(() => 1),
        }),
  );
}

/** Time, open, high, low, close. Binance's and Nobitex's days begin in Tehran, Wallex's by UTC. */
function createRows({ vendor, symbol, resolution, from, to }: CandleRequest, factor: number): number[][] {
  const length = CANDLE_SECONDS[resolution] ?? MINUTE;
  const shift = vendor === 'wallex' ? 0 : TEHRAN;
  const rows: number[][] = [];
  for (let time = Math.ceil((from + shift) / length) * length - shift; time <= to; time += length) {
    const open = priceAt(symbol, time) * factor;
    const close = priceAt(symbol, time + length) * factor;
    rows.push([time, open, close, open, close]);
  }
  return rows;
}
