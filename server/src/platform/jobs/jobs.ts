import { setTimeout as sleep } from 'node:timers/promises';
import { type CronItem, Logger, parseCronItems, run, type Task } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import { createPool } from '../database/connect.ts';
import { type Queryable, withLongStatementTimeout } from '../database/database.ts';
import type { Log } from '../log.ts';

export interface Job {
  name: string;
  /** `payload` is what was enqueued; if it throws it is retried with increasing delays. */
  run(payload: unknown): Promise<void>;
  /** Crontab pattern in UTC, for recurring jobs. */
  cron?: string;
}

export interface JobOptions {
  /** Replaces a waiting job with the same key. */
  key?: string;
  /** Jobs of one queue run one after another. */
  queue?: string;
  /** Delay in seconds. */
  after?: number;
  /** Low priority: runs after all due jobs of normal priority. */
  patient?: boolean;
}

/** Enqueues a job, which runs once the transaction has committed. */
export async function enqueue(
  tx: Queryable,
  name: string,
  payload: object,
  { key, queue, after = 0, patient = false }: JobOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    queue_name := ${queue ?? null}::text, job_key := ${key ?? null}::text,
    run_at := now() + ${after} * interval '1 second', priority := ${patient ? 1 : 0}::int)`.execute(tx);
}

export interface RunningJobs {
  /** Waits for the running jobs. */
  stop(): Promise<void>;
  /** Settles when it has stopped, also if it did so on its own. */
  ended: Promise<void>;
}

const CONCURRENCY = 2;
/**
 * Completes jobs in batches, however small: otherwise graphile-worker 0.18 awaits none of the completions, and the
 * process dies of the unhandled rejection if the database becomes unavailable just then.
 */
const COMPLETION_OPTIONS = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };
const IDLE_CHECK_MS = 10;
const IDLE_TIMEOUT_MS = 5_000;

/** Called with the outcome of each run of a job. */
export type OnJobEnd = (name: string, done: boolean) => void;

export async function startJobs(
  url: string,
  jobs: Job[],
  log: Log,
  onEnd: OnJobEnd = () => {},
): Promise<RunningJobs> {
  const taskList: Record<string, Task> = {};
  const cron: CronItem[] = [];
  for (const job of jobs) {
    taskList[job.name] = (payload) =>
      withLongStatementTimeout(() => job.run(payload)).then(
        () => onEnd(job.name, true),
        (error: unknown) => {
          onEnd(job.name, false);
          throw error;
        },
      );
    // A run that outlasts its interval delays the next one, instead of occupying the other worker with it too. This
    // alone doesn't make a job run once at a time: it is also enqueued, and a frozen process may still run it.
    if (job.cron)
      cron.push({ task: job.name, match: job.cron, options: { backfillPeriod: 0, queueName: job.name } });
  }
  // A worker and its listener each have a connection, and completions use another.
  const pgPool = createPool({ connectionString: url, max: 2 * CONCURRENCY + 2 });
  pgPool.on('error', () => {});
  pgPool.on('connect', (client) => client.on('error', () => {}));
  acceptSecondReleases(pgPool);
  const closePool = () => pgPool.end();
  await releaseAbandonedJobs(pgPool, Object.keys(taskList)).catch((error: unknown) =>
    closePool().then(() => Promise.reject(error)),
  );
  const runner = await run({
    pgPool,
    taskList,
    parsedCronItems: parseCronItems(cron),
    concurrency: CONCURRENCY,
    pollInterval: 1_000,
    noHandleSignals: true,
    preset: { worker: COMPLETION_OPTIONS },
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error({ area: 'jobs' }, message);
      else if (level === 'warning') log.warn({ area: 'jobs' }, message);
    }),
  });
  return {
    async stop() {
      // Rejects if it has ended on its own.
      await runner.stop().catch(() => {});
      // The runner doesn't wait for its last completions, and those jobs would run again.
      const deadline = performance.now() + IDLE_TIMEOUT_MS;
      while (isBusy(pgPool) && performance.now() < deadline) await sleep(IDLE_CHECK_MS);
      await closePool();
    },
    ended: runner.promise.catch((err: unknown) =>
      log.error({ area: 'jobs', err }, 'the job runner has ended'),
    ),
  };
}

/**
 * graphile-worker 0.18 releases its listening connection twice if it is stopped while LISTEN waits for a database that
 * then ends: once for the stop, once for the error. The second release would end the process as an unhandled rejection.
 */
function acceptSecondReleases(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (callback?: ConnectCallback) => Promise<pg.PoolClient>;
  pool.connect = ((callback?: ConnectCallback) => {
    if (!callback) return connect();
    return connect((error, client, release) => {
      let released = false;
      const releaseOnce = (failure?: Error | boolean) => {
        if (!released) release(failure);
        released = true;
      };
      // An ended pool gives nothing to release.
      callback(error, client, client ? releaseOnce : release);
    });
  }) as typeof pool.connect;
}
type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/** Whether a query of the runner is in progress. It doesn't wait for the completions of its last jobs. */
export const isBusy = ({ totalCount, idleCount, waitingCount }: pg.Pool): boolean =>
  waitingCount > 0 || idleCount < totalCount;

/**
 * One process at a time runs jobs of a name, so locked ones were left by a process that is gone: graphile-worker
 * would respect their locks for four hours, and block their queue as long. They get new ids, since that process may
 * only be frozen: graphile-worker deletes a completed job by its id, whichever process holds it, and the completion of
 * its run here would then find no job, and leave the queue locked.
 */
async function releaseAbandonedJobs(pool: pg.Pool, names: readonly string[]): Promise<void> {
  await pool.query(
    `with gone as (select distinct locked_by from graphile_worker.jobs
        where locked_by is not null and task_identifier = any($1::text[])),
      released as (update graphile_worker._private_jobs set id = default, locked_at = null, locked_by = null
        where locked_by in (select locked_by from gone))
    update graphile_worker._private_job_queues set locked_at = null, locked_by = null
      where locked_by in (select locked_by from gone)`,
    [names],
  );
}

export interface WriterJobs {
  /** To be called when this process may start to work, or must stop: running jobs may finish. */
  setWorking(working: boolean): void;
  stop(): Promise<void>;
}

const RETRY_DELAY_MS = 1_000;

/** Runs jobs while this process is the ledger writer, so that one of several processes does them. */
export function createJobs(url: string, jobs: Job[], log: Log, onEnd?: OnJobEnd): WriterJobs {
  let shouldRun = false;
  let runner: RunningJobs | null = null;
  let timer: NodeJS.Timeout | undefined;
  let transition: Promise<void> = Promise.resolve();

  async function applyState(): Promise<void> {
    if (shouldRun && runner === null) {
      const started = await startJobs(url, jobs, log, onEnd);
      runner = started;
      void started.ended.then(() => restartAfterEnd(started));
    } else if (!shouldRun && runner !== null) {
      const previous = runner;
      runner = null;
      await previous.stop();
    }
  }

  /** Restarts a runner that ended although it should work. */
  function restartAfterEnd(endedRunner: RunningJobs): void {
    if (runner !== endedRunner) return;
    runner = null;
    transition = transition.then(() => endedRunner.stop()).catch(() => {});
    timer = setTimeout(() => turn(shouldRun), RETRY_DELAY_MS).unref();
  }

  function turn(working: boolean): void {
    shouldRun = working;
    clearTimeout(timer);
    transition = transition.then(applyState).catch((err: unknown) => {
      log.warn({ area: 'jobs', err }, 'failed to start or stop the job runner; retrying');
      timer = setTimeout(() => turn(shouldRun), RETRY_DELAY_MS).unref();
    });
  }

  return {
    setWorking: turn,
    async stop() {
      turn(false);
      await transition;
      clearTimeout(timer);
    },
  };
}

export interface WaitingJobs {
  name: string;
  /** Number of jobs that are due or running. */
  due: number;
  /** Number of all jobs that failed before, including those given up. */
  failing: number;
  dead: number;
  /** Due time of the oldest one. */
  dueSince: Date | null;
}

/** Maximum rows counted; more are as bad. */
const MAX_COUNTED = 50_000;

/** Counts waiting jobs by name, up to a maximum. */
export async function countJobs(db: Queryable): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`select coalesce(task_identifier, 'unknown') as name,
      count(*) filter (where run_at <= now() and attempts < max_attempts)::int as due,
      count(*) filter (where attempts between 1 and max_attempts - 1 and locked_at is null)::int as failing,
      count(*) filter (where attempts >= max_attempts and locked_at is null)::int as dead,
      min(run_at) filter (where run_at <= now() and attempts < max_attempts) as "dueSince"
    from (select task_identifier, run_at, attempts, max_attempts, locked_at from graphile_worker.jobs
      limit ${MAX_COUNTED}) j
    group by task_identifier`.execute(db);
  return rows;
}

export interface FailedJob {
  id: string;
  name: string;
  attempts: number;
  /** No attempts are left. */
  givenUp: boolean;
  error: string;
  runAt: Date;
}

/** Returns jobs that failed and aren't running: those without attempts left first, then the newest. */
export async function listFailedJobs(db: Queryable, limit: number): Promise<FailedJob[]> {
  const { rows } =
    await sql<FailedJob>`select coalesce(id::text, '') as id, coalesce(task_identifier, 'unknown') as name, attempts,
      coalesce(attempts >= max_attempts, false) as "givenUp", coalesce(last_error, '') as error,
      coalesce(run_at, now()) as "runAt"
    from (select id, task_identifier, attempts, max_attempts, last_error, run_at, locked_at
      from graphile_worker.jobs limit ${MAX_COUNTED}) j
    where attempts > 0 and locked_at is null order by attempts >= max_attempts desc, j.id desc limit ${limit}`.execute(
      db,
    );
  return rows;
}

/**
 * Reschedules a job immediately and with all its attempts; returns its name. Null: no job of this id failed and is
 * idle.
 */
export async function retryFailedJob(tx: Queryable, id: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select coalesce(task_identifier, 'unknown') as name
    from graphile_worker.jobs where id = ${id}::bigint and attempts > 0 and locked_at is null`.execute(tx);
  if (!rows[0]) return null;
  // It skips jobs that have started in the meantime.
  const rescheduled =
    await sql`select from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at := now(),
    attempts := 0)`.execute(tx);
  return rescheduled.rows.length > 0 ? rows[0].name : null;
}
