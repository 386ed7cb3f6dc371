/** Unattended copies of the exchange: when each last succeeded, and whether it fails or is late. Decision 126. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import { BACKUP_NAMES, type BackupName, type BackupState } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Config } from '../platform/config/config.ts';
import type { Queryable } from '../platform/database/database.ts';

/** Trial restores run each night, and a large one takes hours. One that was killed leaves no record of its own. */
export const MAX_TRIAL_AGE_MS = 54 * HOUR_MS;

/** A copy whose last success is older than this is late. */
export const BACKUP_LATE_MS: Readonly<Record<BackupName, number>> = {
  // Each Sunday night, with one day to repeat it.
  'database-full': 8 * DAY_MS,
  // Each other night: Saturday's and Monday's are two days apart, and a large one takes hours.
  'database-diff': 54 * HOUR_MS,
  // PostgreSQL closes a segment after 15 minutes (archive_timeout), and a running exchange always writes.
  archive: HOUR_MS,
  // The stream is milliseconds behind.
  stream: 5 * MINUTE_MS,
  // Each minute; the daily pruning of old snapshots takes some minutes.
  documents: 30 * MINUTE_MS,
  // Whenever the journal grows, and each hour.
  signer: 150 * MINUTE_MS,
  'documents-restore': MAX_TRIAL_AGE_MS,
  'signer-restore': MAX_TRIAL_AGE_MS,
};

/** The replication slot of sarraf-wal.service. */
const REPLICATION_SLOT = 'sarraf_wal';
/** Four segments: a stream further behind can't keep up. */
const MAX_STREAM_LAG_BYTES = 64 << 20;

/** Report of one source; a failure counts until the next success. */
interface BackupSignal {
  goodAt: Date | null;
  failedAt: Date | null;
  error: string | null;
}

const CopyCheck = Type.Object({
  /** Since when this copy has been expected. */
  since: Type.String(),
  goodAt: Type.Union([Type.String(), Type.Null()]),
  failedAt: Type.Union([Type.String(), Type.Null()]),
  error: Type.Union([Type.String(), Type.Null()]),
});
/**
 * Result of one round of checks. It is stored, since a stream and a restarted database don't remember their last
 * success.
 */
const BackupChecks = Type.Partial(
  Type.Object(Object.fromEntries(BACKUP_NAMES.map((name) => [name, CopyCheck]))),
);
export type BackupsSeen = Partial<Record<BackupName, Static<typeof CopyCheck>>>;

type BackupSettings = Pick<Config, 'BACKUP_JOBS' | 'BACKUP_RECORDS'>;

export const listExpectedBackups = ({ BACKUP_JOBS }: Pick<Config, 'BACKUP_JOBS'>): BackupName[] => {
  const names = BACKUP_JOBS?.split(',') ?? [];
  return BACKUP_NAMES.filter((name) => names.includes(name));
};

/** Reads the source of each expected copy; `before` is the previous result. */
export async function checkBackups(
  db: Queryable,
  settings: BackupSettings,
  previous: unknown,
  now: Date,
): Promise<BackupsSeen> {
  const previousChecks = parseChecks(previous);
  const checks: BackupsSeen = {};
  for (const name of listExpectedBackups(settings)) {
    const { goodAt, failedAt, error } = await readBackupSignal(db, settings, name, now);
    checks[name] = {
      since: previousChecks[name]?.since ?? now.toISOString(),
      goodAt: goodAt?.toISOString() ?? previousChecks[name]?.goodAt ?? null,
      failedAt: failedAt?.toISOString() ?? null,
      error,
    };
  }
  return checks;
}

/**
 * Returns the state of each expected copy by the last checks (`before` of `checkBackups`; null: there were none
 * yet).
 */
