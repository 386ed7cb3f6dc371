import { COINS } from '@sarraf/domain';
import type { CoinDetail, CoinPrice, SupportedCoin } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { documentedMessage } from '../../test/documented.ts';
import { openTestDatabase } from '../../test/open-database.ts';
import { createBus } from '../platform/bus/bus.ts';
import { manualClock, systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/database.ts';
import { createHttp, type Http } from '../platform/http/http.ts';
import { Stream } from '../platform/http/stream/stream.ts';
import { createLog } from '../platform/log.ts';
import { createSandboxPrices } from '../sandbox/sandbox-prices.ts';
import { createMarket, type Market } from './index.ts';

const rate = { max: 1_000_000, windowMs: 60_000 };
const config = {
  sandbox: true,
  TRUST_PROXY: false,
  rates: { read: rate, write: rate, money: rate, login: rate, code: rate },
} as Config;
const clock = manualClock(Date.UTC(2026, 10, 21, 9, 30, 20));
const prices = createSandboxPrices({ seed: 2026, clock });
let test: TestDatabase;
let database: Database;
let http: Http;
let stream: Stream;
let market: Market;

beforeAll(async () => {
  test = await createTestDatabase();
  database = openTestDatabase(test.url, 4);
  const log = createLog('silent');
  http = await createHttp({ config, log, clock: systemClock, authenticate: async () => null });
  stream = new Stream(http, async () => null);
  market = await createMarket({
    db: database.db,
    config,
    clock,
    bus: createBus(),
    log,
    sources: prices.sources,
  });
  market.routes(http, stream);
  await market.start();
});

beforeEach(async () => {
  prices.clearOverrides();
  await market.refresh();
});

afterAll(async () => {
  stream.close();
  await http.app.close();
  await market.stop();
  await database.close();
  await test.drop();
});

async function get<T>(path: string, status = 200): Promise<T> {
  const response = await http.app.inject({ url: `/api${path}` });
  expect(response.statusCode).toBe(status);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.headers['cache-control']).toBe(response.statusCode === 200 ? 'no-cache' : 'no-store');
  return response.json() as T;
}

const codes = (rows: CoinPrice[]) => rows.map((row) => row.destCoinSymbol);

describe('GET /coins/exchange-price', () => {
  it('/usd returns every coin in Toman, TETHER first', async () => {
    const rows = await get<CoinPrice[]>('/coins/exchange-price/usd');
    expect(codes(rows)).toEqual(COINS);
    for (const row of rows) {
      expect(row).toEqual({
        destCoinSymbol: row.destCoinSymbol,
        unit: 'TOMAN',
        buyPrice: expect.stringMatching(/^\d+$/),
        sellPrice: expect.stringMatching(/^\d+$/),
        referencePrice: expect.stringMatching(/^\d+$/),
        price24hrChangePercent: expect.stringMatching(/^-?\d+\.\d\d$/),
        isActive: true,
      });
    }
  });

  it('/usdt returns prices in Tether, without TETHER itself, that are accepted in trades', async () => {
    prices.fixPrice('BITCOIN', '100000');
    await market.refresh();
    const rows = await get<CoinPrice[]>('/coins/exchange-price/usdt');
    expect(codes(rows)).toEqual(COINS.filter((coin) => coin !== 'TETHER'));
    expect(rows[0]).toMatchObject({
      destCoinSymbol: 'BITCOIN',
      unit: 'TETHER',
      buyPrice: '100175.00',
      sellPrice: '99825.00',
      referencePrice: '100000.00',
    });
    expect(market.judge('BITCOIN', 'TETHER', 'buy', 100_175_000_000n)).toEqual({ ok: true });
  });

  it('returns the requested coins, in display order, and the week when requested', async () => {
    const rows = await get<CoinPrice[]>(
      '/coins/exchange-price/usd?toCurrencies=TRON,BITCOIN&includeWeeklyChange=true',
    );
    expect(codes(rows)).toEqual(['BITCOIN', 'TRON']);
    for (const row of rows) expect(row.lastWeekData).toHaveLength(20);
    const all = await get<CoinPrice[]>('/coins/exchange-price/usdt?includeWeeklyChange=true');
    expect(all).toHaveLength(15);
    expect(all[0]?.lastWeekData).toHaveLength(20);
    const bare = await get<CoinPrice[]>('/coins/exchange-price/usdt?include24hrChange=false');
    expect(bare[0]?.price24hrChangePercent).toBeNull();
  });

  it.each(['NOPE', 'BITCOIN,', 'TOMAN', 'bitcoin', 'BINANCE_COIN', ''])(
    'refuses toCurrencies=%s',
    async (code) => {
      const body = await get(`/coins/exchange-price/usd?toCurrencies=${code}`, 400);
      expect(body).toEqual({ status: 'BAD_REQUEST', message: 'BAD_REQUEST', errors: ['toCurrencies'] });
    },
  );

  it('names the field of an invalid flag', async () => {
    expect(await get('/coins/exchange-price/usd?includeWeeklyChange=maybe', 400)).toMatchObject({
      errors: ['includeWeeklyChange'],
    });
  });

  it('returns a halted coin without any price', async () => {
    prices.multiplyPrice('BITCOIN', 10n, 'first');
    await market.refresh();
    const halted = {
      destCoinSymbol: 'BITCOIN',
      buyPrice: null,
      sellPrice: null,
      referencePrice: null,
      price24hrChangePercent: null,
      isActive: false,
    };
    expect((await get<CoinPrice[]>('/coins/exchange-price/usd'))[1]).toEqual({ ...halted, unit: 'TOMAN' });
    expect((await get<CoinPrice[]>('/coins/exchange-price/usdt'))[0]).toEqual({ ...halted, unit: 'TETHER' });
    const [inDollars] = await get<CoinPrice[]>('/coins/price/usd?toCurrencies=BITCOIN');
    expect(inDollars).toEqual({ ...halted, unit: 'DOLLAR' });
  });

  it('returns no expired price, though nothing else happened', async () => {
    prices.stallSources();
    clock.advance(15_001);
    const rows = await get<CoinPrice[]>('/coins/exchange-price/usd');
    expect(rows.every((row) => !row.isActive && row.buyPrice === null)).toBe(true);
  });
});

