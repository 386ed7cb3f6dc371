/** Half a minute of `npm run blackbox`, of which `npm run nightly` runs hours; and that its checker detects violations. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasProc } from '../own-postgres.ts';
import { SEED } from '../random.ts';
import { findFreePort } from '../running-server.ts';
import { pollUntil } from '../waiting.ts';
import { checkAppendOnly, checkHistory, LedgerChecker } from './check-history.ts';
import { planFaults } from './faults.ts';
import { type Operation, OperationHistory } from './history.ts';
import { startLoad } from './load.ts';
import { type BlackboxRig, startRig } from './rig.ts';
import { computeSlope, evaluateSamples, type Line, listGrowingFigures } from './soak.ts';

const SECONDS = 30;
/** Faults without long waits on a busy machine. */
const QUICK_FAULTS = 'server,worker,postgres,session,freeze,serialization';
const LONG = 900_000;

/** Runs the command like a user who has nothing else. */
async function runCommand(): Promise<{ code: number; output: string }> {
  const options = [
    '--seconds',
    SECONDS,
    '--seed',
    SEED,
    '--faults',
    QUICK_FAULTS,
    '--every',
    5,
    '--people',
    8,
  ];
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...options.map(String)]);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

describe.skipIf(!hasProc())('the whole product', () => {
  it(
    'holds I1 to I10 from outside, while its processes are killed and frozen and its statements fail',
    async () => {
      const { code, output } = await runCommand();
      process.stdout.write(output);
      expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
      expect(output).toMatch(/held: [1-9]\d+ operations, [1-9]\d* checks of the ledger/);
    },
    LONG + 2_000 * SECONDS,
  );
});

/** An idle database, of which each test copies and corrupts one. */
describe.skipIf(!hasProc())('the invariant checker', () => {
  const history = new OperationHistory();
  let rig: BlackboxRig;
  let template: pg.Client;
  let people: string[];
  let copies = 0;

  beforeAll(async () => {
    rig = await startRig({
      people: 3,
      port: await findFreePort(),
      whole: true,
      disk: null,
      shim: false,
      prepare: null,
      clocks: false,
    });
    people = rig.people.map(({ id }) => id);
    const load = startLoad(rig.people, {
      seed: SEED,
      pauseMs: 100,
      url: () => rig.url,
      history,
      forgetLimits: () => rig.query('delete from limit_counters'),
    });
    const hasEnough = async () => {
      const ends = history.operations.filter(({ end }) => end === 'ok').map(({ kind }) => kind);
      return (
        load.done() > 250 &&
        ['order', 'cancel', 'paid', 'withdrawal'].every((kind) => ends.some((one) => one === kind))
      );
    };
    await pollUntil(hasEnough, LONG / 4);
    await load.stop();
    await load.settle(LONG);
    await rig.quit();
    template = new pg.Client({ connectionString: urlOfDatabase('postgres') });
    await template.connect();
  }, 2 * LONG);

  afterAll(async () => {
    await template?.end();
    await rig?.stop();
  }, LONG);

  const urlOfDatabase = (database: string) =>
    Object.assign(new URL(rig.postgres.url), { pathname: database }).href;

  /** Returns the violations of a copy after these statements, run as superuser with the tables' guards off. */
  async function findViolationsAfter(
    statements: string[],
    operations: Operation[] = history.operations,
  ): Promise<string[]> {
    copies += 1;
    const name = `copy_${copies}`;
    await template.query(`create database ${name} template sarraf`);
    const client = new pg.Client({ connectionString: urlOfDatabase(name) });
    await client.connect();
    try {
      await client.query('set session_replication_role = replica');
      for (const text of statements) {
        const { rowCount } = await client.query(text);
        if (/^(update|delete|insert)/.test(text)) expect(rowCount, text).toBeGreaterThan(0);
      }
      await client.query('set session_replication_role = origin');
      return [
        ...(await new LedgerChecker().check(client)),
        ...(await checkHistory(client, people, operations)),
        ...(await checkAppendOnly(client)),
      ];
    } finally {
      await client.end();
    }
  }

  it('reports nothing for an unchanged database', async () => {
    expect(await findViolationsAfter([])).toEqual([]);
  });

  const RICH_ACCOUNT_QUERY =
    "(select id from accounts where kind = 'spendable' and balance > 1000 order by id limit 1)";
  const LAST_TRADE_QUERY = "(select max(id) from transfers where kind = 'trade')";
  it.each([
    [
      'a balance that was raised',
      [`update accounts set balance = balance + 1 where id = ${RICH_ACCOUNT_QUERY}`],
      /^I3/,
      /^I1/,
    ],
    [
      'a balance below zero',
      [
        'alter table accounts drop constraint user_balance_not_negative',
        "update accounts set balance = -8 where id in (select min(id) from accounts where kind = 'blocked')",
      ],
      /^I2/,
      /^I6/,
    ],
    [
      'an acknowledged order that is gone',
      [
        "delete from orders where id in (select id from orders where idempotency_key is not null and order_status = 'IS_CLOSED' limit 1)",
      ],
      /^I8: .* was acknowledged as order/,
    ],
    [
      'a transfer of a trade that is gone',
      [`delete from transfers where id = ${LAST_TRADE_QUERY}`],
      /^I3: after transfer/,
      /^I7: a trade lacks/,
    ],
    [
      'a transfer that was doubled',
      [
        "insert into transfers select (select max(id) + 1 from transfers), debit_account, credit_account, amount, debit_balance, credit_balance, kind, reference, created_at from transfers where kind = 'trade' order by id desc limit 1",
      ],
      /^I3: transfer/,
      /^I7: there is, for no trade/,
      /^I9: the head/,
    ],
    [
      'an amount that was changed',
      [`update transfers set amount = amount + 1 where id = ${LAST_TRADE_QUERY}`],
      /^I3/,
      /^I7/,
    ],
    ['a fill that is gone', ['delete from fills where number = 2'], /^I7: after fill 1/],
    [
      'a cancelled order that is open again',
      [
        "update orders set order_status = 'IS_OPEN', reserved = 5, wage_ppm = 0 where id in (select id from orders where order_status = 'FINISHED_WITHOUT_TRANSACTION' and ended_by = 'OWNER' limit 1)",
      ],
      /^I6/,
      /^I8: .* was cancelled/,
    ],
    [
      'a reserve that is too small',
      ["update orders set reserved = reserved - 1 where order_status = 'IS_OPEN'"],
      /^I6/,
    ],
    [
      'a payment that was credited twice',
      [
        "insert into transfers select (select max(id) + 1 from transfers), debit_account, credit_account, amount, debit_balance, credit_balance, kind, reference, created_at from transfers where kind = 'deposit' limit 1",
      ],
      /^I4/,
    ],
    [
      'a payment that the bank does not know',
      ["update sandbox_bank_payments set state = 'CANCELLED'"],
      /^I10/,
    ],
    [
      'a withdrawal that is gone',
      ["delete from withdrawals where id in (select id from withdrawals where state = 'APPROVED' limit 1)"],
      /^I8: withdrawal/,
    ],
    ['a head that went back', ['update ledger_head set last_transfer_id = last_transfer_id - 1'], /^I9/],
    [
      'a journal that may be changed',
      ['drop trigger transfers_append_only on transfers'],
      /^I9: .* is not refused/,
    ],
  ] as [string, string[], ...RegExp[]][])('detects %s', async (_, statements, ...patterns) => {
    const wrong = await findViolationsAfter(statements);
    for (const one of patterns) expect(wrong).toContainEqual(expect.stringMatching(one));
  });

  it('detects an order that was never requested, one that was refused, and a reply that never arrived', async () => {
    const placed = history.operations.filter(({ kind, end }) => kind === 'order' && end === 'ok');
    const rest = history.operations.filter((one) => one !== placed[0]);
    expect(await findViolationsAfter([], rest)).toContainEqual(
      expect.stringMatching(/^I8: no request for order/),
    );
    const refusedOperation = { ...(placed[0] as Operation), end: 'fail' as const };
    expect(await findViolationsAfter([], [...rest, refusedOperation])).toContainEqual(
      expect.stringMatching(/^I8: .* was refused, and/),
    );
    const unknown = { ...(placed[0] as Operation), end: 'unknown' as const };
    expect(await findViolationsAfter([], [...rest, unknown])).toContainEqual(
      expect.stringMatching(/^I8: no known outcome/),
    );
  });

  it('detects a row that was changed after it had been read', async () => {
    const [first, second] = [new LedgerChecker(), new LedgerChecker()];
    const client = await rig.connect();
    await first.check(client);
    await client.query('set session_replication_role = replica');
    await client.query(
      "update transfers set kind = 'seed' where id = (select max(id) from transfers where kind = 'hold')",
    );
    await second.check(client);
    await client.end();
    expect(second.transfers).toBe(first.transfers);
    expect(second.digest).not.toBe(first.digest);
  });
});

