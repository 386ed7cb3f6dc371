/** Back-office settings over HTTP against the whole server: access, four eyes, and their immediate effect. */

import type { BusinessRowKind } from '@sarraf/domain';
import {
  BUSINESS_ROW_KINDS,
  computeFee,
  fieldsOf,
  parseField,
  parseTrustedDecimal,
  type RowValues,
  validateBusinessRow,
} from '@sarraf/domain';
import type { BusinessRow, CoinSources, StaffRole } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPriceSources } from '../src/app/vendors.ts';
import type { Sarraf } from '../src/main.ts';
import { manualClock } from '../src/platform/clock.ts';
import { type Config, loadConfig } from '../src/platform/config/config.ts';
import { checkAudit } from '../src/platform/database/audit-log.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { checkInvariants } from './invariants.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { openStreamClient } from './pair.ts';
import { addPerson, addSession } from './people.ts';
import { startReady } from './ready-server.ts';
import { callServer, findFreePort, readPublishedPrice, signIn } from './running-server.ts';
import { createStartedDatabase, type StartedDatabase } from './started-sandbox.ts';

let test: StartedDatabase;
let database: Database;
let sarraf: Sarraf;
let demo: string;
const staff = {} as Record<'ann' | 'ben' | 'treasury' | 'support' | 'kyc', string>;

beforeAll(async () => {
  test = await createStartedDatabase();
  database = openDatabase(test.url, 4, TEST_AUDIT_KEY);
  const wide = Object.fromEntries(
    ['RATE_READ', 'RATE_WRITE', 'RATE_MONEY', 'RATE_ORDERS', 'RATE_ORDERS_OF_ONE'].map((name) => [
      name,
      '100000',
    ]),
  );
  sarraf = await startReady(
    loadConfig({
      ...wide,
      ...test.settings,
      PORT: String(await findFreePort()),
      LOG_LEVEL: 'silent',
      MARKET_MAKERS: 'off',
    }),
  );
  const createStaffMember = async (name: string, role: StaffRole) =>
    addSession(database.db, await addPerson(database.db, { email: `${name}@staff.test`, roles: [role] }));
  staff.ann = await createStaffMember('ann', 'admin');
  staff.ben = await createStaffMember('ben', 'admin');
  staff.treasury = await createStaffMember('treasury', 'treasury');
  staff.support = await createStaffMember('support', 'support');
  staff.kyc = await createStaffMember('kyc', 'kyc');
  demo = await signIn(sarraf.url, 'demo@sarraf.test');
});

afterAll(async () => {
  await sarraf.stop();
  expect(await checkInvariants(database.db)).toBeNull();
  expect(await checkAudit(database.db)).toBeNull();
  await database.close();
  await test.drop();
});

type StaffName = keyof typeof staff;
const callApi = (who: StaffName, method: string, path: string, body?: object) =>
  callServer(sarraf.url, method, `/backoffice${path}`, { token: staff[who], ...(body && { body }) });
const readRows = async (kind: BusinessRowKind): Promise<BusinessRow[]> =>
  (await callApi('treasury', 'GET', `/rows/${kind}`)).body.content;
const readRow = async (kind: BusinessRowKind, key: string): Promise<BusinessRow> => {
  const row = (await readRows(kind)).find((candidate) => candidate.key === key);
  if (!row) throw new Error(`no ${kind} ${key}`);
  return row;
};
async function changeRow(
  who: StaffName,
  kind: BusinessRowKind,
  key: string,
  changes: object,
  { version, reason = 'told so' }: { version?: number; reason?: string } = {},
) {
  const baseVersion = version ?? (await readRow(kind, key)).version;
  return callApi(who, 'PUT', `/rows/${kind}/${key}`, { version: baseVersion, changes, reason });
}
/** [status, message] or [200, state]. */
const statusAndMessage = ({ status, body }: Awaited<ReturnType<typeof callApi>>) => [
  status,
  body.baseDTO?.state ?? body.message,
];
const readAuditEntry = async (change: string) => {
  const { rows } = await sql<{ action: string; detail: string }>`select action, detail from audit_log
    where detail like ${`%${change}%`} order by number`.execute(database.db);
  return rows.map(({ action, detail }) => ({ action, ...JSON.parse(detail) }));
};
const readCoinDetails = async (coin: string) =>
  (await callServer(sarraf.url, 'GET', '/coins/details')).body.content.find(
    (row: { name: string }) => row.name === coin,
  );
