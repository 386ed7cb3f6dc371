import { setTimeout as sleep } from 'node:timers/promises';
import { type CronItem, Logger, parseCronItems, run, type Task } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import { createPool } from '../database/connect.ts';
import { type Queryable, withLongStatementTimeout } from '../database/database.ts';
import type { Log } from '../log.ts';

export interface Job {
  name: string;
  /** `payload` is what was enqueued; throw to be tried again later with growing pauses. */
  run(payload: unknown): Promise<void>;
  /** Crontab pattern in UTC, for jobs that come by themselves. */
  cron?: string;
}

export interface JobOptions {
  /** Replaces a job of that key that still waits. */
  key?: string;
  /** Jobs of one queue run one after another. */
  queue?: string;
  /** Seconds to wait before. */
  after?: number;
  /** Goes after all that are due and not so patient, whenever they came. */
  patient?: boolean;
}

/** Has a job run once its transaction has committed. */
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
  /** Lets the running jobs end. */
  stop(): Promise<void>;
  /** When it works no more, be it by itself. */
  ended: Promise<void>;
}

const CONCURRENCY = 2;
/**
 * The ends of jobs in batches, however small: without, graphile-worker 0.18 waits for none of them, and the process dies
 * of the unhandled rejection when the database goes away just then.
 */
const ENDS = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };
const IDLE_LOOK_MS = 10;
const IDLE_PATIENCE_MS = 5_000;

/** Told how each run of a job ended. */
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
    if (job.cron) cron.push({ task: job.name, match: job.cron, options: { backfillPeriod: 0 } });
  }
  // A worker and its look-out each have a connection, and what is said of finished jobs another.
  const pgPool = createPool({ connectionString: url, max: 2 * CONCURRENCY + 2 });
  pgPool.on('error', () => {});
  pgPool.on('connect', (client) => client.on('error', () => {}));
  const end = () => pgPool.end();
  await releaseJobs(pgPool, Object.keys(taskList)).catch((error: unknown) =>
    end().then(() => Promise.reject(error)),
  );
  const runner = await run({
    pgPool,
    taskList,
    parsedCronItems: parseCronItems(cron),
    concurrency: CONCURRENCY,
    pollInterval: 1_000,
    noHandleSignals: true,
    preset: { worker: ENDS },
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error({ area: 'jobs' }, message);
      else if (level === 'warning') log.warn({ area: 'jobs' }, message);
    }),
  });
  return {
    async stop() {
      // Rejected where it has ended by itself.
      await runner.stop().catch(() => {});
      // The runner doesn't wait until its last jobs are crossed off, and would have them done again.
      const until = performance.now() + IDLE_PATIENCE_MS;
      while (isBusy(pgPool) && performance.now() < until) await sleep(IDLE_LOOK_MS);
      await end();
    },
    ended: runner.promise.catch((err: unknown) => log.error({ area: 'jobs', err }, 'jobs have ended')),
  };
}

const isBusy = ({ totalCount, idleCount, waitingCount }: pg.Pool): boolean =>
  waitingCount > 0 || idleCount < totalCount;

/**
 * One process at a time works on a job of a name, so whatever of these is in work now was left by one that is gone:
 * graphile-worker would believe it for four hours, and hold its queue back as long.
 */
async function releaseJobs(pool: pg.Pool, names: readonly string[]): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs
      where locked_by is not null and task_identifier = any($1::text[])))`,
    [names],
  );
}

export interface WriterJobs {
  /** To be called whenever this process may begin to work, or no longer should: what runs may end. */
  turn(working: boolean): void;
  stop(): Promise<void>;
}

const AGAIN_MS = 1_000;

/** Works while this process settles the books; the jobs of several processes are done by one of them. */
export function createJobs(url: string, jobs: Job[], log: Log, onEnd?: OnJobEnd): WriterJobs {
  let wanted = false;
  let runner: RunningJobs | null = null;
  let timer: NodeJS.Timeout | undefined;
  let turning: Promise<void> = Promise.resolve();

  async function become(): Promise<void> {
    if (wanted && runner === null) {
      const begun = await startJobs(url, jobs, log, onEnd);
      runner = begun;
      void begun.ended.then(() => again(begun));
    } else if (!wanted && runner !== null) {
      const ending = runner;
      runner = null;
      await ending.stop();
    }
  }

  /** One that has ended though it should work. */
  function again(ended: RunningJobs): void {
    if (runner !== ended) return;
    runner = null;
    turning = turning.then(() => ended.stop()).catch(() => {});
    timer = setTimeout(() => turn(wanted), AGAIN_MS).unref();
  }

  function turn(working: boolean): void {
    wanted = working;
    clearTimeout(timer);
    turning = turning.then(become).catch((err: unknown) => {
      log.warn({ area: 'jobs', err }, 'jobs not started or not stopped; tried again');
      timer = setTimeout(() => turn(wanted), AGAIN_MS).unref();
    });
  }

  return {
    turn,
    async stop() {
      turn(false);
      await turning;
      clearTimeout(timer);
    },
  };
}

export interface WaitingJobs {
  name: string;
  /** Due, or at work. */
  due: number;
  /** Of all that are there: tried before, and given up. */
  failing: number;
  dead: number;
  /** Of the oldest that is due. */
  dueSince: Date | null;
}

/** More are as bad. */
const MOST_COUNTED = 50_000;

/** By name, what waits; at most so many are looked at. */
export async function countJobs(db: Queryable): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`select coalesce(task_identifier, 'unknown') as name,
      count(*) filter (where run_at <= now() and attempts < max_attempts)::int as due,
      count(*) filter (where attempts between 1 and max_attempts - 1 and locked_at is null)::int as failing,
      count(*) filter (where attempts >= max_attempts and locked_at is null)::int as dead,
      min(run_at) filter (where run_at <= now() and attempts < max_attempts) as "dueSince"
    from (select task_identifier, run_at, attempts, max_attempts, locked_at from graphile_worker.jobs
      limit ${MOST_COUNTED}) j
    group by task_identifier`.execute(db);
  return rows;
}

export interface FailedJob {
  id: string;
  name: string;
  attempts: number;
  /** It isn't tried any more. */
  givenUp: boolean;
  error: string;
  runAt: Date;
}

/** Tried, and not at work: those that are given up first, then the newest. */
export async function listFailedJobs(db: Queryable, limit: number): Promise<FailedJob[]> {
  const { rows } =
    await sql<FailedJob>`select coalesce(id::text, '') as id, coalesce(task_identifier, 'unknown') as name, attempts,
      coalesce(attempts >= max_attempts, false) as "givenUp", coalesce(last_error, '') as error,
      coalesce(run_at, now()) as "runAt"
    from (select id, task_identifier, attempts, max_attempts, last_error, run_at, locked_at
      from graphile_worker.jobs limit ${MOST_COUNTED}) j
    where attempts > 0 and locked_at is null order by attempts >= max_attempts desc, j.id desc limit ${limit}`.execute(
      db,
    );
  return rows;
}

/** At once, and with all its attempts before it; its name. Null: there is none of this id that failed and rests. */
export async function retryFailedJob(tx: Queryable, id: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select coalesce(task_identifier, 'unknown') as name
    from graphile_worker.jobs where id = ${id}::bigint and attempts > 0 and locked_at is null`.execute(tx);
  if (!rows[0]) return null;
  // It takes none that has begun in between.
  const woken = await sql`select from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at := now(),
    attempts := 0)`.execute(tx);
  return woken.rows.length > 0 ? rows[0].name : null;
}
