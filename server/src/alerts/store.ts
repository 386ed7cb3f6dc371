import type { AlertDirection, Coin, Quote } from '@sarraf/domain';
import type { AlertState } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';

export interface AlertRow {
  id: string;
  userId: string;
  coin: Coin;
  quote: Quote;
  direction: AlertDirection;
  /** Quote smallest units. */
  threshold: bigint;
  pauseSeconds: number | null;
  state: AlertState;
  pausedUntil: Date | null;
  firedAt: Date | null;
  firedPrice: bigint | null;
  createdAt: Date;
}

export const ALERT_COLUMNS = sql`a.id, a.user_id as "userId", a.coin, a.quote, a.direction, a.threshold, a.pause_seconds as "pauseSeconds",
  a.state, a.paused_until as "pausedUntil", a.fired_at as "firedAt", a.fired_price as "firedPrice",
  a.created_at as "createdAt"`;

/** Returns a person's alerts, newest first; there are few. */
export async function listAlerts(db: Queryable, userId: string): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`select ${ALERT_COLUMNS} from price_alerts a where user_id = ${userId}
    order by id desc`.execute(db);
  return rows;
}

/** Locks an alert until the transaction ends; null: this person has none with this id. */
export async function lockAlert(tx: Tx, userId: string, id: string): Promise<AlertRow | null> {
  const { rows } = await sql<AlertRow>`select ${ALERT_COLUMNS} from price_alerts a
    where id = ${id} and user_id = ${userId} for update`.execute(tx);
  return rows[0] ?? null;
}

export type NewAlert = Pick<
  AlertRow,
  'userId' | 'coin' | 'quote' | 'direction' | 'threshold' | 'pauseSeconds'
>;

/** Renews an equal existing alert: it waits, with the new pause. Null: there is none. */
export async function renewAlert(tx: Tx, alert: NewAlert): Promise<AlertRow | null> {
  const { userId, coin, quote, direction, threshold, pauseSeconds } = alert;
  const { rows } = await sql<AlertRow>`update price_alerts a
    set state = 'WAITING', paused_until = null, pause_seconds = ${pauseSeconds}
    where user_id = ${userId} and coin = ${coin} and quote = ${quote} and direction = ${direction}
      and threshold = ${threshold}
    returning ${ALERT_COLUMNS}`.execute(tx);
  return rows[0] ?? null;
}

export async function insertAlert(tx: Tx, alert: NewAlert, now: Date): Promise<AlertRow> {
  const { userId, coin, quote, direction, threshold, pauseSeconds } = alert;
  const { rows } = await sql<AlertRow>`insert into price_alerts as a
      (id, user_id, coin, quote, direction, threshold, pause_seconds, created_at)
    values (${newId()}, ${userId}, ${coin}, ${quote}, ${direction}, ${threshold}, ${pauseSeconds}, ${now})
    returning ${ALERT_COLUMNS}`.execute(tx);
  return rows[0] as AlertRow;
}

export async function countAlerts(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from price_alerts
    where user_id = ${userId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Deletes the oldest fired alert of a person; false: none has fired. */
export async function deleteOldestFiredAlert(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`delete from price_alerts where id = (
      select id from price_alerts where user_id = ${userId} and state = 'FIRED' order by fired_at, id limit 1)
    returning 1`.execute(tx);
  return rows.length > 0;
}

export async function rearmAlert(tx: Tx, id: string): Promise<AlertRow> {
  const { rows } = await sql<AlertRow>`update price_alerts a set state = 'WAITING', paused_until = null
    where id = ${id} returning ${ALERT_COLUMNS}`.execute(tx);
  return rows[0] as AlertRow;
}

/** Deletes an alert; false: this person has none with this id. */
export async function deleteAlert(db: Queryable, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`delete from price_alerts where id = ${id} and user_id = ${userId}
    returning 1`.execute(db);
  return rows.length > 0;
}