const tradeCoin = async (coin: string, amount: string, unitPrice: string) =>
  callServer(sarraf.url, 'POST', '/exchange/buy', {
    token: demo,
    body: { marketType: `${coin}_TOMAN`, amount, unitPrice },
  });

describe('the business rows', () => {
  it('are all returned as seeded, and none is invalid', async () => {
    const counts: Partial<Record<BusinessRowKind, number>> = {};
    for (const kind of BUSINESS_ROW_KINDS) {
      const rows = await readRows(kind);
      counts[kind] = rows.length;
      const values = Object.fromEntries(
        rows.map(({ key, values: texts }) => [
          key,
          Object.fromEntries(
            Object.entries(fieldsOf(kind)).map(([name, field]) => [
              name,
              parseField(kind, key, field, texts[name] ?? '') ?? -1n,
            ]),
          ) as RowValues,
        ]),
      );
      for (const [key, row] of Object.entries(values))
        expect([kind, key, validateBusinessRow(kind, key, row, { before: row, others: values })]).toEqual([
          kind,
          key,
          {},
        ]);
    }
    expect(counts).toEqual({
      coin: 16,
      network: 17,
      market: 31,
      quote: 2,
      priceSource: 32,
      bank: 1,
      level: 5,
      withdrawalLevel: 5,
      withdrawalCoin: 17,
      thresholds: 1,
      hotTarget: 16,
      statistics: 1,
      storeLimits: 1,
    });
    expect((await readRow('level', 'GOLD')).values).toEqual({
      tradeAmount: '500000000',
      wage: '0.3',
      wageTether: '0.22',
    });
  });

  it('are refused to support and verification roles', async () => {
    for (const who of ['support', 'kyc'] as const) {
      expect(statusAndMessage(await callApi(who, 'GET', '/rows/coin'))).toEqual([403, 'FORBIDDEN']);
      expect(statusAndMessage(await changeRow(who, 'coin', 'BITCOIN', { active: false }))).toEqual([
        403,
        'FORBIDDEN',
      ]);
      expect(statusAndMessage(await callApi(who, 'GET', '/row-changes'))).toEqual([403, 'FORBIDDEN']);
      expect(statusAndMessage(await callApi(who, 'GET', '/levels/GOLD/effect?tradeAmount=1'))).toEqual([
        403,
        'FORBIDDEN',
      ]);
    }
    expect((await readCoinDetails('BITCOIN')).isActive).toBe(true);
  });
});

