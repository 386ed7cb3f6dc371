import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { TEST_AUDIT_KEY } from '../../../test/keys.ts';
import { startRelay } from '../../../test/relay.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { createLog } from '../log.ts';
import { createJobs, enqueue, startJobs, type WriterJobs } from './jobs.ts';

let test: TestDatabase;
let database: Database;
let jobs: WriterJobs;
let done: string[];
/** Running jobs end when it resolves. */
let gate: PromiseWithResolvers<void>;

beforeEach(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.url, 2, TEST_AUDIT_KEY);
  done = [];
  gate = Promise.withResolvers();
  const cut = {
    name: 'cut',
    async run(payload: unknown) {
      done.push('cut');
      if (done.filter((text) => text === 'cut').length > 1) return;
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
      if ((payload as { fails: boolean }).fails) throw new Error('no');
    },
  };
  jobs = createJobs(test.url, [noteIn(done), cut], createLog('silent'));
});
afterEach(async () => {
  gate.resolve();
  await jobs.stop();
  await database.close();
  await test.drop();
});

/** A job that records its start and end in `said`. */
const noteIn = (notes: string[]) => ({
  name: 'note',
  async run(payload: unknown) {
    const { text } = payload as { text: string };
    notes.push(`${text} begun`);
    await gate.promise;
    notes.push(`${text} done`);
  },
});
/** Checks that another process does jobs that are added now: this one gets none of many. */
async function expectDoneElsewhere(): Promise<void> {
  const there: string[] = [];
  const elsewhere = createJobs(test.url, [noteIn(there)], createLog('silent'));
  const before = [...done];
  for (let i = 0; i < 20; i += 1) await add(`${i}`);
  elsewhere.setWorking(true);
  await expect.poll(() => there.filter((text) => text.endsWith('begun')).length, soon).toBe(20);
  await elsewhere.stop();
  expect(done).toEqual(before);
}

const add = (text: string, queue?: string) =>
  enqueue(database.db, 'note', { text }, queue === undefined ? {} : { queue });
const soon = { timeout: 60_000 };

it('jobs start only while their process is the writer, and running ones may finish', async () => {
  gate.resolve();
  await expectDoneElsewhere();
  gate = Promise.withResolvers();
  await add('one');
  jobs.setWorking(true);
  await expect.poll(() => done, soon).toEqual(['one begun']);
  const stopped = jobs.stop();
  gate.resolve();
  await stopped;
  expect(done).toEqual(['one begun', 'one done']);
  await expectDoneElsewhere();
  await add('two');
  jobs.setWorking(true);
  await expect.poll(() => done, soon).toEqual(['one begun', 'one done', 'two begun', 'two done']);
});

it('jobs of a killed process are done by the next one immediately, and do not block their queue', async () => {
  gate.resolve();
  await add('left', 'letters');
  await add('behind', 'letters');
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone', attempts = 1
    where id = (select min(id) from graphile_worker._private_jobs)`.execute(database.db);
  await sql`update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'gone'`.execute(
    database.db,
  );
  jobs.setWorking(true);
  await expect.poll(() => done, soon).toEqual(['left begun', 'left done', 'behind begun', 'behind done']);
});

it("a job that a frozen process finishes after its successor began it again doesn't block its queue", async () => {
  await add('left', 'letters');
  jobs.setWorking(true);
  await expect.poll(() => done, soon).toEqual(['left begun']);
  const frozen = gate;
  gate = Promise.withResolvers();
  const there: string[] = [];
  const successor = createJobs(test.url, [noteIn(there)], createLog('silent'));
  successor.setWorking(true);
  await expect.poll(() => there, soon).toEqual(['left begun']);
  frozen.resolve();
  await jobs.stop();
  gate.resolve();
  await add('behind', 'letters');
  await expect.poll(() => there, soon).toEqual(['left begun', 'left done', 'behind begun', 'behind done']);
  await successor.stop();
});

it('a recurring job that outlasts its interval runs once at a time, and leaves a worker to other jobs', async () => {
  const MINUTE = 60_000;
  const minute = Math.floor(Date.now() / MINUTE) * MINUTE - 10 * MINUTE;
  vi.useFakeTimers({ toFake: ['Date'], now: minute - 1 });
  const runs: string[] = [];
  const recurring = {
    name: 'recurring',
    cron: '* * * * *',
    run: () => noteIn(runs).run({ text: 'run' }),
  };
  const runner = createJobs(test.url, [noteIn(done), recurring], createLog('silent'));
  const countRows = async (table: string) =>
    (await sql`select from ${sql.table(table)}`.execute(database.db)).rows.length;
  try {
    runner.setWorking(true);
    await expect.poll(() => countRows('graphile_worker._private_known_crontabs'), soon).toBe(1);
    // Two minutes have passed since.
    vi.setSystemTime(minute + MINUTE);
    await expect.poll(() => countRows('graphile_worker._private_jobs'), soon).toBe(2);
    await add('other');
    await expect.poll(() => done, soon).toEqual(['other begun']);
    expect(runs).toEqual(['run begun']);
    gate.resolve();
    await expect.poll(() => runs, soon).toEqual(['run begun', 'run done', 'run begun', 'run done']);
  } finally {
    vi.useRealTimers();
    gate.resolve();
    await runner.stop();
  }
});

it.each([true, false])(
  'jobs continue after the database was unavailable as one ended (failing: %s)',
  async (fails) => {
    gate.resolve();
    jobs.setWorking(true);
    await add('before');
    await expect.poll(() => done, soon).toContain('before done');
    await enqueue(database.db, 'cut', { fails });
    await expect.poll(() => done, soon).toContain('cut');
    // This connection may be cut in the middle of it, too.
    const added = () =>
      add('after').then(
        () => true,
        () => false,
      );
    await expect.poll(added, soon).toBe(true);
    await expect.poll(() => done, soon).toContain('after done');
  },
);

it('stop while the listening connection is opened and the database ends', async () => {
  const listening = Promise.withResolvers<void>();
  const address = new URL(test.url);
  const relay = await startRelay(Number(address.port), (bytes) => {
    if (!bytes.includes('LISTEN "jobs:insert"')) return;
    relay.stall();
    listening.resolve();
  });
  address.port = String(relay.port);
  try {
    const runner = await startJobs(address.href, [noteIn(done)], createLog('silent'));
    await listening.promise;
    const stopped = runner.stop();
    // The stop has released the connection, and waits for it, before the database ends.
    for (let turn = 0; turn < 10; turn += 1) await setImmediate();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    relay.cut();
    // An unhandled rejection here fails the run.
    await stopped;
    await runner.ended;
    // It tries to connect once more, although its pool has ended.
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    vi.runAllTimers();
  } finally {
    vi.useRealTimers();
    await relay.stop();
  }
});