export function evaluateBackups(
  settings: Pick<Config, 'BACKUP_JOBS'>,
  stored: unknown,
  now: Date,
): BackupState[] {
  const checks = parseChecks(stored);
  return listExpectedBackups(settings).map((name) => {
    const { since, goodAt, failedAt, error } = checks[name] ?? {
      since: now.toISOString(),
      goodAt: null,
      failedAt: null,
      error: null,
    };
    const ageMs = Math.max(0, now.getTime() - Date.parse(goodAt ?? since));
    const state =
      failedAt !== null
        ? 'FAILED'
        : ageMs > BACKUP_LATE_MS[name]
          ? 'LATE'
          : goodAt === null
            ? 'NONE'
            : 'GOOD';
    return { name, state, goodAt, failedAt, error, ageMs, lateMs: BACKUP_LATE_MS[name] };
  });
}

const parseChecks = (stored: unknown): BackupsSeen =>
  Value.Check(BackupChecks, stored) ? (stored as BackupsSeen) : {};

function readBackupSignal(
  db: Queryable,
  { BACKUP_RECORDS }: BackupSettings,
  name: BackupName,
  now: Date,
): BackupSignal | Promise<BackupSignal> {
  if (name === 'archive') return readArchiver(db, now);
  if (name === 'stream') return readStream(db, now);
  return readRecords(join(BACKUP_RECORDS, name), now);
}

const BackupRun = Type.Object({
  at: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T[0-9:.]+Z$' }),
  result: Type.String(),
});

/** Reads the records of deploy/record-backup: the last run that succeeded and the last that failed. */
function readRecords(folder: string, now: Date): BackupSignal {
  try {
    const [lastGood, lastFailed] = [
      readBackupRun(join(folder, 'last-good.json')),
      readBackupRun(join(folder, 'last-failed.json')),
    ];
    const goodAt = lastGood && new Date(lastGood.at);
    const isFailing = lastFailed !== null && (goodAt === null || new Date(lastFailed.at) > goodAt);
    return {
      goodAt,
      failedAt: isFailing ? new Date(lastFailed.at) : null,
      error: isFailing ? lastFailed.result : null,
    };
  } catch (error) {
    return { goodAt: null, failedAt: now, error: (error as Error).message };
  }
}

function readBackupRun(file: string): Static<typeof BackupRun> | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return Value.Parse(BackupRun, JSON.parse(text));
}

async function readArchiver(db: Queryable, now: Date): Promise<BackupSignal> {
  const { rows } = await sql<
    BackupSignal & { isOn: boolean }
  >`select coalesce(current_setting('archive_mode') <> 'off', false) as "isOn",
      last_archived_time as "goodAt", last_failed_wal as error,
      case when last_archived_time is null or last_failed_time > last_archived_time then last_failed_time end as "failedAt"
    from pg_stat_archiver`.execute(db);
  const [row] = rows;
  if (!row?.isOn) return { goodAt: null, failedAt: now, error: 'archive_mode is off' };
  return { goodAt: row.goodAt, failedAt: row.failedAt, error: row.failedAt === null ? null : row.error };
}

/**
 * It is good while its slot is read and close to the end of the log; otherwise it is late, and lost once the slot
 * is.
 */
async function readStream(db: Queryable, now: Date): Promise<BackupSignal> {
  const { rows } = await sql<{
    active: boolean;
    status: string | null;
    behind: string | null;
  }>`select coalesce(active, false) as active,
      wal_status as status, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint::text as behind
    from pg_replication_slots where slot_name = ${REPLICATION_SLOT}`.execute(db);
  const [slot] = rows;
  const failedSignal = (error: string): BackupSignal => ({ goodAt: null, failedAt: now, error });
  if (!slot) return failedSignal(`there is no slot ${REPLICATION_SLOT}`);
  if (slot.status === 'lost') return failedSignal(`the slot ${REPLICATION_SLOT} is lost`);
  if (!slot.active) return failedSignal(`nothing reads the slot ${REPLICATION_SLOT}`);
  const keepsUp = slot.behind !== null && BigInt(slot.behind) <= BigInt(MAX_STREAM_LAG_BYTES);
  return { goodAt: keepsUp ? now : null, failedAt: null, error: null };
}