describe('a change of a business row', () => {
  it('takes effect immediately, is published to every page, and is audited with old and new values', async () => {
    const stream = openStreamClient({ url: sarraf.url } as never, ['coins']);
    await expect.poll(() => stream.of('coins', 'snapshot').length).toBe(1);
    const before = await readRow('coin', 'DASH');
    const done = await changeRow('ann', 'coin', 'DASH', { maxExchange: '400', spread: '1.1' });
    expect(done.body.baseDTO).toMatchObject({
      state: 'DONE',
      before: { maxExchange: '500.000', spread: '0.9' },
      after: { maxExchange: '400.000', spread: '1.1' },
      askedBy: 'ann@staff.test',
      decidedBy: 'ann@staff.test',
      mayConfirm: false,
    });
    expect((await readCoinDetails('DASH')).maxAmountExchange).toBe('400.000');
    await expect.poll(() => stream.of('coins', 'update').length).toBeGreaterThan(0);
    stream.close();
    const row = await readRow('coin', 'DASH');
    expect(row).toMatchObject({ version: before.version + 1, last: { reason: 'told so' }, waiting: null });
    expect(await readAuditEntry(done.body.baseDTO.id)).toEqual([
      {
        action: 'row changed',
        kind: 'coin',
        row: 'DASH',
        before: '{"maxExchange":"500.000","spread":"0.9"}',
        after: '{"maxExchange":"400.000","spread":"1.1"}',
        reason: 'told so',
        change: done.body.baseDTO.id,
      },
    ]);
    await changeRow('ann', 'coin', 'DASH', { maxExchange: '500', spread: '0.9' });
  });

  it.each<[BusinessRowKind, string, object, number, string[]]>([
    ['coin', 'BITCOIN', { minExchange: '9999' }, 400, ['minExchange.MIN_ABOVE_MAX']],
    ['coin', 'BITCOIN', { spread: '20' }, 400, ['spread.TOO_HIGH']],
    ['coin', 'BITCOIN', { spread: 'much' }, 400, ['spread.UNREADABLE']],
    ['coin', 'BITCOIN', { tomanTick: '1500' }, 400, ['tomanTick.STEP']],
    ['coin', 'BITCOIN', { version: 1 }, 400, ['version.UNREADABLE']],
    ['coin', 'BITCOIN', { toString: '1' }, 400, ['toString.UNREADABLE']],
    ['coin', 'TOMAN', { active: false }, 404, []],
    ['network', 'TETHER.BEP20', { depositEnabled: false }, 404, []],
    ['network', 'TETHER.TRC20', { withdrawalFee: '5' }, 400, ['withdrawalFee.FEE']],
    ['level', 'GOLD', { tradeAmount: '2000000000' }, 400, ['tradeAmount.ASCENDING']],
    ['withdrawalLevel', 'GOLD', { perDay: '40000000001' }, 400, ['perDay.MIN_ABOVE_MAX']],
    ['hotTarget', 'BITCOIN', { percent: 101 }, 400, ['percent.TOO_HIGH']],
    ['coin', 'BITCOIN', { active: true }, 400, []],
  ])('of %s %s to %j is refused without effect', async (kind, key, changes, status, errors) => {
    const before = await readRows(kind);
    const answer = await callApi('ann', 'PUT', `/rows/${kind}/${key}`, {
      version: before.find((row) => row.key === key)?.version ?? 1,
      changes,
      reason: 'a try',
    });
    expect([answer.status, answer.body.errors]).toEqual([status, errors]);
    expect(await readRows(kind)).toEqual(before);
  });

  it('needs a reason', async () => {
    const answer = await changeRow('ann', 'coin', 'BITCOIN', { spread: '1' }, { reason: ' ' });
    expect(answer.status).toBe(400);
  });

  it('of a row that was changed in the meantime is a conflict, and of many concurrent ones one succeeds', async () => {
    const { version } = await readRow('quote', 'TETHER');
    const tries = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        changeRow(i % 2 ? 'ann' : 'ben', 'quote', 'TETHER', { minNotional: `${i + 2}` }, { version }),
      ),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    const done = tries.findIndex(({ status }) => status === 200);
    expect((await readRow('quote', 'TETHER')).values).toEqual({ minNotional: `${done + 2}.00` });
    // A change by an operator's SQL counts, too.
    const quoteRow = await readRow('quote', 'TETHER');
    await sql`update quotes set min_notional = 1000000 where quote = 'TETHER'`.execute(database.db);
    expect(
      statusAndMessage(
        await changeRow('ann', 'quote', 'TETHER', { minNotional: '9' }, { version: quoteRow.version }),
      ),
    ).toEqual([409, 'CONFLICT']);
  });
});

