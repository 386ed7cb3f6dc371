import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import { createBinance, transformBinance } from './binance.ts';
import { createNobitex, transformNobitex } from './nobitex.ts';
import { createWallex, transformWallex } from './wallex.ts';

const AT = 1_499_869_899_040;

/** The sample reply in binance-spot-api-docs/rest-api.md, "24hr ticker price change statistics", for another pair. */
const binanceRow = (symbol: string, changes: object = {}) => ({
  symbol,
  priceChange: '-94.99999800',
  priceChangePercent: '-95.960',
  weightedAvgPrice: '0.29628482',
  prevClosePrice: '0.10002000',
  lastPrice: '4.00000200',
  lastQty: '200.00000000',
  bidPrice: '4.00000000',
  bidQty: '100.00000000',
  askPrice: '4.00000200',
  askQty: '100.00000000',
  openPrice: '99.00000000',
  highPrice: '100.00000000',
  lowPrice: '0.10000000',
  volume: '8913.30000000',
  quoteVolume: '15.30000000',
  openTime: AT - 86_400_000,
  closeTime: AT,
  firstId: 28385,
  lastId: 28460,
  count: 76,
  ...changes,
});

/** The sample reply in nobitex/docs-api market-data.md, "آمار بازار نوبیتکس". */
const nobitexRow = (changes: object = {}) => ({
  isClosed: false,
  bestSell: '749976360',
  bestBuy: '733059600',
  volumeSrc: '0.2929480000',
  volumeDst: '212724856.0678640000',
  latest: '750350000',
  mark: '747461987',
  dayLow: '686021860',
  dayHigh: '750350000',
  dayOpen: '686021860',
  dayClose: '750350000',
  dayChange: '9.38',
  ...changes,
});

/** The sample reply in Wallex's API documents for GET /v1/markets, with USDTTMN instead of BTCTMN. */
const wallexReply = (stats: object = {}) => ({
  result: {
    symbols: {
      USDTTMN: {
        symbol: 'USDTTMN',
        baseAsset: 'USDT',
        quoteAsset: 'TMN',
        faBaseAsset: 'تتر',
        stats: {
          bidPrice: '118190',
          askPrice: '118210',
          '24h_ch': '-3.04',
          '24h_volume': '0.18734400',
          '24h_highPrice': '119000.0000000000000000',
          '24h_lowPrice': '117900.0000000000000000',
          lastPrice: '118203.0000000000000000',
          ...stats,
        },
      },
    },
  },
  message: 'The operation was successful',
  success: true,
});

const WRONG = ['0', '-1', 'NaN', '', 'abc', null, undefined, Number.NaN, {}];

describe('Binance', () => {
  it('is parsed to the midpoint of bid and ask, with its change', () => {
    expect(transformBinance([binanceRow('BTCUSDT')], AT)).toEqual([
      { coin: 'BITCOIN', price: 400_000_100n, change: -9_596n },
    ]);
  });

  it('maps the new names of coins', () => {
    const coins = transformBinance(
      [binanceRow('POLUSDT'), binanceRow('EGLDUSDT'), binanceRow('AUSDT'), binanceRow('ETHBTC')],
      AT,
    );
    expect(coins.map(({ coin }) => coin)).toEqual(['MATIC', 'ELROND', 'EOS']);
  });

  it('has no price if the order book is crossed or empty, or the pair is dead', () => {
    for (const wrong of WRONG) {
      expect(transformBinance([binanceRow('BTCUSDT', { bidPrice: wrong })], AT)[0]?.price).toBeNull();
      expect(transformBinance([binanceRow('BTCUSDT', { askPrice: wrong })], AT)[0]?.price).toBeNull();
    }
    expect(transformBinance([binanceRow('BTCUSDT', { bidPrice: '4.1' })], AT)[0]?.price).toBeNull();
    expect(transformBinance([binanceRow('BTCUSDT')], AT + 3_600_000)[0]?.price).toBeNull();
  });

  it('rejects anything but a list', () => {
    expect(() => transformBinance({ code: -1003, msg: 'Too many requests' }, AT)).toThrow('no list');
  });
});

describe('Nobitex', () => {
  it('converts Rial to Toman for Tether, and leaves coin/USDT unchanged', () => {
    const stats = {
      'usdt-rls': nobitexRow({ bestBuy: '1181900', bestSell: '1182100' }),
      'btc-usdt': nobitexRow({ bestBuy: '108399.5', bestSell: '108400.5', dayChange: '-0.5' }),
      'btc-rls': nobitexRow(),
    };
    expect(transformNobitex({ status: 'ok', stats })).toEqual([
      { coin: 'TETHER', price: 11_820_000_000_000n, change: 938n },
      { coin: 'BITCOIN', price: 10_840_000_000_000n, change: -50n },
      { coin: 'BITCOIN', quote: 'TOMAN', price: 7_415_179_800_000_000n, change: 938n },
    ]);
  });

  it('uses the renamed pair, or the old one while the new one is closed', () => {
    const price = { bestBuy: '0.4', bestSell: '0.4' };
    const closed = nobitexRow({ isClosed: true, bestBuy: '9', bestSell: '9' });
    const both = { 'a-usdt': closed, 'eos-usdt': nobitexRow(price), 'btc-usdt': closed };
    expect(transformNobitex({ status: 'ok', stats: both })).toMatchObject([
      { coin: 'EOS', price: 40_000_000n },
    ]);
  });

  it('has no price if the order book is crossed or empty', () => {
    for (const wrong of WRONG) {
      const stats = { 'usdt-rls': nobitexRow({ bestSell: wrong }) };
      expect(transformNobitex({ status: 'ok', stats })).toMatchObject([{ price: null }]);
    }
    const crossed = { 'usdt-rls': nobitexRow({ bestBuy: '2', bestSell: '1' }) };
    expect(transformNobitex({ status: 'ok', stats: crossed })).toMatchObject([{ price: null }]);
  });

  it('rejects a failure', () => {
    expect(() => transformNobitex({ status: 'failed', code: 'ParseError' })).toThrow('not ok');
    expect(() => transformNobitex(null)).toThrow('not ok');
  });
});

