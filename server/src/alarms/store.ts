import type { AlarmKind, AlarmSeverity, AlarmWay } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import type { AlarmFinding } from './ports.ts';

export interface StoredAlarm {
  id: string;
  kind: AlarmKind;
  subject: string;
  figure: number | null;
  severity: AlarmSeverity;
  seenAt: Date;
  lastSeenAt: Date;
  goneAt: Date | null;
  /** Null: it isn't confirmed yet. */
  raisedAt: Date | null;
  clearedAt: Date | null;
  step: number;
  round: number;
  nextStepAt: Date | null;
  acknowledgedAt: Date | null;
}

const ALARM_COLUMNS = sql`id, kind, subject, figure, severity, seen_at as "seenAt", last_seen_at as "lastSeenAt",
  gone_at as "goneAt", raised_at as "raisedAt", cleared_at as "clearedAt", step, round,
  next_step_at as "nextStepAt", acknowledged_at as "acknowledgedAt"`;

/** Returns when the last check started; null: never. */
export async function findLastCheckOf(db: Queryable, name: string): Promise<Date | null> {
  const { rows } = await sql<{
    at: Date;
  }>`select looked_at as at from alarm_checks where name = ${name}`.execute(db);
  return rows[0]?.at ?? null;
}

/** Returns whether any alarm's next step is due, and which channels have due messages. */
export async function findDue(db: Queryable, now: Date): Promise<{ steps: boolean; ways: AlarmWay[] }> {
  const { rows } = await sql<{ steps: boolean; ways: AlarmWay[] }>`select
    exists (select from alarms where next_step_at <= ${now}) as steps,
    array(select distinct way from alarm_messages where next_try_at <= ${now}) as ways`.execute(db);
  return rows[0] ?? { steps: false, ways: [] };
}

export interface CheckRun {
  begunAt: Date;
  memory: object | null;
}

/** Claims a run of the check; null: the last one started less than `everyMs` ago, or one is running. */
export async function claimCheckRun(
  db: Queryable,
  name: string,
  everyMs: number,
  now: Date,
): Promise<CheckRun | null> {
  const before = new Date(now.getTime() - everyMs);
  const { rows } = await sql<{
    begunAt: Date;
    memory: object | null;
  }>`insert into alarm_checks as c (name, looked_at)
    values (${name}, ${now}) on conflict (name) do update set looked_at = excluded.looked_at
    where c.looked_at <= ${before}
    returning looked_at as "begunAt", memory`.execute(db);
  return rows[0] ?? null;
}

/** Locks the check for this transaction; false: another check has started since, and this one is outdated. */
export async function commitCheckRun(
  tx: Tx,
  name: string,
  { begunAt }: CheckRun,
  memory: unknown,
): Promise<boolean> {
  const { rows } = await sql`update alarm_checks set
      memory = ${memory === undefined ? null : JSON.stringify(memory)}::jsonb
    where name = ${name} and looked_at = ${begunAt} returning 1`.execute(tx);
  return rows.length > 0;
}

/** Returns the memory of the last check; null: none. */
export async function readCheckMemory(db: Queryable, name: string): Promise<unknown> {
  const { rows } = await sql<{
    memory: object | null;
  }>`select memory from alarm_checks where name = ${name}`.execute(db);
  return rows[0]?.memory ?? null;
}