it('GET /coins/price/usd counts one USDT as one dollar', async () => {
  prices.fixPrice('BITCOIN', '100000.129');
  await market.refresh();
  const rows = await get<CoinPrice[]>('/coins/price/usd?includeWeeklyChange=true&include24hrChange=true');
  expect(codes(rows)).toEqual(COINS);
  expect(rows[0]).toMatchObject({ buyPrice: '1.00', sellPrice: '1.00', price24hrChangePercent: '0.00' });
  expect(rows[1]).toMatchObject({ buyPrice: '100000.12', referencePrice: '100000.12' });
  expect(rows[1]?.lastWeekData).toHaveLength(20);
});

it('GET /coins/details has limits, networks and the two quotes; BINANCE_COIN is closed', async () => {
  const { content } = await get<{ content: CoinDetail[] }>('/coins/details');
  expect(content).toHaveLength(18);
  const of = (name: string) => content.find((coin) => coin.name === name);
  expect(of('BITCOIN')).toMatchObject({
    code: 'BTC',
    image: '/coins/BITCOIN.svg',
    minAmountExchange: '0.00010000',
    maxAmountExchange: '2.00000000',
    withdrawalFee: '0.00020000',
    decimals: 8,
    pricePrecision: 2,
    isActive: true,
  });
  expect(of('TETHER')?.tokenTypeDetails.map((t) => [t.tokenType, t.withdrawalFee])).toEqual([
    ['ERC20', '3.00'],
    ['TRC20', '1.50'],
  ]);
  expect(of('TOMAN')).toMatchObject({
    minDepositAmount: '50000',
    maxDepositAmount: '25000000',
    withdrawalFee: '4000',
  });
  expect(of('BINANCE_COIN')).toMatchObject({ isActive: false });
});

it('GET /coins/details has the requirements of each network, and its two switches as set by staff', async () => {
  const tether = async () => {
    await market.refresh();
    const { content } = await get<{ content: CoinDetail[] }>('/coins/details');
    return content.find(({ name }) => name === 'TETHER');
  };
  const [ethereum, tron] = [
    { tokenType: 'ERC20', withdrawalFee: '3.00', minWithdraw: '10.00', maxWithdraw: '200000.00' },
    { tokenType: 'TRC20', withdrawalFee: '1.50', minWithdraw: '5.00', maxWithdraw: '200000.00' },
  ];
  const open = { txIdIsNeeded: false, isDepositEnable: true, withdrawEnable: true };
  expect(await tether()).toMatchObject({
    transferFee: '3.00',
    minWithdrawAmount: '10.00',
    maxWithdrawAmount: '200000.00',
    tokenTypeDetails: [
      { ...ethereum, ...open },
      { ...tron, ...open },
    ],
  });
  const set = (column: string, token: string, value: boolean) =>
    sql`update coin_networks set ${sql.ref(column)} = ${value} where asset = 'TETHER' and token_type = ${token}`.execute(
      database.db,
    );
  await set('deposit_enabled', 'ERC20', false);
  await set('withdraw_enabled', 'TRC20', false);
  await set('txid_needed', 'TRC20', true);
  expect((await tether())?.tokenTypeDetails).toMatchObject([
    { ...ethereum, ...open, isDepositEnable: false },
    { ...tron, ...open, withdrawEnable: false, txIdIsNeeded: true },
  ]);
});

it('GET /coins and /coins/supporting-coins name every coin and its icon', async () => {
  const { content } = await get<{ content: SupportedCoin[] }>('/coins');
  const byCode = await get<Record<string, SupportedCoin>>('/coins/supporting-coins');
  expect(content).toHaveLength(18);
  expect(Object.values(byCode)).toEqual(content);
  expect(byCode.MATIC).toEqual({
    coin: 'MATIC',
    code: 'POL',
    persianName: 'پالیگان',
    englishName: 'Polygon',
    link: '/coins/MATIC.svg',
  });
});

it('the stream starts with a snapshot and sends each change', async () => {
  await http.app.listen({ port: 0, host: '127.0.0.1' });
  const address = http.app.server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/stream`);
  const messages: { type: string; seq: number; data: { TOMAN: CoinPrice[]; TETHER: CoinPrice[] } }[] = [];
  const next = (count: number) =>
    expect.poll(() => messages.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
  socket.addEventListener('message', ({ data }) => messages.push(documentedMessage(data)));
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  socket.send(JSON.stringify({ op: 'subscribe', channels: ['prices'] }));
  await next(1);
  prices.fixPrice('BITCOIN', '90000');
  await market.refresh();
  await next(2);
  socket.close();
  expect(messages.map((m) => m.type)).toEqual(['snapshot', 'update']);
  expect((messages[1]?.seq ?? 0) - (messages[0]?.seq ?? 0)).toBe(1);
  expect(messages[0]?.data.TOMAN).toHaveLength(16);
  expect(messages[1]?.data.TETHER[0]?.buyPrice).toBe('90157.50');
});
