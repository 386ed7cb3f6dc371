import { DAY_MS } from '@sarraf/domain';
import type { OperationsView, StaffMaintenance, StaffPause } from '@sarraf/domain/contracts';
import { v7 } from 'uuid';
import { readDrillRecord } from '../drill/index.ts';
import { countJobs, listFailedJobs, type WaitingJobs } from '../platform/jobs/jobs.ts';
import type { OperationsDeps } from './deps.ts';
import { SILENT_AFTER_SECONDS } from './heartbeat.ts';
import {
  countWebhooks,
  listProcesses,
  type MaintenanceRow,
  type PauseRow,
  readArchive,
  readLease,
  readMaintenance,
  readPauses,
} from './store.ts';

const MAX_LISTED_JOBS = 50;
const ERROR_LENGTH = 200;
const WEBHOOK_DAYS = 7;
/** Messaging's job: one for each mail or SMS of a notice. */
const MESSAGE_JOB = 'send-notice';

export async function readOperationsView(deps: OperationsDeps): Promise<OperationsView> {
  const { db, clock, followerProgress } = deps;
  const weekAgo = v7({ msecs: clock.now() - WEBHOOK_DAYS * DAY_MS, seq: 0, random: new Uint8Array(16) });
  const [maintenance, pauses, processes, lease, followers, jobs, failed, webhooks, archive, backups] =
    await Promise.all([
      readMaintenance(db),
      readPauses(db, new Date(clock.now())),
      listProcesses(db, SILENT_AFTER_SECONDS),
      readLease(db),
      followerProgress(),
      countJobs(db),
      listFailedJobs(db, MAX_LISTED_JOBS),
      countWebhooks(db, weekAgo),
      readArchive(db),
      deps.backups(),
    ]);
  return {
    maintenance: await staffMaintenanceDto(deps, maintenance),
    pauses: await staffPauseDtos(deps, pauses),
    processes: processes.map(({ epoch, startedAt, heardAt, ...process }) => ({
      ...process,
      settles: lease.isHeld && !process.isSilent && epoch === lease.epoch,
      startedAt: startedAt.toISOString(),
      heardAt: heardAt.toISOString(),
    })),
    lease: { epoch: lease.epoch.toString(), isHeld: lease.isHeld },
    followers: followers.map(({ name, waitingSince, upToDateAt }) => ({
      name,
      waitingSince: waitingSince?.toISOString() ?? null,
      upToDateAt: upToDateAt?.toISOString() ?? null,
    })),
    jobs: sumJobs(jobs),
    failedJobs: failed.map(({ id, name, attempts, givenUp, error, runAt }) => ({
      id,
      name,
      attempts,
      givenUp,
      error: (error.split('\n')[0] ?? '').slice(0, ERROR_LENGTH),
      nextTryAt: givenUp ? null : runAt.toISOString(),
    })),
    messages: messageCounts(jobs.find(({ name }) => name === MESSAGE_JOB)),
    webhooks,
    drill: readDrill(deps.config.DRILL_RECORD),
    archive: {
      isOn: archive.isOn,
      lastAt: archive.lastAt?.toISOString() ?? null,
      failedAt: archive.failedAt?.toISOString() ?? null,
    },
    backups,
  };
}

export async function staffMaintenanceDto(
  { emailsOf }: OperationsDeps,
  row: MaintenanceRow | null,
): Promise<StaffMaintenance> {
  const emails = row ? await emailsOf([row.changedBy]) : undefined;
  const on = row?.on;
  return {
    isOn: on != null,
    text: on ? { fa: on.fa, en: on.en } : null,
    expectedEnd: on?.expectedEnd?.toISOString() ?? null,
    version: row?.version ?? 0,
    beganAt: on?.beganAt.toISOString() ?? null,
    changedBy: emails?.get(row?.changedBy ?? '') ?? '',
  };
}

export async function staffPauseDtos(
  { emailsOf }: OperationsDeps,
  rows: readonly PauseRow[],
): Promise<StaffPause[]> {
  const emails = await emailsOf(rows.map(({ changedBy }) => changedBy));
  return rows.map(({ scope, name, version, fa, en, beginsAt, endsAt, changedBy }) => ({
    scope,
    name,
    version,
    text: { fa, en },
    beginsAt: beginsAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    changedBy: emails.get(changedBy) ?? '',
  }));
}

const sumCounts = (jobs: readonly WaitingJobs[], count: 'due' | 'failing' | 'dead'): number =>
  jobs.reduce((total, job) => total + job[count], 0);

function sumJobs(jobs: readonly WaitingJobs[]): OperationsView['jobs'] {
  const times = jobs.flatMap(({ dueSince }) => dueSince?.getTime() ?? []);
  return {
    due: sumCounts(jobs, 'due'),
    dueSince: times.length > 0 ? new Date(Math.min(...times)).toISOString() : null,
    failing: sumCounts(jobs, 'failing'),
    givenUp: sumCounts(jobs, 'dead'),
  };
}

/** A failed job waits for its next attempt, and isn't due before. */
const messageCounts = (job: WaitingJobs | undefined): OperationsView['messages'] => ({
  waiting: Math.max(job?.due ?? 0, job?.failing ?? 0),
  failing: job?.failing ?? 0,
  givenUp: job?.dead ?? 0,
});

const NO_DRILL = { begunAt: null, recoveryPoint: null, lostMs: null, recoveryMs: null, faults: [] };

function readDrill(file: string | undefined): OperationsView['drill'] {
  if (file === undefined) return { state: 'NOT_EXPECTED', ...NO_DRILL };
  try {
    const record = readDrillRecord(file);
    if (record === null) return { state: 'NONE', ...NO_DRILL };
    const { held, begunAt, recoveryPoint, lostMs, recoveryMs, faults: problems } = record;
    return { state: held ? 'HELD' : 'FAILED', begunAt, recoveryPoint, lostMs, recoveryMs, faults: problems };
  } catch {
    return { state: 'UNREADABLE', ...NO_DRILL };
  }
}
