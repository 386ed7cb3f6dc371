import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { NotListed, VendorFailure } from '../../market/ports.ts';
import { createBinanceHistory, transformKlines } from './binance-history.ts';
import { createNobitexHistory } from './nobitex-history.ts';
import { transformUdf } from './udf-history.ts';
import { createWallexHistory } from './wallex-history.ts';

/** The sample reply in binance-spot-api-docs/rest-api.md, "Kline/Candlestick data". */
const KLINE = [
  1499040000000,
  '0.01634790',
  '0.80000000',
  '0.01575800',
  '0.01577100',
  '148976.11427815',
  1499644799999,
  '2434.19055334',
  308,
  '1756.87402397',
  '28.46694368',
  '0',
];

/** The sample reply in Nobitex's documents for GET /market/udf/history of BTCIRT, days. */
const UDF = {
  s: 'ok',
  t: [1562095800, 1562182200],
  o: [146272500, 150551000],
  h: [155869600, 161869500],
  l: [140062400, 150551000],
  c: [151440200, 157000000],
  v: [18.221362316, 9.8592626506],
};

const signal = () => AbortSignal.timeout(5_000);

describe('Binance', () => {
  it('is parsed row by row', () => {
    expect(transformKlines([KLINE])).toEqual([
      { time: 1499040000000, open: 1_634_790n, high: 80_000_000n, low: 1_575_800n, close: 1_577_100n },
    ]);
    expect(transformKlines([])).toEqual([]);
  });

  it('has 0 for an invalid price, and rejects anything but a list of candles', () => {
    for (const wrong of ['', 'NaN', '-1', '0', null, undefined, {}])
      expect(transformKlines([[1, wrong, '1', '1', '1']])).toMatchObject([{ open: 0n, close: 100_000_000n }]);
    for (const wrong of [{ code: -1003 }, null, [[]], [['soon', '1']], ['x'], [[1.5]]])
      expect(() => transformKlines(wrong)).toThrow(VendorFailure);
  });
});

describe('Nobitex and Wallex', () => {
  it('are parsed column by column, with numbers and texts', () => {
    const texts = { ...UDF, o: UDF.o.map(String), c: ['151440200.0000000000', '157000000.5'] };
    expect(transformUdf('nobitex', UDF)[0]).toEqual({
      time: 1562095800000,
      open: 14_627_250_000_000_000n,
      high: 15_586_960_000_000_000n,
      low: 14_006_240_000_000_000n,
      close: 15_144_020_000_000_000n,
    });
    expect(transformUdf('wallex', texts)[1]).toMatchObject({
      open: 15_055_100_000_000_000n,
      close: 15_700_000_050_000_000n,
    });
  });

  it('distinguish no data, no such market and malformed replies', () => {
    expect(transformUdf('nobitex', { s: 'no_data' })).toEqual([]);
    const error = { s: 'error', errmsg: 'Invalid resolution!' };
    expect(() => transformUdf('nobitex', error)).toThrow(NotListed);
    const { c: _, ...without } = UDF;
    for (const wrong of [
      null,
      [],
      '',
      { status: 'ok' },
      without,
      { ...UDF, l: [1] },
      { ...UDF, t: ['1', '2'] },
    ])
      expect(() => transformUdf('nobitex', wrong)).toThrow(VendorFailure);
  });
});

describe('history over HTTP', () => {
  let server: Server | undefined;
  const requests: string[] = [];
  afterEach(async () => {
    requests.length = 0;
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve) ?? resolve(null));
  });

  async function serve(listener: RequestListener): Promise<string> {
    server = createServer((request, response) => {
      requests.push(request.url ?? '');
      listener(request, response);
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const range = { from: 1_700_000_000_000, to: 1_700_003_600_000 };

  it('each vendor is requested with the documented URL and parameters', async () => {
    const url = await serve((request, response) =>
      response.end(request.url?.startsWith('/api') ? JSON.stringify([KLINE]) : JSON.stringify(UDF)),
    );
    await createBinanceHistory({ fetch, url }).candles('BITCOIN', '1h', range, signal());
    expect(
      (await createNobitexHistory({ fetch, url }).candles('TETHER', '1h', range, signal())).lengthMs,
    ).toBe(1_800_000);
    await createNobitexHistory({ fetch, url }).candles('ETHEREUM', '1d', range, signal());
    await createWallexHistory({ fetch, url }).candles('TETHER', '1m', range, signal());
    expect(requests).toEqual([
      '/api/v3/klines?symbol=BTCUSDT&interval=1h&startTime=1700000000000&endTime=1700003599999&limit=1000&timeZone=3:30',
      '/market/udf/history?symbol=USDTIRT&resolution=30&from=1700000000&to=1700003600',
      '/market/udf/history?symbol=ETHUSDT&resolution=D&from=1700000000&to=1700003600',
      '/v1/udf/history?symbol=USDTTMN&resolution=1&from=1700000000&to=1700003600',
    ]);
  });

  it('a coin is requested by its old name if the new one has no data', async () => {
    const url = await serve((request, response) => {
      if (request.url?.includes('POLUSDT')) response.end('[]');
      else if (request.url?.includes('AUSDT'))
        response.writeHead(400).end('{"code":-1121,"msg":"Invalid symbol."}');
      else response.end(JSON.stringify([KLINE]));
    });
    const binance = createBinanceHistory({ fetch, url });
    expect((await binance.candles('MATIC', '1d', range, signal())).candles).toHaveLength(1);
    expect((await binance.candles('EOS', '1d', range, signal())).candles).toHaveLength(1);
    expect(requests.map((path) => /symbol=(\w+)/.exec(path)?.[1])).toEqual([
      'POLUSDT',
      'MATICUSDT',
      'AUSDT',
      'EOSUSDT',
    ]);
  });

  it('hours of Wallex are built of minutes, or are its own where it has none', async () => {
    const url = await serve((request, response) =>
      response.end(request.url?.includes('resolution=1&') ? '{"s":"no_data"}' : JSON.stringify(UDF)),
    );
    const history = await createWallexHistory({ fetch, url }).candles('TETHER', '1h', range, signal());
    expect(history).toMatchObject({ lengthMs: 3_600_000, candles: [{}, {}] });
  });

  it('a refusal means not listed, a rate limit has its duration', async () => {
    let status = 400;
    const url = await serve((_, response) => response.writeHead(status, { 'retry-after': '17' }).end());
    for (const source of [createBinanceHistory({ fetch, url }), createNobitexHistory({ fetch, url })])
      await expect(source.candles('BITCOIN', '1d', range, signal())).rejects.toThrow(NotListed);
    await expect(
      createWallexHistory({ fetch, url }).candles('TETHER', '1d', range, signal()),
    ).rejects.toThrow(NotListed);
    status = 429;
    await expect(
      createBinanceHistory({ fetch, url }).candles('BITCOIN', '1d', range, signal()),
    ).rejects.toMatchObject({
      status: 429,
      retryAfterMs: 17_000,
    });
  });
});