describe('the treasury role, out of hours', () => {
  it('may switch off and nothing else', async () => {
    const off = await changeRow('treasury', 'network', 'DASH.DASH', { withdrawEnabled: false });
    expect(statusAndMessage(off)).toEqual([200, 'DONE']);
    expect((await readCoinDetails('DASH')).tokenTypeDetails[0].withdrawEnable).toBe(false);
    for (const changes of [
      { withdrawEnabled: true },
      { depositEnabled: false, withdrawalFee: '0.001' },
      { minDeposit: '1' },
    ])
      expect(statusAndMessage(await changeRow('treasury', 'network', 'DASH.DASH', changes))).toEqual([
        403,
        'FORBIDDEN',
      ]);
    expect(statusAndMessage(await changeRow('treasury', 'level', 'GOLD', { wage: '0.29' }))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    expect(
      statusAndMessage(await changeRow('ann', 'network', 'DASH.DASH', { withdrawEnabled: true })),
    ).toEqual([200, 'DONE']);
    expect((await readCoinDetails('DASH')).tokenTypeDetails[0].withdrawEnable).toBe(true);
  });

  it('may also switch off a row that has become invalid', async () => {
    await sql`update coin_networks set withdrawal_fee = min_withdraw where asset = 'CELO'`.execute(
      database.db,
    );
    expect(
      statusAndMessage(await changeRow('treasury', 'network', 'CELO.CELO', { depositEnabled: false })),
    ).toEqual([200, 'DONE']);
    const on = await changeRow('ann', 'network', 'CELO.CELO', { depositEnabled: true });
    expect(on.body.errors).toEqual(['withdrawalFee.FEE']);
    const mended = { depositEnabled: true, withdrawalFee: '0.05' };
    expect(statusAndMessage(await changeRow('ann', 'network', 'CELO.CELO', mended))).toEqual([200, 'DONE']);
  });
});

describe('a change that loosens a protection', () => {
  const raise = { review: '400000000' };
  const confirmChange = (who: StaffName, id: string) => callApi(who, 'POST', `/row-changes/${id}/confirm`);
  const cancelChange = (who: StaffName, id: string) => callApi(who, 'POST', `/row-changes/${id}/cancel`);
  const readReviewThreshold = async () => (await readRow('thresholds', 'ALL')).values.review;

  it('waits for a second admin, and is made once', async () => {
    const reply = await changeRow('ann', 'thresholds', 'ALL', raise);
    expect(statusAndMessage(reply)).toEqual([200, 'WAITING']);
    const { id } = reply.body.baseDTO;
    expect(await readReviewThreshold()).toBe('300000000');
    expect((await readRow('thresholds', 'ALL')).waiting).toMatchObject({
      id,
      mayConfirm: true,
      after: raise,
    });
    const overview = (await callApi('ben', 'GET', '/me')).body.baseDTO;
    expect(overview.waiting).toMatchObject({ coinChanges: 0, limitChanges: 1 });
    // Only one change can be pending.
    expect(statusAndMessage(await changeRow('ben', 'thresholds', 'ALL', { sms: '60000000' }))).toEqual([
      409,
      'CONFLICT',
    ]);
    expect(statusAndMessage(await confirmChange('ann', id))).toEqual([403, 'SECOND_PERSON_NEEDED']);
    expect(statusAndMessage(await confirmChange('treasury', id))).toEqual([403, 'FORBIDDEN']);
    const tries = await Promise.all([
      confirmChange('ben', id),
      confirmChange('ben', id),
      confirmChange('ben', id),
    ]);
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await readReviewThreshold()).toBe('400000000');
    expect((await readAuditEntry(id)).map(({ action }) => action)).toEqual([
      'row change asked',
      'row change confirmed',
    ]);
    expect(statusAndMessage(await cancelChange('ann', id))).toEqual([409, 'CONFLICT']);
    // One admin alone may lower it again.
    expect(statusAndMessage(await changeRow('ann', 'thresholds', 'ALL', { review: '300000000' }))).toEqual([
      200,
      'DONE',
    ]);
  });

  it('is cancelled by either, and then never made', async () => {
    const { id } = (await changeRow('ann', 'thresholds', 'ALL', raise)).body.baseDTO;
    expect(statusAndMessage(await cancelChange('treasury', id))).toEqual([403, 'FORBIDDEN']);
    expect(statusAndMessage(await cancelChange('ann', id))).toEqual([200, 'CANCELLED']);
    expect(statusAndMessage(await confirmChange('ben', id))).toEqual([409, 'CONFLICT']);
    expect(await readReviewThreshold()).toBe('300000000');
  });

  it('is superseded by another change of the row', async () => {
    const { id } = (await changeRow('ann', 'thresholds', 'ALL', raise)).body.baseDTO;
    expect(statusAndMessage(await changeRow('ben', 'thresholds', 'ALL', { review: '200000000' }))).toEqual([
      200,
      'DONE',
    ]);
    expect(statusAndMessage(await confirmChange('ben', id))).toEqual([409, 'CONFLICT']);
    const { body } = await callApi('treasury', 'GET', '/row-changes?kinds=thresholds,coin&size=2');
    expect(body.content.map(({ state }: { state: string }) => state)).toEqual(['DONE', 'OVERTAKEN']);
    const next = await callApi(
      'treasury',
      'GET',
      `/row-changes?kinds=thresholds,coin&size=2&cursor=${body.nextCursor}`,
    );
    expect(next.body.content[0].state).toBe('CANCELLED');
    expect((await callApi('treasury', 'GET', '/row-changes?state=WAITING')).body.content).toEqual([]);
    expect((await callApi('treasury', 'GET', '/row-changes?kinds=bank')).body.content).toEqual([]);
    expect((await callApi('treasury', 'GET', '/row-changes?kinds=banks')).body.errors).toEqual(['kinds']);
    expect(statusAndMessage(await changeRow('ben', 'thresholds', 'ALL', { review: '300000000' }))).toEqual([
      200,
      'WAITING',
    ]);
  });

  it('is impossible without four eyes, even by direct SQL of the server’s role', async () => {
    const { rows } = await sql<{ id: string; by: string }>`select id, asked_by as by from row_changes
      where state = 'WAITING' limit 1`.execute(database.db);
    const [waiting] = rows;
    await expect(
      sql`update row_changes set state = 'DONE', decided_by = asked_by, decided_at = now()
        where id = ${waiting?.id}`.execute(database.db),
    ).rejects.toThrow('row_changes_check');
    await expect(
      sql`update row_changes set reason = 'another' where state = 'DONE'`.execute(database.db),
    ).rejects.toThrow('a decided change can not be changed');
    expect(statusAndMessage(await confirmChange('ben', 'no-id'))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndMessage(await cancelChange('ben', waiting?.id ?? ''))).toEqual([200, 'CANCELLED']);
  });
});

