import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { TEST_AUDIT_KEY } from '../../../test/keys.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { createLog } from '../log.ts';
import { createJobs, enqueue, type JobsByRole } from './jobs.ts';

let test: TestDatabase;
let database: Database;
let jobs: JobsByRole;
let done: string[];
/** A job that is begun ends with it. */
let gate: PromiseWithResolvers<void>;

beforeEach(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.url, 2, TEST_AUDIT_KEY);
  done = [];
  gate = Promise.withResolvers();
  const note = {
    name: 'note',
    async run(payload: unknown) {
      const { text } = payload as { text: string };
      done.push(`${text} begun`);
      await gate.promise;
      done.push(`${text} done`);
    },
  };
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
  jobs = createJobs(test.url, [note, cut], createLog('silent'));
});
afterEach(async () => {
  gate.resolve();
  await jobs.stop();
  await database.close();
  await test.drop();
});

const add = (text: string, queue?: string) =>
  enqueue(database.db, 'note', { text }, queue === undefined ? {} : { queue });
const soon = { timeout: 60_000 };

it('are done only while this process works, and those that run may end', async () => {
  await add('one');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(done).toEqual([]);
  jobs.turn(true);
  await expect.poll(() => done, soon).toEqual(['one begun']);
  const stopped = jobs.stop();
  gate.resolve();
  await stopped;
  expect(done).toEqual(['one begun', 'one done']);
  await add('two');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(done.length).toBe(2);
  jobs.turn(true);
  await expect.poll(() => done, soon).toEqual(['one begun', 'one done', 'two begun', 'two done']);
});

it('of a process that was killed are done by the next one at once, and hold nobody up', async () => {
  gate.resolve();
  await add('left', 'letters');
  await add('behind', 'letters');
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone', attempts = 1
    where id = (select min(id) from graphile_worker._private_jobs)`.execute(database.db);
  await sql`update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'gone'`.execute(
    database.db,
  );
  jobs.turn(true);
  await expect.poll(() => done, soon).toEqual(['left begun', 'left done', 'behind begun', 'behind done']);
});

it.each([true, false])('go on when the database goes away as one ends (failing: %s)', async (fails) => {
  gate.resolve();
  jobs.turn(true);
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
});