export async function findLastCheck(db: Queryable): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select max(looked_at) as at from alarm_checks`.execute(db);
  return rows[0]?.at ?? null;
}

/** Locks alarms that last, including unconfirmed ones. */
export async function lockAlarmsFoundBy(tx: Tx, name: string): Promise<StoredAlarm[]> {
  const { rows } = await sql<StoredAlarm>`select ${ALARM_COLUMNS} from alarms
    where found_by = ${name} and cleared_at is null order by id for update`.execute(tx);
  return rows;
}

/** Does nothing if another check has found the same. */
export async function addAlarm(
  tx: Tx,
  foundBy: string,
  { kind, subject, figure }: AlarmFinding,
  severity: AlarmSeverity,
  now: Date,
): Promise<void> {
  await sql`insert into alarms (id, kind, subject, found_by, figure, severity, seen_at, last_seen_at)
    values (${newId()}, ${kind}, ${subject}, ${foundBy}, ${figure ?? null}, ${severity}, ${now}, ${now})
    on conflict do nothing`.execute(tx);
}

/** Saves the changes of a check or a step. */
export async function saveAlarm(tx: Tx, alarm: StoredAlarm): Promise<void> {
  await sql`update alarms set figure = ${alarm.figure}, severity = ${alarm.severity},
      last_seen_at = ${alarm.lastSeenAt}, gone_at = ${alarm.goneAt}, raised_at = ${alarm.raisedAt},
      cleared_at = ${alarm.clearedAt}, step = ${alarm.step}, round = ${alarm.round},
      next_step_at = ${alarm.nextStepAt}, acknowledged_at = ${alarm.acknowledgedAt}
    where id = ${alarm.id}`.execute(tx);
}

/** Deletes an alarm that was never confirmed. */
export async function deleteUnconfirmedAlarm(tx: Tx, id: string): Promise<void> {
  await sql`delete from alarms where id = ${id} and raised_at is null`.execute(tx);
}

/** Locks an alarm whose next step is due and that no other process has locked. */
export async function lockDueAlarm(tx: Tx, now: Date): Promise<StoredAlarm | null> {
  const { rows } = await sql<StoredAlarm>`select ${ALARM_COLUMNS} from alarms where next_step_at <= ${now}
    order by next_step_at, id limit 1 for update skip locked`.execute(tx);
  return rows[0] ?? null;
}

/** Locks an alarm that was raised. */
export async function lockAlarm(tx: Tx, id: string): Promise<StoredAlarm | null> {
  const { rows } = await sql<StoredAlarm>`select ${ALARM_COLUMNS} from alarms
    where id = ${id} and raised_at is not null for update`.execute(tx);
  return rows[0] ?? null;
}

/** Returns alarms that last, unacknowledged ones and pages first, or those that are over, latest first. */
export async function listAlarms(
  db: Queryable,
  { over, limit }: { over: boolean; limit: number },
): Promise<StoredAlarm[]> {
  const { rows } = over
    ? await sql<StoredAlarm>`select ${ALARM_COLUMNS} from alarms where cleared_at is not null
        order by cleared_at desc, id desc limit ${limit}`.execute(db)
    : await sql<StoredAlarm>`select ${ALARM_COLUMNS} from alarms where cleared_at is null and raised_at is not null
        order by acknowledged_at is not null, severity, raised_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

const MAX_COUNTED = 1_000;