describe('a coin or market that is switched off', () => {
  it('accepts no quick trade after the reply, including those in progress', async () => {
    const price = await readPublishedPrice(sarraf.url, 'TRON', 'buy');
    expect((await tradeCoin('TRON', '10', price)).status).toBe(200);
    const { version } = await readRow('coin', 'TRON');
    let asking = true;
    const accepted: number[] = [];
    const refusals: { by: number; from: number; message: string }[] = [];
    const people = Array.from({ length: 6 }, async (_, by) => {
      while (asking) {
        const from = performance.now();
        const answer = await tradeCoin(
          'TRON',
          '10',
          (await readPublishedPrice(sarraf.url, 'TRON', 'buy')) ?? price,
        );
        if (answer.status === 200) accepted.push(from);
        else refusals.push({ by, from, message: answer.body.message });
      }
    });
    await expect.poll(() => accepted.length, { timeout: 60_000 }).toBeGreaterThan(20);
    expect(
      statusAndMessage(await changeRow('treasury', 'coin', 'TRON', { active: false }, { version })),
    ).toEqual([200, 'DONE']);
    const off = performance.now();
    const { rows } = await sql<{
      last: string;
    }>`select max(id::text) as last from orders where coin = 'TRON'`.execute(database.db);
    // Each of them has sent at least one request since.
    const listLateRefusals = () =>
      refusals.filter(({ from, message }) => from > off && message === 'MARKET_IS_NOT_ACTIVE');
    await expect
      .poll(() => new Set(listLateRefusals().map(({ by }) => by)).size, { timeout: 60_000 })
      .toBe(6);
    asking = false;
    await Promise.all(people);
    // No trade by the old rule became durable after the reply, and none requested after it was accepted.
    const { rows: later } =
      await sql`select from orders where coin = 'TRON' and id::text > ${rows[0]?.last}`.execute(database.db);
    expect([later.length, accepted.filter((from) => from > off)]).toEqual([0, []]);
    expect((await readCoinDetails('TRON')).isActive).toBe(false);
    expect(statusAndMessage(await changeRow('ann', 'coin', 'TRON', { active: true }))).toEqual([200, 'DONE']);
    await expect
      .poll(
        async () =>
          (await tradeCoin('TRON', '10', await readPublishedPrice(sarraf.url, 'TRON', 'buy'))).status,
      )
      .toBe(200);
  });

  it('leaves open orders in place, lets them be cancelled, and accepts no new ones', async () => {
    const price = await readPublishedPrice(sarraf.url, 'BITCOIN', 'buy');
    const unitPrice = ((BigInt(price.split('.')[0] ?? '') / 1_000n) * 1_000n + 10_000n).toString();
    const placeOrder = (amount = '0.001') =>
      callServer(sarraf.url, 'POST', '/orders', {
        token: demo,
        body: { marketType: 'BITCOIN_TOMAN', orderType: 'LIMITED_SELL', amount, unitPrice },
      });
    const open = (await placeOrder()).body.baseDTO;
    expect(open.orderStatus).toBe('IS_OPEN');
    expect(
      statusAndMessage(await changeRow('treasury', 'market', 'BITCOIN.TOMAN', { active: false })),
    ).toEqual([200, 'DONE']);
    expect((await placeOrder()).body.message).toBe('MARKET_IS_NOT_ACTIVE');
    // The coin's quick trades continue.
    expect(
      (await tradeCoin('BITCOIN', '0.0001', await readPublishedPrice(sarraf.url, 'BITCOIN', 'buy'))).status,
    ).toBe(200);
    const waits = await callServer(sarraf.url, 'GET', `/orders/${open.id}`, { token: demo });
    expect(waits.body.baseDTO.orderStatus).toBe('IS_OPEN');
    expect((await callServer(sarraf.url, 'DELETE', `/orders/${open.id}`, { token: demo })).status).toBe(200);
    expect(statusAndMessage(await changeRow('ann', 'market', 'BITCOIN.TOMAN', { active: true }))).toEqual([
      200,
      'DONE',
    ]);
    expect((await placeOrder()).status).toBe(200);
  });

  it('can get other steps without stranding an order placed with the old ones', async () => {
    const maker = await signIn(sarraf.url, 'maker@sarraf.test');
    const price = BigInt((await readPublishedPrice(sarraf.url, 'BITCOIN', 'buy')).split('.')[0] ?? '');
    const odd = (price / 10_000n) * 10_000n + 1_000n;
    const place = (token: string, orderType: string, amount: string, unitPrice: bigint) =>
      callServer(sarraf.url, 'POST', '/orders', {
        token,
        body: { marketType: 'BITCOIN_TOMAN', orderType, amount, unitPrice: unitPrice.toString() },
      });
    await callServer(sarraf.url, 'DELETE', '/orders?marketType=BITCOIN_TOMAN', { token: demo });
    const waiting = (await place(demo, 'LIMITED_SELL', '0.000123', odd)).body.baseDTO;
    const steps = { tomanTick: '10000', lot: '0.00001' };
    expect(statusAndMessage(await changeRow('ann', 'coin', 'BITCOIN', steps))).toEqual([200, 'DONE']);
    expect((await place(maker, 'LIMITED_BUY', '0.0001', odd)).body.message).toBe('AMOUNT_NOT_ALLOWED');
    const met = await place(maker, 'LIMITED_BUY', '0.0001', odd + 9_000n);
    expect(met.body.baseDTO).toMatchObject({ orderStatus: 'IS_CLOSED', executedPercent: 100 });
    const left = await callServer(sarraf.url, 'GET', `/orders/${waiting.id}`, { token: demo });
    expect(left.body.baseDTO).toMatchObject({ orderStatus: 'IS_OPEN', executedAmount: '0.00010000' });
    // Its remainder is no whole lot, and is filled all the same.
    await place(maker, 'LIMITED_BUY', '0.0001', odd + 9_000n);
    const reply = await callServer(sarraf.url, 'GET', `/orders/${waiting.id}`, { token: demo });
    expect(reply.body.baseDTO).toMatchObject({ orderStatus: 'IS_CLOSED', executedPercent: 100 });
    await callServer(sarraf.url, 'DELETE', '/orders?marketType=BITCOIN_TOMAN', { token: maker });
    const back = { tomanTick: '1000', lot: '0.000001' };
    expect(statusAndMessage(await changeRow('ann', 'coin', 'BITCOIN', back))).toEqual([200, 'DONE']);
  });
});

