import { AppError, type Asset, type Coin, type ErrorCode, type Quote, type Side } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestCaller } from '../../../test/caller.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { checkInvariants } from '../../../test/invariants.ts';
import { openTestDatabase } from '../../../test/open-database.ts';
import { addOpenOrder } from '../../../test/open-order.ts';
import { addPerson } from '../../../test/people.ts';
import { fundAccount } from '../../../test/seed.ts';
import { startTestLedger } from '../../../test/test-ledger.ts';
import { type Account, houseAccount, type Ledger, userAccount } from '../../ledger/index.ts';
import type { CoinRow } from '../../market/index.ts';
import { createBus } from '../../platform/bus/bus.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log.ts';
import type { Rules } from '../../rules/index.ts';
import {
  foldTrades,
  readStablecoinPurchases,
  readTradesWaitingSince,
  readTradeTotals,
  readVolume,
} from '../totals-store.ts';
import { placeQuickTrade, type QuickTradeDeps } from './place-quick-trade.ts';

const log = createLog('silent');
const UNLIMITED: Rules = {
  tomanDepositPerDay: 0n,
  identifiedDepositPerDay: 0n,
  depositHoldHours: 0,
  stablecoinPerYear: null,
  stablecoinHolding: null,
  tradingHours: null,
};
const PRICE = '12845200000';
const UNIT = 12_845_200_000n * 1_000_000n;

let test: TestDatabase;
let database: Database;
let ledger: Ledger;
let deps: QuickTradeDeps;
/** The market's verdict on the next price; null: accepted. */
let verdict: ErrorCode | null;
/** The rules in force, and when trading opens; null: it is open. */
let ruled: Rules;
let opensAt: Date | null;
let paused: string | null;

beforeEach(async () => {
  test = await createTestDatabase();
  database = openTestDatabase(test.url, 4);
  ledger = await startTestLedger(test.url, { log });
  verdict = null;
  ruled = { ...UNLIMITED };
  opensAt = null;
  paused = null;
  deps = {
    ledger,
    market: {
      coin: () =>
        ({ minExchange: 10_000n, maxExchange: 200_000_000n, maxInventory: 10_000_000_000n }) as CoinRow,
      judge: (_coin: Coin, _quote: Quote, _side: Side, unitPrice: bigint) => {
        if (unitPrice !== UNIT) return { ok: false, code: 'PRICE_CHANGED', price: UNIT };
        return verdict === null ? { ok: true } : { ok: false, code: verdict as 'PRICE_CHANGED', price: UNIT };
      },
      tomanValue: (_asset: Asset, amount: bigint) => amount,
    },
    getFeeRate: () => 4_000n,
    rules: { current: () => ruled, tradingOpensAt: () => opensAt },
    refusePaused(needs) {
      const need = needs.find(({ scope, name }) => `${scope} ${name}` === paused);
      if (need) throw new AppError('PAUSED', { data: { ...need } });
    },
    stablecoinsBought: (userId) => readStablecoinPurchases(database.db, userId),
    tetherComing: async () => 0n,
    bus: createBus(),
    clock: systemClock,
  };
  await give(houseAccount('BITCOIN', 'inventory'), 5_000_000_000n);
  await give(houseAccount('TOMAN', 'inventory'), 10n ** 18n);
});

afterEach(async () => {
  await ledger.stop();
  expect(await checkInvariants(database.db)).toBeNull();
  await database.close();
  await test.drop();
});

const give = (credit: Account, amount: bigint) => fundAccount(ledger, credit, amount);

async function balance({ owner, asset, kind }: Account): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`select balance from accounts
    where owner = ${owner} and asset = ${asset} and kind = ${kind}`.execute(database.db);
  return rows[0]?.balance ?? 0n;
}

const person = createTestCaller;

const place = (
  caller: Caller,
  side: Side,
  amount: string | number,
  more: Record<string, unknown> = {},
  key?: string,
) =>
  placeQuickTrade(
    deps,
    caller,
    side,
    { marketType: 'BITCOIN_TOMAN', amount, unitPrice: PRICE, ...more },
    key ? { key, digest: key } : null,
  );

const code = (error: unknown) => (error as { code?: string }).code;

