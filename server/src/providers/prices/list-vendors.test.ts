import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Coin } from '@sarraf/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { PriceFeed } from '../../market/feed.ts';
import type { PriceSource, SourceTick } from '../../market/ports.ts';
import { manualClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { createBinance, transformBinance } from './binance.ts';
import { createBitpin, transformBitpin } from './bitpin.ts';
import { createBybit, transformBybit } from './bybit.ts';
import { createGate, transformGate } from './gate.ts';
import { createKraken, transformKraken } from './kraken.ts';
import { createKucoin, transformKucoin } from './kucoin.ts';
import { transformNobitex } from './nobitex.ts';
import { createOkx, transformOkx } from './okx.ts';
import { createRamzinex, transformRamzinex } from './ramzinex.ts';
import { transformWallex } from './wallex.ts';

const AT = 1_790_000_000_000;
const BITCOIN = 10_840_000_000_000n;
const TETHER = 11_820_000_000_000n;
const IN_TOMAN = (BITCOIN * TETHER) / 100_000_000n;

/** Bid, ask and the vendor's time, in the format of the sample in its documentation. */
interface Written {
  bid?: unknown;
  ask?: unknown;
  at?: unknown;
}

const VENDORS = {
  okx: {
    create: createOkx,
    path: '/api/v5/market/tickers?instType=SPOT',
    transform: transformOkx,
    reply: ({ bid = '108399.5', ask = '108400.5', at = String(AT) }: Written = {}) => ({
      code: '0',
      msg: '',
      data: [
        { instType: 'SPOT', instId: 'BTC-USDC', bidPx: '1', askPx: '1', ts: String(AT) },
        {
          instType: 'SPOT',
          instId: 'BTC-USDT',
          last: '108400',
          lastSz: '5.4788',
          askPx: ask,
          askSz: '3.2197',
          bidPx: bid,
          bidSz: '4.7509',
          open24h: '110000',
          high24h: '111000',
          low24h: '108000',
          volCcy24h: '9.2877',
          vol24h: '124824.1985',
          ts: at,
          sodUtc0: '0.0000905',
          sodUtc8: '0.0000729',
        },
      ],
    }),
    failed: { code: '50011', msg: 'Too Many Requests', data: [] },
    change: -145n,
  },
  kucoin: {
    create: createKucoin,
    path: '/api/v1/market/allTickers',
    transform: transformKucoin,
    reply: ({ bid = '108399.5', ask = '108400.5', at = AT }: Written = {}) => ({
      code: '200000',
      data: {
        time: at,
        ticker: [
          { symbol: 'BTC-USDC', symbolName: 'BTC-USDC', buy: '1', sell: '1', changeRate: '0' },
          {
            symbol: 'BTC-USDT',
            symbolName: 'BTC-USDT',
            buy: bid,
            sell: ask,
            changeRate: '-0.0055',
            changePrice: '-63.6',
            high: '11610',
            low: '11200',
            vol: '2282.70993217',
            volValue: '25984946.157790431',
            last: '108400',
            averagePrice: '11360.66065903',
          },
        ],
      },
    }),
    failed: { code: '429000', msg: 'Too many requests' },
    change: -55n,
  },
  bybit: {
    create: createBybit,
    path: '/v5/market/tickers?category=spot',
    transform: transformBybit,
    reply: ({ bid = '108399.5', ask = '108400.5', at = AT }: Written = {}) => ({
      retCode: 0,
      retMsg: 'OK',
      result: {
        category: 'spot',
        list: [
          { symbol: 'BTCUSDC', bid1Price: '1', ask1Price: '1' },
          {
            symbol: 'BTCUSDT',
            bid1Price: bid,
            bid1Size: '2',
            ask1Price: ask,
            ask1Size: '1.862172',
            lastPrice: '108400',
            prevPrice24h: '20393.48',
            price24hPcnt: '0.0068',
            highPrice24h: '21128.12',
            lowPrice24h: '20318.89',
            turnover24h: '243765620.65899866',
            volume24h: '11801.27771',
            usdIndexPrice: '20784.12009279',
          },
        ],
      },
      retExtInfo: {},
      time: at,
    }),
    failed: { retCode: 10006, retMsg: 'Too many visits!', result: {}, retExtInfo: {}, time: AT },
    change: 68n,
  },
  gate: {
    create: createGate,
    path: '/api/v4/spot/tickers',
    transform: transformGate,
    reply: ({ bid = '108399.5', ask = '108400.5' }: Written = {}) => [
      { currency_pair: 'BTC_USDC', lowest_ask: '1', highest_bid: '1' },
      {
        currency_pair: 'BTC_USDT',
        last: '108400',
        lowest_ask: ask,
        highest_bid: bid,
        change_percentage: '-1.18',
        base_volume: '1219.053687865',
        quote_volume: '8807.40299875455',
        high_24h: '7.262',
        low_24h: '7.095',
      },
    ],
    failed: { label: 'TOO_MANY_REQUESTS', message: 'Request Rate limit Exceeded' },
    change: -118n,
  },
  kraken: {
    create: createKraken,
    path: '/0/public/Ticker',
    transform: transformKraken,
    // Tether at 0.9998 dollars.
    reply: ({ bid = '108377.8201', ask = '108378.8199' }: Written = {}) => ({
      error: [],
      result: {
        XBTUSDC: krakenRow('1', '1'),
        XXBTZUSD: krakenRow(bid, ask),
        USDTZUSD: krakenRow('0.99970000', '0.99990000'),
      },
    }),
    failed: { error: ['EGeneral:Too many requests'], result: {} },
    change: null,
  },
} as const;

function krakenRow(bid: unknown, ask: unknown) {
  return {
    a: [ask, '1', '1.000'],
    b: [bid, '2', '2.000'],
    c: ['2430.58000', '0.04408910'],
    v: ['4147.94474901', '8896.96086304'],
    p: ['2456.22239', '2568.63032'],
    t: [3907, 10056],
    l: ['2302.18000', '2302.18000'],
    h: ['2621.14000', '2860.01000'],
    o: '2571.56000',
  };
}

const bitpinRow = (symbol: string, price: unknown, at: unknown = AT / 1000 + 0.23937) => ({
  symbol,
  price,
  daily_change_price: 0.67,
  low: '18000927631',
  high: '18733810344',
  timestamp: at,
});
const ramzinexRow = (base: string, quote: string, buy: unknown, sell: unknown) => ({
  pair_id: 11,
  base_currency_symbol: { en: base, fa: base },
  quote_currency_symbol: { en: quote, fa: quote },
  buy,
  sell,
  financial: { last24h: { highest: 1, lowest: 1, change_percent: -0.42, base_volume: 1 } },
});

const WRONG = ['0', '-1', 'NaN', '', 'abc', '-', null, undefined, Number.NaN, {}, []];
const rows = Object.entries(VENDORS);
const dated = rows.filter(([name]) => ['okx', 'kucoin', 'bybit'].includes(name));

describe.each(rows)('%s', (name, { transform, reply, failed, change }) => {
  it('is parsed to the midpoint of bid and ask, with its change and its time', () => {
    const at = dated.some(([one]) => one === name) ? { at: AT } : {};
    expect(transform(reply())).toEqual([{ coin: 'BITCOIN', price: BITCOIN, change, ...at }]);
  });

  it('has no price if the order book is crossed or empty', () => {
    for (const wrong of WRONG) {
      // Missing values are undefined in the row too.
      expect(transform(reply({ bid: wrong ?? null }))).toMatchObject([{ price: null }]);
      expect(transform(reply({ ask: wrong ?? null }))).toMatchObject([{ price: null }]);
    }
    expect(transform(reply({ bid: '108401' }))).toMatchObject([{ price: null }]);
  });

  it('rejects a reported failure, and other formats', () => {
    for (const wrong of [failed, null, 'text', 7, {}, { data: {} }, { result: [] }])
      expect(() => transform(wrong)).toThrow(`${name}: `);
  });
});

it.each(dated)('%s: a reply without its time has no price', (_, { transform, reply }) => {
  for (const at of [null, 'now', '', -1.5, {}])
    expect(transform(reply({ at }))).toMatchObject([{ price: null }]);
});

describe('Kraken', () => {
  it('has no prices without its own price of Tether', () => {
    for (const tether of [undefined, krakenRow('0', '1'), krakenRow('1.1', '1')]) {
      const result = { XXBTZUSD: krakenRow('108399.5', '108400.5'), USDTZUSD: tether };
      expect(transformKraken({ error: [], result })).toMatchObject([{ coin: 'BITCOIN', price: null }]);
    }
  });

  it('maps the old names of its older coins', () => {
    const one = krakenRow('1', '1');
    const pairs = ['XETHZUSD', 'XDGUSD', 'XLTCZUSD', 'XXLMZUSD', 'XETCZUSD', 'XXRPZUSD', 'POLUSD', 'DOGEUSD'];
    const result = Object.fromEntries([...pairs, 'USDTZUSD'].map((pair) => [pair, one]));
    expect(new Set(transformKraken({ error: [], result }).map(({ coin }) => coin))).toEqual(
      new Set(['ETHEREUM', 'DOGE_COIN', 'LITE_COIN', 'STELLAR', 'CLASSIC_ETHEREUM', 'RIPPLE', 'MATIC']),
    );
  });
});

describe('Bitpin', () => {
  it('is in Toman already, and has coins in Tether and in Toman', () => {
    const answer = [
      bitpinRow('USDT_IRT', '118200'),
      bitpinRow('BTC_USDT', '108400'),
      bitpinRow('BTC_IRT', '12812880000'),
      bitpinRow('BTC_ETH', '28'),
    ];
    const rest = { change: 67n, at: AT + 239 };
    expect(transformBitpin(answer)).toEqual([
      { coin: 'TETHER', price: TETHER, ...rest },
      { coin: 'BITCOIN', price: BITCOIN, ...rest },
      { coin: 'BITCOIN', quote: 'TOMAN', price: IN_TOMAN, ...rest },
    ]);
  });

  it('has no price without a value or a time', () => {
    for (const wrong of WRONG) expect(transformBitpin([bitpinRow('BTC_USDT', wrong)])[0]?.price).toBeNull();
    for (const at of [null, '1790000000', Number.NaN])
      expect(transformBitpin([bitpinRow('BTC_USDT', '1', at)])[0]?.price).toBeNull();
    expect(() => transformBitpin({ detail: 'Request was throttled.' })).toThrow('no list');
  });
});

describe('Ramzinex', () => {
  it('converts Rial to Toman, and leaves coin/USDT unchanged', () => {
    const data = [
      ramzinexRow('usdt', 'irr', 1_181_900, 1_182_100),
      ramzinexRow('btc', 'usdt', 108_400.5, '108399.5'),
      ramzinexRow('btc', 'irr', 128_128_800_000, 128_128_800_000),
      ramzinexRow('btc', 'eth', 28, 28),
    ];
    expect(transformRamzinex({ status: 0, data })).toEqual([
      { coin: 'TETHER', price: TETHER, change: -42n },
      { coin: 'BITCOIN', price: BITCOIN, change: -42n },
      { coin: 'BITCOIN', quote: 'TOMAN', price: IN_TOMAN, change: -42n },
    ]);
  });

  it('has no price if one side is missing, and rejects a failure', () => {
    for (const wrong of WRONG) {
      const data = [ramzinexRow('btc', 'usdt', wrong, 108_400), ramzinexRow('eth', 'usdt', 1, wrong)];
      for (const { price } of transformRamzinex({ status: 0, data })) expect(price).toBeNull();
    }
    expect(() => transformRamzinex({ status: -1, data: [] })).toThrow('status is not 0');
    expect(transformRamzinex({ status: 0, data: [null, {}, { base_currency_symbol: 7 }] })).toEqual([]);
  });
});

/** Prices of Bitcoin, and of Tether if available, by vendor. */
const ANSWERS: Record<string, { ticks: SourceTick[]; iranian: boolean }> = {
  binance: {
    ticks: transformBinance(
      [{ symbol: 'BTCUSDT', bidPrice: '108399.5', askPrice: '108400.5', closeTime: AT }],
      AT,
    ),
    iranian: false,
  },
  ...Object.fromEntries(
    rows.map(([name, { transform, reply }]) => [name, { ticks: transform(reply()), iranian: false }]),
  ),
  nobitex: {
    ticks: transformNobitex({
      status: 'ok',
      stats: {
        'usdt-rls': { bestBuy: '1181900', bestSell: '1182100' },
        'btc-rls': { bestBuy: '128128800000', bestSell: '128128800000' },
      },
    }),
    iranian: true,
  },
  wallex: {
    ticks: transformWallex({
      success: true,
      result: {
        symbols: {
          USDTTMN: { stats: { bidPrice: '118190', askPrice: '118210' } },
          BTCUSDT: { stats: { bidPrice: '108399.5', askPrice: '108400.5' } },
        },
      },
    }),
    iranian: true,
  },
  bitpin: {
    ticks: transformBitpin([bitpinRow('USDT_IRT', '118200'), bitpinRow('BTC_IRT', '12812880000')]),
    iranian: true,
  },
  ramzinex: {
    ticks: transformRamzinex({
      status: 0,
      data: [
        ramzinexRow('usdt', 'irr', 1_181_900, 1_182_100),
        ramzinexRow('btc', 'irr', 128_128_800_000, 128_128_800_000),
      ],
    }),
    iranian: true,
  },
};
const NAMES = Object.keys(ANSWERS);
const COVERS: Coin[] = ['BITCOIN', 'TETHER'];

describe('with only some hosts reachable', () => {
  async function priceWith(names: readonly string[], clock = manualClock(AT)) {
    const sources = NAMES.map(
      (name): PriceSource => ({
        name,
        covers: ANSWERS[name]?.iranian ? COVERS : ['BITCOIN'],
        everyMs: 5_000,
        poll: async () => {
          if (!names.includes(name)) throw new Error('refused');
          return (ANSWERS[name] as { ticks: SourceTick[] }).ticks;
        },
      }),
    );
    const feed = new PriceFeed({ sources, clock, log: createLog('silent'), mayStandAlone: false });
    await feed.pollAll();
    return (coin: Coin) => {
      const reference = feed.evaluateReference(coin, clock.now());
      return typeof reference === 'string' ? reference : reference.price;
    };
  }

  it('any two of them are enough, foreign or Iranian, in Tether or Toman', async () => {
    for (const [i, one] of NAMES.entries())
      for (const other of NAMES.slice(i + 1)) {
        const price = await priceWith([one, other]);
        const iranian = [one, other].filter((name) => ANSWERS[name]?.iranian).length;
        // A single source in Toman can't be converted to Tether without a second one for Tether's price.
        const tomanOnly = iranian === 1 && ![one, other].includes('wallex');
        expect(price('TETHER'), `${one} ${other}`).toBe(
          ['NO_SOURCE', 'SECOND_SOURCE_SILENT', TETHER][iranian],
        );
        expect(price('BITCOIN'), `${one} ${other}`).toBe(tomanOnly ? 'SECOND_SOURCE_SILENT' : BITCOIN);
      }
  });

  it('all of them agree, and a single one is not enough', async () => {
    const all = await priceWith(NAMES);
    expect([all('BITCOIN'), all('TETHER')]).toEqual([BITCOIN, TETHER]);
    for (const name of NAMES) {
      const price = await priceWith([name]);
      expect([price('BITCOIN'), price('TETHER')].every((reference) => typeof reference === 'string')).toBe(
        true,
      );
    }
  });
});

describe('price vendors over HTTP', () => {
  const servers: Server[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const signal = () => AbortSignal.timeout(5_000);

  it('each is requested once, at the documented URL', async () => {
    const requests: string[] = [];
    const replies: Record<string, unknown> = Object.fromEntries(
      rows.map(([, { path, reply }]) => [path, reply()]),
    );
    const url = await serve((request, response) => {
      requests.push(request.url ?? '');
      response.end(JSON.stringify(replies[request.url ?? ''] ?? { status: 0, data: [] }));
    });
    for (const [, { create, path }] of rows) {
      expect(await create({ fetch, url }).poll(signal())).toHaveLength(1);
      expect(requests.splice(0)).toEqual([path]);
    }
    await createRamzinex({ fetch, url }).poll(signal());
    await createBitpin({ fetch, url })
      .poll(signal())
      .catch(() => {});
    expect(requests).toEqual(['/exchange/api/v1.0/exchange/pairs', '/api/v1/mkt/tickers/']);
  });

  it('Binance is requested at its other host if one refuses, and there first from then on', async () => {
    const requests: string[] = [];
    const answer =
      (host: string, status: number): RequestListener =>
      (_, response) => {
        requests.push(host);
        response.writeHead(status).end('[]');
      };
    const refusing = await serve(answer('refusing', 451));
    const serving = await serve(answer('serving', 200));
    const binance = createBinance({ fetch, urls: [refusing, serving], clock: manualClock(AT) });
    expect(await binance.poll(signal())).toEqual([]);
    expect(await binance.poll(signal())).toEqual([]);
    expect(requests).toEqual(['refusing', 'serving', 'serving']);
    const nowhere = createBinance({ fetch, urls: [refusing, refusing], clock: manualClock(AT) });
    await expect(nowhere.poll(signal())).rejects.toThrow('status 451');
  });

  it('a hanging host of Binance is skipped in the next poll', async () => {
    const hanging = await serve(() => {});
    const serving = await serve((_, response) => void response.end('[]'));
    const binance = createBinance({ fetch, urls: [hanging, serving], clock: manualClock(AT) });
    await expect(binance.poll(AbortSignal.timeout(50))).rejects.toThrow();
    expect(await binance.poll(signal())).toEqual([]);
  });
});
