import { forgetRepliesJob, joinTransferFollowers } from '../ledger/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/database/database.ts';
import { runFollowers } from '../platform/jobs/follow.ts';
import { createJobs, type Job, type OnJobEnd } from '../platform/jobs/jobs.ts';
import type { WorkThrottle } from '../platform/jobs/pace.ts';
import type { Log } from '../platform/log.ts';
import type { Capabilities } from './capabilities.ts';
import { createAlarmChecks } from './look-for-alarms.ts';
import type { TracedWork } from './traces/trace-work.ts';

/** Jobs that move money, so they run in the ledger writer's process. */
export const settlingJobs = (parts: Capabilities): Job[] =>
  [
    parts.custody,
    parts.wallet,
    parts.bankReports,
    parts.withdrawal,
    parts.payout,
    parts.companies,
    parts.trading,
    parts.recurring,
  ].flatMap(({ jobs }) => jobs);

const otherJobs = (parts: Capabilities, db: Db): Job[] => [
  ...[
    parts.market,
    parts.identity,
    parts.messaging,
    parts.verification,
    parts.marketData,
    parts.referral,
    parts.reports,
    parts.statements,
    parts.support,
    parts.webErrors,
    parts.news,
  ].flatMap(({ jobs }) => jobs),
  ...parts.wallet.countingJobs,
  parts.announcements,
  forgetRepliesJob(db),
];

export interface BackgroundWork {
  /** Must be called whenever this process becomes the working one or stops being it. */
  turn(working: boolean): void;
  stop(): Promise<void>;
}

/** Starts everything that no trade waits for: followers, sending, clean-up, and the continuous audit. */
export function startWork(
  parts: Capabilities,
  {
    config,
    url,
    db,
    clock,
    log,
    pace,
    mayWork,
    batches,
    onJobEnd,
    traced,
  }: {
    config: Config;
    url: string;
    db: Db;
    clock: Clock;
    log: Log;
    pace: WorkThrottle;
    mayWork: () => boolean;
    /** See `runFollowers`. */
    batches: () => number;
    onJobEnd?: OnJobEnd | undefined;
    traced: TracedWork | null;
  },
): BackgroundWork {
  const others = otherJobs(parts, db);
  const jobs = createJobs(url, traced?.jobs(others) ?? others, log, onJobEnd);
  const following = runFollowers(joinTransferFollowers(db, parts.followers), { pace, mayWork, batches, log });
  parts.alerts.start();
  parts.alarms.start(createAlarmChecks({ config, db, clock, parts }));
  if (config.WATCH === 'on') parts.watch.start(pace);
  return {
    turn: jobs.turn,
    async stop() {
      await Promise.all([
        jobs.stop(),
        following.stop(),
        parts.watch.stop(),
        parts.alerts.stop(),
        parts.alarms.stop(),
      ]);
    },
  };
}