describe('placeQuickTrade', () => {
  it('transfers the quote, the coin and the fee, and returns the order', async () => {
    const ann = person();
    await give(userAccount(ann.userId, 'TOMAN'), 30_000_000n * 1_000_000n);
    const reply = JSON.parse(await place(ann, 'buy', '0.00193844'));
    expect(reply).toMatchObject({
      status: 'OK',
      baseDTO: {
        orderType: 'EXCHANGE_BUY',
        orderStatus: 'IS_CLOSED',
        marketType: 'BITCOIN_TOMAN',
        sourceCoin: 'TOMAN',
        destinationCoin: 'BITCOIN',
        amount: '0.00193844',
        unitPrice: '12845200000',
        wholePrice: '24899649.488',
        wage: '99598.597952',
        totalPrice: '24999248.085952',
        executedPercent: 100,
      },
    });
    expect(await balance(userAccount(ann.userId, 'BITCOIN'))).toBe(193_844n);
    expect(await balance(userAccount(ann.userId, 'TOMAN'))).toBe(30_000_000_000_000n - 24_999_248_085_952n);
    expect(await balance(houseAccount('TOMAN', 'fee'))).toBe(99_598_597_952n);
    const sold = JSON.parse(await place(ann, 'sell', '0.00193844'));
    expect(sold.baseDTO).toMatchObject({
      sourceCoin: 'BITCOIN',
      destinationCoin: 'TOMAN',
      totalPrice: '24800050.890048',
    });
    expect(await balance(userAccount(ann.userId, 'BITCOIN'))).toBe(0n);
  });

  it('pays the inviter 30 % of the fee in the same commit', async () => {
    const inviter = await addPerson(database.db, { email: 'inviter@sarraf.test' });
    const invited = await addPerson(database.db, { email: 'ann@sarraf.test' });
    await sql`update users set inviter_id = ${inviter} where id = ${invited}`.execute(database.db);
    const ann = person({ userId: invited, inviterId: inviter });
    await give(userAccount(ann.userId, 'TOMAN'), 30_000_000n * 1_000_000n);
    await place(ann, 'buy', '0.00193844');
    expect(await balance(userAccount(inviter, 'TOMAN'))).toBe(29_879_579_385n);
    expect(await balance(houseAccount('TOMAN', 'fee'))).toBe(99_598_597_952n - 29_879_579_385n);
  });

  it('lets exactly one of 200 concurrent sells of the whole balance succeed', async () => {
    const ann = person();
    await give(userAccount(ann.userId, 'BITCOIN'), 100_000_000n);
    const answers = await Promise.allSettled(Array.from({ length: 200 }, () => place(ann, 'sell', '1')));
    expect(answers.filter((a) => a.status === 'fulfilled')).toHaveLength(1);
    for (const a of answers) if (a.status === 'rejected') expect(code(a.reason)).toBe('Not Enough Balance');
    expect(await balance(userAccount(ann.userId, 'BITCOIN'))).toBe(0n);
    const { rows } = await sql<{ n: bigint }>`select count(*) as n from orders`.execute(database.db);
    expect(rows[0]?.n).toBe(1n);
  });

  it('has one effect and ten equal replies for one key sent ten times concurrently, even when the price has changed', async () => {
    const ann = person();
    await give(userAccount(ann.userId, 'BITCOIN'), 100_000_000n);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => place(ann, 'sell', '0.1', {}, 'key-12345')),
    );
    expect(new Set(replies).size).toBe(1);
    expect(await balance(userAccount(ann.userId, 'BITCOIN'))).toBe(90_000_000n);
    verdict = 'PRICE_CHANGED';
    await ledger.stop();
    ledger = await startTestLedger(test.url, { log });
    deps = { ...deps, ledger };
    expect(await place(ann, 'sell', '0.1', {}, 'key-12345')).toBe(replies[0]);
  });
});