it('plans the same faults from the same seed, and each kind before any repeats', () => {
  const plan = planFaults(7, 120, ['server', 'worker', 'postgres'], 5);
  expect(planFaults(7, 120, ['server', 'worker', 'postgres'], 5)).toEqual(plan);
  expect(planFaults(8, 120, ['server', 'worker', 'postgres'], 5)).not.toEqual(plan);
  expect(new Set(plan.slice(0, 3).map(({ fault }) => fault)).size).toBe(3);
});

it('reports no growth within the allowed slope, and nothing for too few samples', () => {
  const figure = { name: 'memory', unit: 'MB', most: 10, part: 0.1 };
  const createLine = (rise: number, samples = 200) =>
    Array.from({ length: samples }, (_, i) => [i * 5_000, 50 + i * rise + (i % 2)] as const);
  expect(
    computeSlope([
      [0, 1],
      [1, 3],
      [2, 5],
    ]),
  ).toBe(2);
  expect(evaluateSamples(createLine(0), figure, 600_000).flat).toBe(true);
  expect(evaluateSamples(createLine(0.2), figure, 600_000).flat).toBe(false);
  expect(evaluateSamples(createLine(0.2, 20), figure, 600_000).flat).toBe(null);
});

it('reports growth of processes that no fault has restarted', () => {
  const names = ['server', 'worker', 'worker handles', 'postgres sessions'];
  const grown = names.map((name) => ({ name, flat: false }) as Line);
  expect(listGrowingFigures(grown, [])).toEqual(names);
  expect(listGrowingFigures(grown, ['worker', 'postgres'])).toEqual(['server', 'postgres sessions']);
  expect(listGrowingFigures(grown, ['server'])).toEqual(['postgres sessions']);
});