/** Counts alarms that last and aren't acknowledged; at most 1,000. */
export async function countUnacknowledgedAlarms(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (select from alarms
    where cleared_at is null and raised_at is not null and acknowledged_at is null limit ${MAX_COUNTED}) a`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export interface StoredAcknowledgement {
  alarmId: string;
  staffId: string;
  at: Date;
  note: string;
}

export async function addAcknowledgement(
  tx: Tx,
  { alarmId, staffId, at, note }: StoredAcknowledgement,
): Promise<void> {
  await sql`insert into alarm_acknowledgements (id, alarm_id, staff_id, at, note)
    values (${newId()}, ${alarmId}, ${staffId}, ${at}, ${note})`.execute(tx);
}

export async function listAcknowledgements(
  db: Queryable,
  alarmIds: readonly string[],
): Promise<StoredAcknowledgement[]> {
  const { rows } =
    await sql<StoredAcknowledgement>`select alarm_id as "alarmId", staff_id as "staffId", at, note
    from alarm_acknowledgements where alarm_id = any(${alarmIds}::uuid[]) order by at desc, id desc
    limit ${MAX_COUNTED}`.execute(db);
  return rows;
}

export interface StoredMessage {
  id: string;
  alarmId: string;
  step: number;
  way: AlarmWay;
  userId: string | null;
  createdAt: Date;
  nextTryAt: Date | null;
  tries: number;
  sentAt: Date | null;
  givenUpAt: Date | null;
  droppedAt: Date | null;
  fault: string | null;
}

const MESSAGE_COLUMNS = sql`id, alarm_id as "alarmId", step, way, user_id as "userId", created_at as "createdAt",
  next_try_at as "nextTryAt", tries, sent_at as "sentAt", given_up_at as "givenUpAt", dropped_at as "droppedAt",
  fault`;

/** Adds a message, once per round, channel and recipient. */
export async function addMessage(
  tx: Tx,
  { id: alarmId, round, step }: Pick<StoredAlarm, 'id' | 'round' | 'step'>,
  { way, userId }: Pick<StoredMessage, 'way' | 'userId'>,
  now: Date,
): Promise<void> {
  await sql`insert into alarm_messages (id, alarm_id, round, step, way, user_id, created_at, next_try_at)
    values (${newId()}, ${alarmId}, ${round}, ${step}, ${way}, ${userId}, ${now}, ${now})
    on conflict do nothing`.execute(tx);
}

export interface DueMessage extends StoredMessage {
  kind: AlarmKind;
  subject: string;
  figure: number | null;
  severity: AlarmSeverity;
  /** Never null once there is a message about it. */
  raisedAt: Date | null;
}

/** Claims the oldest due messages to one recipient by this channel; no other process takes them before `until`. */
export async function takeDueMessages(
  tx: Tx,
  way: AlarmWay,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<DueMessage[]> {
  const { rows } = await sql<{ id: string; userId: string | null }>`select id, user_id as "userId"
    from alarm_messages where way = ${way} and next_try_at <= ${now}
    order by next_try_at, id limit ${limit} for update skip locked`.execute(tx);
  const [first] = rows;
  if (!first) return [];
  const ids = rows.filter(({ userId }) => userId === first.userId).map(({ id }) => id);
  const { rows: claimedMessages } = await sql<DueMessage>`with taken as (
      update alarm_messages set next_try_at = ${until}, tries = tries + 1 where id = any(${ids}::uuid[])
      returning ${MESSAGE_COLUMNS})
    select t.*, a.kind, a.subject, a.figure, a.severity, a.raised_at as "raisedAt"
    from taken t join alarms a on a.id = t."alarmId" order by t.id`.execute(tx);
  return claimedMessages;
}

export interface AttemptResult {
  /** All null: the message was dropped, which is recorded already. */
  sentAt: Date | null;
  givenUpAt: Date | null;
  nextTryAt: Date | null;
  errorText: string | null;
}

/** Records the result of an attempt; for a dropped message only that it went out all the same. */
export async function recordAttempt(
  db: Queryable,
  ids: readonly string[],
  { sentAt, givenUpAt, nextTryAt, errorText }: AttemptResult,
): Promise<void> {
  await sql`update alarm_messages set sent_at = ${sentAt}, given_up_at = ${givenUpAt}, next_try_at = ${nextTryAt},
      dropped_at = null, fault = ${errorText}
    where id = any(${ids}::uuid[]) and sent_at is null and (next_try_at is not null or ${sentAt !== null})`.execute(
    db,
  );
}

/** Drops the messages that haven't gone out. */
export async function dropAlarmMessages(tx: Tx, alarmId: string, now: Date): Promise<void> {
  await sql`update alarm_messages set dropped_at = ${now}, next_try_at = null
    where alarm_id = ${alarmId} and next_try_at is not null`.execute(tx);
}

/** Returns messages, newest first, at most this many of each alarm. */
export async function listAlarmMessages(
  db: Queryable,
  alarmIds: readonly string[],
  perAlarm: number,
): Promise<StoredMessage[]> {
  const { rows } = await sql<StoredMessage>`select m.* from unnest(${alarmIds}::uuid[]) as a (alarm)
    cross join lateral (select ${MESSAGE_COLUMNS} from alarm_messages where alarm_id = a.alarm
      order by round desc, id desc limit ${perAlarm}) m`.execute(db);
  return rows;
}

export async function listDuty(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`select user_id as "userId" from alarm_duty
    order by since, user_id limit ${MAX_COUNTED}`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** Sets whether a staff member is on duty; false: unchanged. */
export async function saveDuty(tx: Tx, userId: string, isOn: boolean, now: Date): Promise<boolean> {
  const { rows } = isOn
    ? await sql`insert into alarm_duty (user_id, since) values (${userId}, ${now}) on conflict do nothing
        returning 1`.execute(tx)
    : await sql`delete from alarm_duty where user_id = ${userId} returning 1`.execute(tx);
  return rows.length > 0;
}

/** Deletes alarms that have long been over, with their messages. */
export async function deleteEndedAlarms(tx: Tx, before: Date, limit: number): Promise<void> {
  await sql`with old as (select id from alarms where cleared_at < ${before} order by cleared_at limit ${limit}),
      acknowledgements as (delete from alarm_acknowledgements where alarm_id in (select id from old)),
      messages as (delete from alarm_messages where alarm_id in (select id from old))
    delete from alarms where id in (select id from old)`.execute(tx);
}