describe('placeQuickTrade with invalid input changes nothing', () => {
  const cases: [string, Side, string | number, Record<string, unknown>, string][] = [
    ['negative', 'buy', '-0.001', {}, 'UNACCEPTABLE_AMOUNT'],
    ['zero', 'buy', '0', {}, 'UNACCEPTABLE_AMOUNT'],
    ['too long', 'buy', '1'.repeat(30), {}, 'UNACCEPTABLE_AMOUNT'],
    ['not a number', 'buy', 'abc', {}, 'UNACCEPTABLE_AMOUNT'],
    ['19 decimals', 'buy', `0.${'0'.repeat(18)}1`, {}, 'UNACCEPTABLE_AMOUNT'],
    ['infinite', 'buy', Number.POSITIVE_INFINITY, {}, 'UNACCEPTABLE_AMOUNT'],
    ['Persian digits with junk', 'buy', '۰٫۰۰۱ بیت', {}, 'UNACCEPTABLE_AMOUNT'],
    ['below the minimum', 'buy', '0.00009', {}, 'AMOUNT_IS_LOW'],
    ['above the maximum', 'buy', '2.1', {}, 'AMOUNT_IS_HIGH'],
    ['more than the balance', 'buy', '0.1', {}, 'NOT_ENOUGH_BALANCE_TOMAN'],
    ['more coins than the balance', 'sell', '1.9', {}, 'Not Enough Balance'],
    ['unknown coin', 'buy', '1', { marketType: 'GOLD_TOMAN' }, 'BAD_REQUEST'],
    ['a coin of the object prototype', 'buy', '1', { marketType: 'constructor_TOMAN' }, 'BAD_REQUEST'],
    ['Toman with Toman', 'buy', '1', { marketType: 'TOMAN_TOMAN' }, 'BAD_REQUEST'],
    ['Tether with Tether', 'buy', '1', { marketType: 'TETHER_TETHER' }, 'BAD_REQUEST'],
    ['the dead coin', 'buy', '1', { marketType: 'BINANCE_COIN_TOMAN' }, 'BAD_REQUEST'],
    ['another source', 'buy', '0.001', { sourceCoin: 'TETHER' }, 'BAD_REQUEST'],
    ['another type', 'buy', '0.001', { orderType: 'LIMITED_BUY' }, 'BAD_REQUEST'],
    ['a made-up price', 'buy', '0.001', { unitPrice: '1' }, 'PRICE_CHANGED'],
    ['no price', 'buy', '0.001', { unitPrice: '0' }, 'BAD_REQUEST'],
    ['a price that is not a number', 'buy', '0.001', { unitPrice: 'x' }, 'BAD_REQUEST'],
    ['more than the house has', 'buy', '2', {}, 'INVENTORY_LIMIT'],
  ];

  it.each(cases)('%s', async (name, side, amount, more, expected) => {
    const ann = person();
    await give(
      userAccount(ann.userId, 'TOMAN'),
      (name === 'more than the house has' ? 100_000_000_000n : 1_000_000n) * 1_000_000n,
    );
    await give(userAccount(ann.userId, 'BITCOIN'), 1_000n);
    if (expected === 'INVENTORY_LIMIT') {
      // Another customer buys the whole inventory first.
      const ben = person();
      await give(userAccount(ben.userId, 'TOMAN'), 10n ** 18n);
      for (let i = 0; i < 25; i += 1) await place(ben, 'buy', '2').catch(() => {});
    }
    const before = await sql<{
      n: bigint;
      t: bigint;
    }>`select (select count(*) from orders) as n, (select count(*) from transfers) as t`.execute(database.db);
    await expect(place(ann, side, amount, more)).rejects.toMatchObject({ code: expected });
    const after = await sql<{
      n: bigint;
      t: bigint;
    }>`select (select count(*) from orders) as n, (select count(*) from transfers) as t`.execute(database.db);
    expect(after.rows).toEqual(before.rows);
  });

  it('refuses a supervisor', async () => {
    await expect(place(person({ supervisor: true }), 'buy', '0.001')).rejects.toMatchObject({
      code: 'QUICK_TRADE_DISABLED_FOR_MARKETER',
    });
  });

  it('returns the new price when the price has changed', async () => {
    await expect(place(person(), 'buy', '0.001', { unitPrice: '12845199999' })).rejects.toMatchObject({
      code: 'PRICE_CHANGED',
      data: { unitPrice: PRICE },
    });
  });
});

