import { type CronItem, Logger, parseCronItems, type Runner, run, type Task } from 'graphile-worker';
import { sql } from 'kysely';
import type { Queryable } from './database.ts';
import type { Log } from './log.ts';

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
}

/** Has a job run once its transaction has committed. */
export async function enqueue(
  tx: Queryable,
  name: string,
  payload: object,
  { key, queue }: JobOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    queue_name := ${queue ?? null}::text, job_key := ${key ?? null}::text)`.execute(tx);
}

/** Starts working; `stop()` lets the running jobs end. */
export async function startJobs(url: string, jobs: Job[], log: Log): Promise<Runner> {
  const taskList: Record<string, Task> = {};
  const cron: CronItem[] = [];
  for (const job of jobs) {
    taskList[job.name] = (payload) => job.run(payload);
    if (job.cron) cron.push({ task: job.name, match: job.cron, options: { backfillPeriod: 0 } });
  }
  return run({
    connectionString: url,
    taskList,
    parsedCronItems: parseCronItems(cron),
    concurrency: 2,
    pollInterval: 1_000,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error({ area: 'jobs' }, message);
      else if (level === 'warning') log.warn({ area: 'jobs' }, message);
    }),
  });
}