describe('the fee of a level', () => {
  it('is charged and shown immediately', async () => {
    /** Returns whether a purchase is charged at this rate, in millionths. */
    const chargesRate = async (feeRate: bigint) => {
      const { baseDTO } = (
        await tradeCoin('BITCOIN', '0.001', await readPublishedPrice(sarraf.url, 'BITCOIN', 'buy'))
      ).body;
      return (
        computeFee(parseTrustedDecimal(baseDTO.executedPrice, 6), feeRate) ===
        parseTrustedDecimal(baseDTO.wage, 6)
      );
    };
    expect([await chargesRate(4_000n), await chargesRate(3_900n)]).toEqual([true, false]);
    expect(statusAndMessage(await changeRow('ann', 'level', 'BRONZE', { wage: '0.39' }))).toEqual([
      200,
      'DONE',
    ]);
    expect([await chargesRate(4_000n), await chargesRate(3_900n)]).toEqual([false, true]);
    const levels = (await callServer(sarraf.url, 'GET', '/users/account-levels')).body;
    expect(JSON.stringify(levels)).toContain('"wagePercent":"0.39"');
  });
});

describe('every field of the business rows', () => {
  /** Another valid value of the row; strictly tighter than any loose one. */
  const OTHER: Partial<
    Record<BusinessRowKind, [key: string, changes: Record<string, string | number | boolean>]>
  > = {
    coin: [
      'EOS',
      {
        active: false,
        minExchange: '3.0000',
        maxExchange: '49000.0000',
        spread: '0.8',
        maxInventory: '2400000.0000',
        tomanTick: '10',
        lot: '1.0000',
      },
    ],
    network: [
      'EOS.EOS',
      {
        depositEnabled: false,
        withdrawEnabled: false,
        withdrawalFee: '0.2000',
        minWithdraw: '3.0000',
        maxWithdraw: '70000.0000',
        confirmations: 3,
        minDeposit: '0.2000',
      },
    ],
    market: ['EOS.TETHER', { active: false }],
    quote: ['TOMAN', { minNotional: '90000' }],
    priceSource: ['EOS.sandbox-second', { counts: false, weight: 40 }],
    bank: [
      'TOMAN',
      {
        minDeposit: '60000',
        maxDepositPerPayment: '20000000',
        maxDepositPerDay: '21000000',
        minWithdraw: '90000',
        maxWithdraw: '400000000',
        withdrawalFee: '3000',
      },
    ],
    level: ['SILVER', { tradeAmount: '110000000', wage: '0.34', wageTether: '0.25' }],
    withdrawalLevel: ['GOLD', { perDay: '1900000000', perMonth: '39000000000' }],
    withdrawalCoin: ['EOS', { perHour: '4000000000', perDay: '40000000000' }],
    thresholds: ['ALL', { sms: '40000000', review: '200000000', fourEyes: '900000000' }],
    hotTarget: ['EOS', { percent: 9 }],
    statistics: ['ALL', { minUsers: 500, minTrades: 5_000 }],
    storeLimits: ['ALL', { minPayment: '20000', shopPerDay: '1900000000', startsPerHour: 50 }],
  };

  it.each(BUSINESS_ROW_KINDS)('of a row of kind %s is written, and restored by two admins', async (kind) => {
    const [key, changes] = OTHER[kind] ?? ['', {}];
    expect(Object.keys(changes)).toEqual(Object.keys(fieldsOf(kind)));
    const { values } = await readRow(kind, key);
    expect(statusAndMessage(await changeRow('ann', kind, key, changes))).toEqual([200, 'DONE']);
    expect((await readRow(kind, key)).values).toEqual(changes);
    const back = await changeRow('ann', kind, key, values);
    if (back.body.baseDTO.state === 'WAITING')
      expect(
        statusAndMessage(await callApi('ben', 'POST', `/row-changes/${back.body.baseDTO.id}/confirm`)),
      ).toEqual([200, 'DONE']);
    expect((await readRow(kind, key)).values).toEqual(values);
  });
});

