import type { Pausable } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../platform/database/database.ts';

export interface MaintenanceRow {
  version: number;
  /** Null: maintenance is off. */
  on: { beganAt: Date; fa: string; en: string; expectedEnd: Date | null } | null;
  changedBy: string;
}

interface StoredMaintenance {
  version: number;
  beganAt: Date | null;
  fa: string | null;
  en: string | null;
  expectedEnd: Date | null;
  changedBy: string;
}

export async function readMaintenance(db: Queryable): Promise<MaintenanceRow | null> {
  const { rows } =
    await sql<StoredMaintenance>`select version, began_at as "beganAt", text_fa as fa, text_en as en,
    expected_end as "expectedEnd", changed_by as "changedBy" from maintenance`.execute(db);
  if (!rows[0]) return null;
  const { version, beganAt, fa, en, expectedEnd, changedBy } = rows[0];
  const on = beganAt && fa !== null && en !== null ? { beganAt, fa, en, expectedEnd } : null;
  return { version, on, changedBy };
}

/** Serialises changes, also while there is no row yet. */
export async function lockMaintenance(tx: Tx): Promise<MaintenanceRow | null> {
  await sql`lock table maintenance in share row exclusive mode`.execute(tx);
  return readMaintenance(tx);
}

export async function writeMaintenance(
  tx: Tx,
  { version, on, changedBy }: MaintenanceRow,
  now: Date,
): Promise<void> {
  await sql`insert into maintenance (version, began_at, text_fa, text_en, expected_end, changed_at, changed_by)
    values (${version}, ${on?.beganAt ?? null}, ${on?.fa ?? null}, ${on?.en ?? null}, ${on?.expectedEnd ?? null},
      ${now}, ${changedBy})
    on conflict (singleton) do update set version = excluded.version, began_at = excluded.began_at,
      text_fa = excluded.text_fa, text_en = excluded.text_en, expected_end = excluded.expected_end,
      changed_at = excluded.changed_at, changed_by = excluded.changed_by`.execute(tx);
}

export interface PauseRow extends Pausable {
  version: number;
  fa: string;
  en: string;
  beginsAt: Date;
  /** Null: it ends when staff ends it. */
  endsAt: Date | null;
  changedBy: string;
}

const PAUSE_COLUMNS = sql`scope, name, version, text_fa as fa, text_en as en, begins_at as "beginsAt", ends_at as "endsAt",
  changed_by as "changedBy"`;

/** Returns pauses that aren't over, at most one per pausable thing; soonest first. */
export async function readPauses(db: Queryable, now: Date): Promise<PauseRow[]> {
  const { rows } =
    await sql<PauseRow>`select ${PAUSE_COLUMNS} from pauses where ends_at is null or ends_at > ${now}
    order by begins_at, scope, name`.execute(db);
  return rows;
}

/** Returns a pause, also one that is over. */
export async function readPause(db: Queryable, { scope, name }: Pausable): Promise<PauseRow | null> {
  const { rows } = await sql<PauseRow>`select ${PAUSE_COLUMNS} from pauses
    where scope = ${scope} and name = ${name}`.execute(db);
  return rows[0] ?? null;
}

/** Serialises changes, also while there is no row yet. */
export async function lockPauses(tx: Tx): Promise<void> {
  await sql`lock table pauses in share row exclusive mode`.execute(tx);
}

export async function writePause(tx: Tx, row: PauseRow, now: Date): Promise<void> {
  const { scope, name, version, fa, en, beginsAt, endsAt, changedBy } = row;
  await sql`insert into pauses (scope, name, version, text_fa, text_en, begins_at, ends_at, changed_at, changed_by)
    values (${scope}, ${name}, ${version}, ${fa}, ${en}, ${beginsAt}, ${endsAt}, ${now}, ${changedBy})
    on conflict (scope, name) do update set version = excluded.version, text_fa = excluded.text_fa,
      text_en = excluded.text_en, begins_at = excluded.begins_at, ends_at = excluded.ends_at,
      changed_at = excluded.changed_at, changed_by = excluded.changed_by`.execute(tx);
}

