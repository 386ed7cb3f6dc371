import { createPruneRepliesJob, joinTransferFollowers } from '../ledger/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/database/database.ts';
import { runFollowers } from '../platform/jobs/follow.ts';
import { createJobs, type Job, type OnJobEnd } from '../platform/jobs/jobs.ts';
import type { WorkThrottle } from '../platform/jobs/pace.ts';
import type { Log } from '../platform/log.ts';
import { createAlarmChecks } from './alarm-checks.ts';
import type { Capabilities } from './capabilities.ts';
import type { TracedWork } from './traces/trace-work.ts';

/** Jobs that move money, so they run in the ledger writer's process. */
export const listSettlingJobs = (capabilities: Capabilities): Job[] =>
  [
    capabilities.custody,
    capabilities.wallet,
    capabilities.bankReports,
    capabilities.withdrawal,
    capabilities.payout,
    capabilities.companies,
    capabilities.trading,
    capabilities.recurring,
  ].flatMap(({ jobs }) => jobs);

const listOtherJobs = (capabilities: Capabilities, db: Db): Job[] => [
  ...[
    capabilities.market,
    capabilities.identity,
    capabilities.messaging,
    capabilities.verification,
    capabilities.marketData,
    capabilities.referral,
    capabilities.reports,
    capabilities.statements,
    capabilities.support,
    capabilities.webErrors,
    capabilities.news,
  ].flatMap(({ jobs }) => jobs),
  ...capabilities.wallet.countingJobs,
  capabilities.announcements,
  createPruneRepliesJob(db),
];

export interface BackgroundWork {
  /** Must be called whenever this process becomes the working one or stops being it. */
  setWorking(working: boolean): void;
  stop(): Promise<void>;
}

/** Starts everything that no trade waits for: followers, sending, clean-up, and the continuous audit. */
export function startWork(
  capabilities: Capabilities,
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
    diskUsage,
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
    /** See `createAlarmChecks`. */
    diskUsage?: number | undefined;
  },
): BackgroundWork {
  const others = listOtherJobs(capabilities, db);
  const jobs = createJobs(url, traced?.jobs(others) ?? others, log, onJobEnd);
  const followers = runFollowers(joinTransferFollowers(db, capabilities.followers), {
    pace,
    mayWork,
    batches,
    log,
  });
  capabilities.alerts.start();
  capabilities.alarms.start(createAlarmChecks({ config, db, clock, parts: capabilities, diskUsage }));
  if (config.WATCH === 'on') capabilities.watch.start(pace);
  return {
    setWorking: jobs.setWorking,
    async stop() {
      await Promise.all([
        jobs.stop(),
        followers.stop(),
        capabilities.watch.stop(),
        capabilities.alerts.stop(),
        capabilities.alarms.stop(),
      ]);
    },
  };
}