describe('a price source', () => {
  const waitForChange = async (coin: string) => {
    const { body } = await callApi('treasury', 'GET', '/price-sources');
    return (body.content as CoinSources[]).find((one) => one.coin === coin);
  };
  const listSourceStates = async (coin: string) =>
    (await waitForChange(coin))?.sources.map(({ source, state }) => `${source} ${state}`);

  it('is listed with its reply for each coin', async () => {
    const coinState = await waitForChange('BITCOIN');
    expect(coinState).toMatchObject({ unit: 'TETHER', halt: null });
    expect(coinState?.sources).toHaveLength(2);
    for (const { price, distance, state } of coinState?.sources ?? [])
      expect([typeof price, typeof distance, state]).toEqual(['string', 'string', 'COUNTED']);
    expect(await waitForChange('TETHER')).toMatchObject({ unit: 'TOMAN', halt: null });
  });

  it('can be switched off for a coin by the treasury, immediately and with a reason, and on again by an admin', async () => {
    const key = 'BITCOIN.sandbox-second';
    const { body } = await changeRow('treasury', 'priceSource', key, { counts: false }, { reason: 'lies' });
    expect(body.baseDTO.state).toBe('DONE');
    expect(await listSourceStates('BITCOIN')).toEqual(['sandbox COUNTED', 'sandbox-second OFF']);
    expect(await listSourceStates('ETHEREUM')).toEqual(['sandbox COUNTED', 'sandbox-second COUNTED']);
    expect(await readAuditEntry(body.baseDTO.id)).toMatchObject([{ row: key, reason: 'lies' }]);
    expect(statusAndMessage(await changeRow('treasury', 'priceSource', key, { counts: true }))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    expect(
      statusAndMessage(await changeRow('ann', 'priceSource', key, { counts: true, weight: 50 })),
    ).toEqual([200, 'DONE']);
    expect(await listSourceStates('BITCOIN')).toEqual(['sandbox COUNTED', 'sandbox-second COUNTED']);
    expect(statusAndMessage(await changeRow('ann', 'priceSource', key, { weight: 0 }))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
    expect(statusAndMessage(await changeRow('ann', 'priceSource', key, { weight: 100 }))).toEqual([
      200,
      'DONE',
    ]);
  });

  it('halts its coin when no valid source remains', async () => {
    for (const name of ['sandbox', 'sandbox-second'])
      expect(
        statusAndMessage(await changeRow('ann', 'priceSource', `EOS.${name}`, { counts: false })),
      ).toEqual([200, 'DONE']);
    expect(await waitForChange('EOS')).toMatchObject({ reference: null, halt: 'NO_SOURCE' });
    for (const name of ['sandbox', 'sandbox-second'])
      expect(
        statusAndMessage(await changeRow('ann', 'priceSource', `EOS.${name}`, { counts: true })),
      ).toEqual([200, 'DONE']);
    expect(await waitForChange('EOS')).toMatchObject({ halt: null });
  });

  it('has a row for each coin that it is queried for, in production too', async () => {
    const production = createPriceSources(
      { ...test.settings, sandbox: false, outgoing: { all: null, byVendor: {} } } as unknown as Config,
      manualClock(),
    );
    const { rows } = await sql<{
      key: string;
    }>`select coin || '.' || source as key from price_sources`.execute(database.db);
    const knownKeys = new Set(rows.map(({ key }) => key));
    for (const { name, covers } of production)
      for (const coin of covers) expect(knownKeys).toContain(`${coin}.${name}`);
  });
});
