/** Events for companies' own programs, and the outcome of their delivery. */
import type { WebhookEvent } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { insertInto, type Row } from '../../ledger/index.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { Page } from '../../platform/database/rows.ts';
import { newId } from '../../platform/ids.ts';

export interface EventRow {
  id: string;
  companyId: string;
  kind: WebhookEvent['event'];
  /** Id of the payment or settlement. */
  subject: string;
  createdAt: Date;
  nextTryAt: Date | null;
  tries: number;
  deliveredAt: Date | null;
  givenUpAt: Date | null;
  lastStatus: number | null;
  lastAnswer: string | null;
}

export type NewEvent = Pick<EventRow, 'companyId' | 'kind' | 'subject'> & { at: Date };

const EVENTS = insertInto('company_events', {
  id: 'uuid',
  company_id: 'uuid',
  kind: 'text',
  body: 'jsonb',
  created_at: 'timestamptz',
  next_try_at: 'timestamptz',
});

const columnValuesOf = ({ companyId, kind, subject, at }: NewEvent) => ({
  id: newId(),
  company_id: companyId,
  kind,
  body: JSON.stringify({ subject }),
  created_at: at,
  next_try_at: at,
});

/** Written in the transaction of the money. */
export const buildEventRow = (event: NewEvent): Row => EVENTS.row(columnValuesOf(event));

/** Returns its id. */
export async function insertEvent(tx: Queryable, event: NewEvent): Promise<string> {
  const values = columnValuesOf(event);
  await tx.insertInto('company_events').values(values).execute();
  return values.id;
}

const ROW = sql`id, company_id as "companyId", kind, coalesce(body ->> 'subject', '') as subject, created_at as "createdAt",
  next_try_at as "nextTryAt", tries, delivered_at as "deliveredAt", given_up_at as "givenUpAt",
  last_status as "lastStatus", last_answer as "lastAnswer"`;

/** Takes due events and hides them from other workers for a while; those of a crashed worker are due again later. */
export async function claimDueEvents(
  db: Queryable,
  now: Date,
  hiddenUntil: Date,
  limit: number,
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`update company_events e set next_try_at = ${hiddenUntil}
    from (select id as due from company_events where next_try_at <= ${now} order by next_try_at limit ${limit}
      for update skip locked) t
    where e.id = t.due returning ${ROW}`.execute(db);
  return rows;
}

/** Saves the outcome of an attempt, unless its claim has expired: another worker may have delivered the event since. */
export async function saveAttempt(
  db: Queryable,
  { id, nextTryAt: claimedUntil }: Pick<EventRow, 'id' | 'nextTryAt'>,
  attempt: {
    status: number | null;
    answer: string | null;
    counted: boolean;
    deliveredAt: Date | null;
    givenUpAt: Date | null;
    nextTryAt: Date | null;
  },
): Promise<void> {
  await sql`update company_events set last_status = ${attempt.status}, last_answer = ${attempt.answer},
      tries = tries + ${attempt.counted ? 1 : 0}, delivered_at = ${attempt.deliveredAt}, given_up_at = ${attempt.givenUpAt},
      next_try_at = ${attempt.nextTryAt}
    where id = ${id} and next_try_at = ${claimedUntil}`.execute(db);
}

export async function listEvents(db: Queryable, companyId: string, page: Page): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`select ${ROW} from company_events
    where company_id = ${companyId} and (${page.before}::uuid is null or id < ${page.before}::uuid)
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

export async function findEvent(db: Queryable, companyId: string, id: string): Promise<EventRow | null> {
  const { rows } = await sql<EventRow>`select ${ROW} from company_events
    where id = ${id} and company_id = ${companyId}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Starts the delivery again from the beginning. 'WAITING': it is being retried anyway; null: the company has no
 * such event.
 */
export async function rescheduleEvent(
  db: Queryable,
  companyId: string,
  id: string,
  now: Date,
): Promise<'WOKEN' | 'WAITING' | null> {
  const { rows } = await sql<{ id: string }>`update company_events
    set next_try_at = ${now}, tries = 0, given_up_at = null, delivered_at = null
    where id = ${id} and company_id = ${companyId} and next_try_at is null returning id`.execute(db);
  if (rows.length > 0) return 'WOKEN';
  const existing =
    await sql`select from company_events where id = ${id} and company_id = ${companyId}`.execute(db);
  return existing.rows.length > 0 ? 'WAITING' : null;
}

export interface Webhook {
  url: string;
  secretEncrypted: Buffer;
  /** The previous secret, which also signs until then; null: none. */
  oldSecretEncrypted: Buffer | null;
  oldSecretUntil: Date | null;
}

const WEBHOOK = sql`url, secret_encrypted as "secretEncrypted", old_secret_encrypted as "oldSecretEncrypted",
  old_secret_until as "oldSecretUntil"`;

/** Returns a store's webhook, locked until the transaction ends. */
export async function lockWebhook(tx: Tx, companyId: string): Promise<Webhook | null> {
  const { rows } = await sql<Webhook>`select ${WEBHOOK} from company_webhooks
    where company_id = ${companyId} for no key update`.execute(tx);
  return rows[0] ?? null;
}

/** Deletes previous secrets that no longer sign. */
export async function deleteOldSecrets(db: Queryable, now: Date): Promise<void> {
  await sql`update company_webhooks set old_secret_encrypted = null, old_secret_until = null
    where old_secret_until <= ${now}`.execute(db);
}

export async function findWebhook(db: Queryable, companyId: string): Promise<Webhook | null> {
  const { rows } = await sql<Webhook>`select ${WEBHOOK} from company_webhooks
    where company_id = ${companyId}`.execute(db);
  return rows[0] ?? null;
}

export async function saveWebhook(
  db: Queryable,
  companyId: string,
  { url, secretEncrypted, oldSecretEncrypted, oldSecretUntil }: Webhook,
  now: Date,
): Promise<void> {
  const row = {
    url,
    secret_encrypted: secretEncrypted,
    old_secret_encrypted: oldSecretEncrypted,
    old_secret_until: oldSecretUntil,
    changed_at: now,
  };
  await db
    .insertInto('company_webhooks')
    .values({ company_id: companyId, ...row })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute();
}

export async function deleteWebhook(db: Queryable, companyId: string): Promise<void> {
  await sql`delete from company_webhooks where company_id = ${companyId}`.execute(db);
}
