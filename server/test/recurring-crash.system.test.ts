/**
 * Recurring purchases by two processes, which are killed one after another at each step: each turn is executed
 * once.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseTrustedDecimal, scaleOf, toTehranTime } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { userAccount } from '../src/ledger/index.ts';
import { newId } from '../src/platform/ids.ts';
import { createRecurringFixture, type RecurringFixture } from './recurring.ts';
import { fundAccount } from './seed.ts';
import { type StatementOutcome, type Step, stopAtStep } from './stops.ts';
import { pollUntil } from './waiting.ts';

/** Generous, for a busy machine. */
const LONG_MS = 240_000;
const RICH_COUNT = 12;
const POOR_COUNT = 4;

let t: RecurringFixture;
const people: string[] = [];
let running: Awaited<ReturnType<typeof startProcess>>[] = [];

async function startProcess() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'recurring-process.ts'), t.url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  return {
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function startTwoProcesses(): Promise<void> {
  running = [await startProcess(), await startProcess()];
}
async function killProcesses(): Promise<void> {
  for (const one of running.splice(0)) await one.kill();
}

beforeAll(async () => {
  t = await createRecurringFixture();
  for (let n = 0; n < RICH_COUNT + POOR_COUNT; n += 1) {
    const { id } = await t.createCustomer('0');
    people.push(id);
    if (n < RICH_COUNT)
      await fundAccount(
        t.ledger,
        userAccount(id, 'TOMAN'),
        parseTrustedDecimal('100000000', scaleOf('TOMAN')),
      );
  }
  await t.ledger.stop();
  await startTwoProcesses();
}, LONG_MS);
afterAll(async () => {
  await killProcesses();
  await t.close();
});

/** The hour in Tehran at the start: the next turn is a day away. */
const hour = Math.floor(toTehranTime(Date.now()).minute / 60);

/** Creates a daily purchase of each user, due since an hour ago. */
async function createDuePlans(): Promise<void> {
  for (const id of people)
    await sql`insert into recurring_plans (id, user_id, coin, budget, rhythm, day, hour, next_at, created_at)
      values (${newId()}, ${id}, 'BITCOIN', ${parseTrustedDecimal('1000000', scaleOf('TOMAN'))}, 'DAILY', 0, ${hour},
        now() - interval '1 hour', now() - interval '2 hours')`.execute(t.db);
}

/** Ends the plans, whose turns are done; the next ones belong to other plans. */
const endPlans = () =>
  sql`update recurring_plans set state = 'ENDED', next_at = null, ended_at = now() where state <> 'ENDED'`.execute(
    t.db,
  );

const readFigures = async () =>
  (
    await sql<{
      plans: number;
      bought: number;
      skipped: number;
      waiting: number;
      untold: number;
      orders: number;
      notices: number;
      summed: number;
    }>`
      select (select count(*)::int from recurring_plans) as plans,
        count(*) filter (where state = 'BOUGHT')::int as bought,
        count(*) filter (where state = 'SKIPPED' and reason = 'NOT_ENOUGH_BALANCE')::int as skipped,
        count(*) filter (where state = 'WAITING')::int as waiting,
        count(*) filter (where not told)::int as untold,
        (select count(*)::int from orders) as orders,
        (select count(*)::int from notices where kind like 'RECURRING%') as notices,
        (select coalesce(sum(purchases), 0)::int from recurring_plans) as summed
      from recurring_turns`.execute(t.db)
  ).rows[0];

/**
 * A turn that one process couldn't settle, since the other had the lease, is retried in some minutes; here
 * immediately.
 */
const retryTurns = () =>
  sql`update recurring_turns set look_at = now() where id in (
    select id from recurring_turns where state = 'WAITING' for no key update skip locked)`.execute(t.db);

const TURNS = 'recurring_turns';
const STEPS: [Step, StatementOutcome][] = [
  [{ name: 'turns are made', table: TURNS, on: 'insert', when: 'true' }, 'finished'],
  [{ name: 'turns are made', table: TURNS, on: 'insert', when: 'true' }, 'forgotten'],
  [
    {
      name: 'plans move on',
      table: 'recurring_plans',
      on: 'update',
      when: 'new.last_day is distinct from old.last_day',
    },
    'forgotten',
  ],
  [{ name: 'the ledger trades', table: 'orders', on: 'insert', when: 'true' }, 'finished'],
  [{ name: 'the ledger trades', table: 'orders', on: 'insert', when: 'true' }, 'forgotten'],
  [
    {
      name: 'the ledger notes it',
      table: TURNS,
      on: 'update',
      when: "new.state = 'BOUGHT' and old.state = 'WAITING'",
    },
    'finished',
  ],
  [
    {
      name: 'the ledger notes it',
      table: TURNS,
      on: 'update',
      when: "new.state = 'BOUGHT' and old.state = 'WAITING'",
    },
    'forgotten',
  ],
  [
    {
      name: 'the ledger skips',
      table: TURNS,
      on: 'update',
      when: "new.state = 'SKIPPED' and old.state = 'WAITING'",
    },
    'finished',
  ],
  [{ name: 'they are told', table: 'notices', on: 'insert', when: 'true' }, 'finished'],
  [
    { name: 'plans count it', table: 'recurring_plans', on: 'update', when: 'new.purchases > old.purchases' },
    'forgotten',
  ],
];

/** By day each step once. */
const DAYTIME_CASES = process.env.SARRAF_NIGHTLY ? STEPS : STEPS.filter((_, n) => n % 2 === 1);
it.each(DAYTIME_CASES.map(([step, fate], n) => [step.name, fate, step, n] as const))(
  'killed while %s (%s): each turn is executed once, with one notice and one count',
  async (_name, fate, step, n) => {
    const stop = await stopAtStep(t.url, step);
    await createDuePlans();
    try {
      await pollUntil(async () => {
        await retryTurns();
        return stop.reached();
      }, LONG_MS);
    } finally {
      await killProcesses();
      await stop.letGo(fate);
      await stop.remove();
    }
    await startTwoProcesses();
    const expected = (n + 1) * (RICH_COUNT + POOR_COUNT);
    await pollUntil(async () => {
      const figures = await readFigures();
      await retryTurns();
      return figures?.untold === 0 && figures.bought + figures.skipped === expected;
    }, LONG_MS);
    // A clock that goes back, or making them due again, has no effect.
    await sql`update recurring_plans set next_at = now() - interval '1 hour' where state = 'ACTIVE'`.execute(
      t.db,
    );
    await pollUntil(async () => {
      const { rows } =
        await sql`select from recurring_plans where state = 'ACTIVE' and next_at < now()`.execute(t.db);
      return rows.length === 0;
    }, LONG_MS);
    const bought = (n + 1) * RICH_COUNT;
    expect(await readFigures()).toEqual({
      plans: expected,
      bought,
      skipped: (n + 1) * POOR_COUNT,
      waiting: 0,
      untold: 0,
      orders: bought,
      notices: expected,
      summed: bought,
    });
    await endPlans();
    await t.expectSound();
  },
  4 * LONG_MS,
);