describe('Wallex', () => {
  it('is in Toman already', () => {
    const tether = { coin: 'TETHER', price: 11_820_000_000_000n, change: -304n };
    expect(transformWallex(wallexReply())).toEqual([tether]);
    expect(transformWallex(wallexReply({ '24h_ch': -3.04 }))).toEqual([tether]);
  });

  it('has coins in Tether and in Toman', () => {
    const { USDTTMN } = wallexReply().result.symbols;
    const symbols = { BTCUSDT: USDTTMN, BTCTMN: USDTTMN, POLTMN: USDTTMN, BTCETH: USDTTMN };
    expect(transformWallex({ success: true, result: { symbols } })).toMatchObject([
      { coin: 'BITCOIN' },
      { coin: 'BITCOIN', quote: 'TOMAN' },
      { coin: 'MATIC', quote: 'TOMAN' },
    ]);
  });

  it('has no price if the order book is crossed or empty', () => {
    for (const wrong of WRONG)
      expect(transformWallex(wallexReply({ bidPrice: wrong }))).toMatchObject([{ price: null }]);
    expect(transformWallex(wallexReply({ bidPrice: '118211' }))).toMatchObject([{ price: null }]);
  });

  it('rejects a reply without markets', () => {
    expect(() => transformWallex({ success: true, result: {} })).toThrow('no markets');
    expect(() => transformWallex({ ...wallexReply(), success: false })).toThrow('no markets');
    expect(transformWallex({ success: true, result: { symbols: {} } })).toEqual([]);
  });
});

describe('prices over HTTP', () => {
  let server: Server | undefined;
  afterEach(async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve) ?? resolve(null));
  });

  async function serve(listener: RequestListener): Promise<string> {
    server = createServer(listener);
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it('one closed pair at Binance does not stop the others', async () => {
    const requests: string[] = [];
    const url = await serve((request, response) => {
      const path = decodeURIComponent(request.url ?? '');
      requests.push(path);
      const symbols = () => JSON.parse(path.split('symbols=')[1] ?? '[]') as string[];
      if (path.includes('AUSDT')) response.writeHead(400).end('{"code":-1121,"msg":"Invalid symbol."}');
      else if (path.includes('ticker/price')) response.end('{"symbol":"X","price":"1"}');
      else response.end(JSON.stringify(symbols().map((symbol) => binanceRow(symbol))));
    });
    const clock = manualClock(AT);
    const binance = createBinance({ fetch, urls: [url], clock });
    expect(await binance.poll(AbortSignal.timeout(5_000))).toHaveLength(14);
    requests.length = 0;
    expect(await binance.poll(AbortSignal.timeout(5_000))).toHaveLength(14);
    expect(requests).toHaveLength(1);
    clock.advance(3_600_000);
    await binance.poll(AbortSignal.timeout(5_000)).catch(() => {});
    expect(requests[1]).toContain('AUSDT');
  });

  it('Nobitex and Wallex are requested at the documented URLs', async () => {
    const requests: string[] = [];
    const url = await serve((request, response) => {
      requests.push(request.url ?? '');
      response.end(
        JSON.stringify(request.url?.startsWith('/v1') ? wallexReply() : { status: 'ok', stats: {} }),
      );
    });
    expect(await createNobitex({ fetch, url }).poll(AbortSignal.timeout(5_000))).toEqual([]);
    expect(await createWallex({ fetch, url }).poll(AbortSignal.timeout(5_000))).toHaveLength(1);
    expect(requests).toEqual(['/market/stats?dstCurrency=rls,usdt', '/v1/markets']);
  });

  it('a vendor that fails, redirects, hangs, sends garbage or never ends is reported as a failure in time', async () => {
    const url = await serve((request, response) => {
      const name = request.url?.split('/')[1];
      if (name === 'error') response.writeHead(451).end();
      else if (name === 'redirect') response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
      else if (name === 'html') response.end('<html>');
      else if (name === 'long') response.end('['.repeat(9_000_000));
      else response.write('[');
    });
    for (const name of ['error', 'redirect', 'html', 'long', 'hang']) {
      const wallex = createWallex({ fetch, url: `${url}/${name}` });
      await expect(wallex.poll(AbortSignal.timeout(500))).rejects.toThrow();
    }
  });
});