it('foldTrades adds each trade to totals and volumes once', async () => {
  const ann = person();
  await give(userAccount(ann.userId, 'BITCOIN'), 100_000_000n);
  for (let i = 0; i < 3; i += 1) await place(ann, 'sell', '0.01');
  for (const trades of [3n, 4n]) {
    const tomanValue = trades * 128_452_000n * 1_000_000n;
    // Before and after the fold, however often it runs.
    expect(await readVolume(database.db, ann.userId)).toBe(tomanValue);
    await foldTrades(database.db);
    await foldTrades(database.db);
    expect(await readTradesWaitingSince(database.db)).toBeNull();
    expect(await readTradeTotals(database.db)).toEqual({ trades, tomanValue });
    expect(await readVolume(database.db, ann.userId)).toBe(tomanValue);
    if (trades === 3n) await place(ann, 'sell', '0.01');
  }
});

it('foldTrades adds many trades in parts, and says whether others wait', async () => {
  const ann = person();
  await give(userAccount(ann.userId, 'BITCOIN'), 100_000_000n);
  await foldTrades(database.db);
  const before = await readTradeTotals(database.db);
  // One batch each.
  for (let i = 0; i < 60; i += 1) await place(ann, 'sell', '0.001');
  const readFolded = async () => (await readTradeTotals(database.db)).trades - before.trades;
  expect(await foldTrades(database.db)).toBe(true);
  expect(await readFolded()).toBe(50n);
  expect(await readTradesWaitingSince(database.db)).not.toBeNull();
  expect(await foldTrades(database.db)).toBe(false);
  expect(await readFolded()).toBe(60n);
  expect(await readTradesWaitingSince(database.db)).toBeNull();
});

it('readTradesWaitingSince returns since when trades wait to be folded, not when the fold last ran', async () => {
  const ann = person();
  await give(userAccount(ann.userId, 'BITCOIN'), 100_000_000n);
  for (let i = 0; i < 6; i += 1) await place(ann, 'sell', '0.001');
  const { rows } = await sql<{ at: Date; before: Date }>`select at, lag(at, 1, at - interval '1 hour')
    over (order by number) + interval '1 ms' as before from ledger_batches order by number`.execute(
    database.db,
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { at, before } of rows) {
    await sql`update trade_totals set folded_until = ${before}`.execute(database.db);
    expect(await readTradesWaitingSince(database.db)).toEqual(at);
  }
});