export interface ProcessIdentity {
  id: string;
  role: 'SERVER' | 'WORKER';
  version: string;
  commit: string | null;
  host: string;
  pid: number;
  startedAt: Date;
}

export interface ProcessRow extends ProcessIdentity {
  epoch: bigint | null;
  heardAt: Date;
}

/** Records a heartbeat by the clock of the database, by which all processes are compared. */
export async function upsertProcess(
  db: Queryable,
  process: ProcessIdentity,
  epoch: bigint | null,
): Promise<void> {
  const { id, role, version, commit, host, pid, startedAt } = process;
  await sql`insert into processes (id, role, version, commit_id, host, pid, epoch, started_at, heard_at)
    values (${id}, ${role}, ${version}, ${commit}, ${host}, ${pid}, ${epoch}, ${startedAt}, now())
    on conflict (id) do update set epoch = excluded.epoch, heard_at = excluded.heard_at`.execute(db);
}

export async function removeProcess(db: Queryable, id: string): Promise<void> {
  await sql`delete from processes where id = ${id}`.execute(db);
}

export async function pruneProcesses(db: Queryable, hours: number): Promise<void> {
  await sql`delete from processes where heard_at < now() - ${hours} * interval '1 hour'`.execute(db);
}

const MAX_PROCESSES = 200;

/** Lists processes, oldest first; `isSilent`: without a heartbeat for this many seconds. */
export async function listProcesses(
  db: Queryable,
  silentAfter: number,
): Promise<(ProcessRow & { isSilent: boolean })[]> {
  const { rows } = await sql<
    ProcessRow & { isSilent: boolean }
  >`select id, role, version, commit_id as "commit", host,
      pid, epoch, started_at as "startedAt", heard_at as "heardAt",
      heard_at < now() - ${silentAfter} * interval '1 second' as "isSilent"
    from processes order by started_at, id limit ${MAX_PROCESSES}`.execute(db);
  return rows;
}

export async function readLease(db: Queryable): Promise<{ epoch: bigint; isHeld: boolean }> {
  const { rows } = await sql<{ epoch: bigint; isHeld: boolean }>`select epoch,
    lease_until > clock_timestamp() as "isHeld" from ledger_head`.execute(db);
  return rows[0] ?? { epoch: 0n, isHeld: false };
}

export interface Archive {
  isOn: boolean;
  lastAt: Date | null;
  /** Set after the last success. */
  failedAt: Date | null;
}

export async function readArchive(db: Queryable): Promise<Archive> {
  const { rows } =
    await sql<Archive>`select coalesce(current_setting('archive_mode') <> 'off', false) as "isOn",
      last_archived_time as "lastAt",
      case when last_archived_time is null or last_failed_time > last_archived_time then last_failed_time end as "failedAt"
    from pg_stat_archiver`.execute(db);
  return rows[0] ?? { isOn: false, lastAt: null, failedAt: null };
}

export interface WaitingWebhooks {
  waiting: number;
  failing: number;
  givenUp: number;
}

/** More are as bad. */
const MAX_COUNTED = 50_000;

/** `since`: an id; given-up events are counted among those after it. */
export async function countWebhooks(db: Queryable, since: string): Promise<WaitingWebhooks> {
  const { rows } = await sql<WaitingWebhooks>`select
      (select count(*)::int from (select from company_events where next_try_at is not null limit ${MAX_COUNTED}) w)
        as waiting,
      (select count(*)::int from (select tries from company_events where next_try_at is not null
        limit ${MAX_COUNTED}) f where tries > 0) as failing,
      (select count(*)::int from (select given_up_at from company_events where id > ${since}::uuid
        limit ${MAX_COUNTED}) g where given_up_at is not null) as "givenUp"`.execute(db);
  return rows[0] ?? { waiting: 0, failing: 0, givenUp: 0 };
}
