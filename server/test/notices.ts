import { once } from 'node:events';
import { Logger, runOnce } from 'graphile-worker';
import pg from 'pg';
import { isBusy, type Job } from '../src/platform/jobs/jobs.ts';

const MAX_ROUNDS = 100;

/**
 * Sends the waiting notices of a test's database, which has no worker. `jobs` are messaging's; one that fails waits
 * for its next attempt without an exception. Returns the number of failures.
 */
export async function sendWaitingNotices(url: string, jobs: readonly Job[]): Promise<number> {
  let failed = 0;
  const runJob = async (job: Job, payload: unknown) => {
    try {
      await job.run(payload);
    } catch (error) {
      failed += 1;
      throw error;
    }
  };
  const taskList = Object.fromEntries(
    jobs.map((job) => [job.name, (payload: unknown) => runJob(job, payload)]),
  );
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // The worker requires both listeners; errors show in the queries themselves.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  // A round does at least one job of each queue. It ends before the completions of its jobs do.
  for (let round = 0; await hasDueJobs(pool, Object.keys(taskList)); round += 1) {
    if (round === MAX_ROUNDS) throw new Error('notices are waiting that no job sends');
    await runOnce({
      pgPool: pool,
      taskList,
      concurrency: 1,
      noHandleSignals: true,
      logger: new Logger(() => () => {}),
    });
    while (isBusy(pool)) await once(pool, 'release');
  }
  await pool.end();
  return failed;
}

async function hasDueJobs(pool: pg.Pool, names: string[]): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select 1 from graphile_worker.jobs
     where task_identifier = any($1) and run_at <= now() and attempts < max_attempts
     limit 1`,
    [names],
  );
  return rowCount === 1;
}