describe('trading rules of the authorities', () => {
  const UNITS = 1_000_000n;
  const tether = (caller: Caller, side: Side, amount: string, key?: string) =>
    place(caller, side, amount, { marketType: 'TETHER_TOMAN' }, key);
  const richIn = async (...assets: Asset[]): Promise<Caller> => {
    const ann = person();
    for (const asset of assets) await give(userAccount(ann.userId, asset), 10n ** 20n);
    return ann;
  };
  beforeEach(() => give(houseAccount('TETHER', 'inventory'), 1_000n * UNITS));
  /** Folds as if unfolded trades had come right after the last fold. */
  const foldAll = async () => {
    await sql`update trade_totals set folded_until = greatest(folded_until, now() - interval '1 hour')`.execute(
      database.db,
    );
    await sql`update orders o set created_at = t.folded_until from trade_totals t
      where o.created_at >= t.folded_until`.execute(database.db);
    await foldTrades(database.db);
  };

  it.each(['MARKET BITCOIN_TOMAN', 'COIN BITCOIN'])(
    '%s: a pause refuses the trade; a repeat still gets its reply',
    async (what) => {
      const ann = await richIn('TOMAN', 'BITCOIN');
      const first = await place(ann, 'buy', '0.001', {}, 'before-the-pause');
      paused = what;
      const [scope, name] = what.split(' ');
      for (const side of ['buy', 'sell'] as const)
        await expect(place(ann, side, '0.001')).rejects.toMatchObject({
          code: 'PAUSED',
          data: { scope, name },
        });
      expect(await place(ann, 'buy', '0.001', {}, 'before-the-pause')).toBe(first);
    },
  );

  it('trading hours refuse buyers and sellers until trading opens; a repeat still gets its reply', async () => {
    const ann = await richIn('TOMAN', 'BITCOIN');
    const first = await place(ann, 'buy', '0.001', {}, 'before-closing');
    opensAt = new Date('2026-11-22T06:30:00Z');
    for (const side of ['buy', 'sell'] as const)
      await expect(place(ann, side, '0.001')).rejects.toMatchObject({
        code: 'TRADING_CLOSED',
        data: { opensAt: '2026-11-22T06:30:00.000Z' },
      });
    expect(await place(ann, 'buy', '0.001', {}, 'before-closing')).toBe(first);
  });

  it('the yearly limit caps purchases of Tether, before and after they are folded', async () => {
    const ann = await richIn('TOMAN');
    ruled.stablecoinPerYear = 100n * UNITS;
    await tether(ann, 'buy', '60');
    await expect(tether(ann, 'buy', '40.01')).rejects.toMatchObject({
      code: 'STABLECOIN_LIMIT',
      data: { left: '40.00' },
    });
    await foldAll();
    expect(await readStablecoinPurchases(database.db, ann.userId)).toBe(60n * UNITS);
    await expect(tether(ann, 'buy', '40.01')).rejects.toMatchObject({ data: { left: '40.00' } });
    await tether(ann, 'buy', '40');
    await expect(tether(ann, 'buy', '0.01')).rejects.toMatchObject({ data: { left: '0.00' } });
    await foldAll();
    await foldAll();
    expect(await readStablecoinPurchases(database.db, ann.userId)).toBe(100n * UNITS);
    // Selling doesn't reduce the sum; other coins are unlimited; each person has a year of their own.
    await tether(ann, 'sell', '50');
    await expect(tether(ann, 'buy', '1')).rejects.toMatchObject({ code: 'STABLECOIN_LIMIT' });
    await place(ann, 'buy', '0.001');
    await tether(await richIn('TOMAN'), 'buy', '100');
  });

  it('the yearly limit no longer counts a purchase after a year', async () => {
    const ann = await richIn('TOMAN');
    ruled.stablecoinPerYear = 100n * UNITS;
    await tether(ann, 'buy', '100');
    await foldAll();
    const age = (days: number) =>
      sql`update stablecoin_purchases set day = (now() at time zone 'Asia/Tehran')::date - ${days}::int`.execute(
        database.db,
      );
    await age(360);
    await expect(tether(ann, 'buy', '1')).rejects.toMatchObject({ code: 'STABLECOIN_LIMIT' });
    await age(366);
    await tether(ann, 'buy', '100');
  });

  it('the yearly limit holds for concurrent requests, and equal keys get equal replies', async () => {
    const ann = await richIn('TOMAN');
    ruled.stablecoinPerYear = 100n * UNITS;
    const answers = await Promise.allSettled(Array.from({ length: 50 }, () => tether(ann, 'buy', '30')));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await balance(userAccount(ann.userId, 'TETHER'))).toBe(90n * UNITS);
    const same = await Promise.all(Array.from({ length: 10 }, () => tether(ann, 'buy', '10', 'last-ten')));
    expect(new Set(same).size).toBe(1);
    expect(await balance(userAccount(ann.userId, 'TETHER'))).toBe(100n * UNITS);
  });

  it('the holding limit caps Tether, blocked money included, also when a coin is sold for it', async () => {
    const ann = await richIn('TOMAN', 'BITCOIN');
    ruled.stablecoinHolding = 100n * UNITS;
    await give(userAccount(ann.userId, 'TETHER'), 30n * UNITS);
    await addOpenOrder({ db: database.db, ledger }, ann.userId, 'TETHER', 20n * UNITS);
    await expect(tether(ann, 'buy', '50.01')).rejects.toMatchObject({
      code: 'STABLECOIN_LIMIT',
      data: { left: '50.00' },
    });
    await tether(ann, 'buy', '50');
    await tether(ann, 'sell', '10');
    await tether(ann, 'buy', '5');
    await give(houseAccount('TETHER', 'inventory'), 10n ** 18n);
    await expect(place(ann, 'sell', '0.001', { marketType: 'BITCOIN_TETHER' })).rejects.toMatchObject({
      code: 'STABLECOIN_LIMIT',
      data: { left: '5.00' },
    });
  });

  it('no query is made while no rule is set', async () => {
    const ann = await richIn('TOMAN');
    let requestCount = 0;
    deps.stablecoinsBought = async () => {
      requestCount += 1;
      return 0n;
    };
    await tether(ann, 'buy', '60');
    expect(requestCount).toBe(0);
    ruled.stablecoinPerYear = 100n * UNITS;
    await place(ann, 'buy', '0.001');
    expect(requestCount).toBe(0);
  });
});
