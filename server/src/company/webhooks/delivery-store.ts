/** Attempts to deliver an event to a company's own program. */
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';

export interface DeliveryRow {
  at: Date;
  status: number | null;
  answer: string;
  tookMs: number;
}

/** Per event, so that repeated resending doesn't fill the table. */
const MAX_PER_EVENT = 30;

export async function insertDelivery(
  db: Queryable,
  eventId: string,
  { at, status, answer, tookMs }: DeliveryRow,
): Promise<void> {
  await sql`insert into company_deliveries (id, event_id, at, status, answer, took_ms)
    values (${newId()}, ${eventId}, ${at}, ${status}, ${answer}, ${tookMs})`.execute(db);
  await sql`delete from company_deliveries where event_id = ${eventId} and id < (
    select id from company_deliveries where event_id = ${eventId} order by id desc offset ${MAX_PER_EVENT - 1} limit 1)`.execute(
    db,
  );
}

/** Newest first. */
export async function listDeliveries(db: Queryable, eventId: string): Promise<DeliveryRow[]> {
  const { rows } =
    await sql<DeliveryRow>`select at, status, answer, took_ms as "tookMs" from company_deliveries
    where event_id = ${eventId} order by id desc limit ${MAX_PER_EVENT}`.execute(db);
  return rows;
}
