import { randomInt } from 'node:crypto';
import type { TicketState, TicketTopic } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Language } from '../identity/index.ts';
import type { Queryable, Tx } from '../platform/database/database.ts';
import type { Page } from '../platform/database/rows.ts';

/** Texts are encrypted, as in the table. */
export interface TicketRow {
  id: string;
  number: number;
  userId: string | null;
  visitor: Buffer | null;
  language: Language;
  subject: Buffer;
  topic: TicketTopic;
  reference: string;
  state: TicketState;
  since: Date;
  unread: number;
  assignee: string | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface MessageRow {
  id: string;
  staffId: string | null;
  body: Buffer;
  createdAt: Date;
}

const TICKET = sql`id, number, user_id as "userId", visitor_encrypted as visitor, language,
  subject_encrypted as subject, topic, reference, state, since, unread, assignee, version, created_at as "createdAt", updated_at as "updatedAt"`;

export type NewTicket = Pick<
  TicketRow,
  'id' | 'userId' | 'visitor' | 'language' | 'subject' | 'topic' | 'reference'
>;

/** Draws a number that is probably unused: there are 90 million. */
export const generateTicketNumber = (): number => randomInt(10_000_000, 100_000_000);

export async function insertTicket(tx: Tx, ticket: NewTicket, now: Date): Promise<TicketRow> {
  const { id, userId, visitor, language, subject, topic, reference } = ticket;
  for (;;) {
    const { rows } = await sql<TicketRow>`insert into tickets
        (id, number, user_id, visitor_encrypted, language, subject_encrypted, topic, reference, since, created_at, updated_at)
      values (${id}, ${generateTicketNumber()}, ${userId}, ${visitor}, ${language}, ${subject}, ${topic}, ${reference},
        ${now}, ${now}, ${now})
      on conflict (number) do nothing returning ${TICKET}`.execute(tx);
    if (rows[0]) return rows[0];
  }
}

export async function insertMessage(
  tx: Tx,
  { id, ticketId, staffId, body }: Pick<MessageRow, 'id' | 'staffId' | 'body'> & { ticketId: string },
  now: Date,
): Promise<void> {
  await sql`insert into ticket_messages (id, ticket_id, staff_id, body_encrypted, created_at)
    values (${id}, ${ticketId}, ${staffId}, ${body}, ${now})`.execute(tx);
}

export async function findTicket(db: Queryable, id: string): Promise<TicketRow | null> {
  const { rows } = await sql<TicketRow>`select ${TICKET} from tickets where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Locks it until the transaction ends. */
export async function lockTicket(tx: Tx, id: string): Promise<TicketRow | null> {
  const { rows } = await sql<TicketRow>`select ${TICKET} from tickets where id = ${id} for update`.execute(
    tx,
  );
  return rows[0] ?? null;
}

export interface TicketChange {
  state: TicketState;
  since: Date;
  unread: number;
  assignee: string | null;
}

export async function updateTicket(
  tx: Tx,
  id: string,
  { state, since, unread, assignee }: TicketChange,
  now: Date,
): Promise<void> {
  await sql`update tickets set state = ${state}, since = ${since}, unread = ${unread}, assignee = ${assignee},
      version = version + 1, updated_at = ${now}
    where id = ${id}`.execute(tx);
}

/** Marks this many replies as read, which doesn't change the ticket; a concurrent reply stays new. */
export async function markRepliesSeen(db: Queryable, id: string, seenCount: number): Promise<void> {
  await sql`update tickets set unread = greatest(unread - ${seenCount}, 0) where id = ${id}`.execute(db);
}

/** Returns the messages of a ticket, oldest first. */
export async function listMessages(db: Queryable, ticketId: string): Promise<MessageRow[]> {
  const { rows } =
    await sql<MessageRow>`select id, staff_id as "staffId", body_encrypted as body, created_at as "createdAt"
    from ticket_messages where ticket_id = ${ticketId} order by id`.execute(db);
  return rows;
}

export async function countMessages(tx: Tx, ticketId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ticket_messages
    where ticket_id = ${ticketId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function listOwnTickets(db: Queryable, userId: string, page: Page): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`select ${TICKET} from tickets where user_id = ${userId}
      ${page.before === null ? sql`` : sql`and id < ${page.before}`}
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** Counts tickets with an unread reply. */
export async function countUnreadTickets(db: Queryable, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from tickets
    where user_id = ${userId} and unread > 0`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function countOpenTickets(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from tickets
    where user_id = ${userId} and state <> 'CLOSED'`.execute(tx);
  return rows[0]?.count ?? 0;
}

export interface QueueQuery {
  state: TicketState;
  topic: TicketTopic | null;
  assignee: string | null;
  limit: number;
  after: { at: Date; id: string } | null;
}

/** For WAITING those that wait the longest first; for others those changed last. */
export async function listQueue(db: Queryable, query: QueueQuery): Promise<TicketRow[]> {
  const { state, topic, assignee, limit, after } = query;
  const isWaiting = state === 'WAITING';
  const positionColumns = isWaiting ? sql`since, id` : sql`updated_at, id`;
  const comparison = isWaiting ? sql`>` : sql`<`;
  const order = isWaiting ? sql`since, id` : sql`updated_at desc, id desc`;
  const { rows } = await sql<TicketRow>`select ${TICKET} from tickets where state = ${state}
      ${topic === null ? sql`` : sql`and topic = ${topic}`}
      ${assignee === null ? sql`` : sql`and assignee = ${assignee}`}
      ${after === null ? sql`` : sql`and (${positionColumns}) ${comparison} (${after.at}::timestamptz, ${after.id}::uuid)`}
    order by ${order} limit ${limit}`.execute(db);
  return rows;
}

const MAX_COUNTED = 1_000;

export async function countWaitingTickets(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select 1 from tickets where state = 'WAITING' limit ${MAX_COUNTED}) waiting`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Marks a form token as used; false: this form was sent before. */
export async function consumeFormToken(tx: Tx, digest: Buffer, now: Date): Promise<boolean> {
  const { rows } = await sql`insert into used_forms (digest, used_at) values (${digest}, ${now})
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

export async function deleteOldFormTokens(db: Queryable, before: Date): Promise<void> {
  await sql`delete from used_forms where used_at < ${before}`.execute(db);
}

export async function findTicketByNumber(db: Queryable, number: number): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`select ${TICKET} from tickets where number = ${number}`.execute(db);
  return rows;
}

export async function listNewestTickets(db: Queryable, limit: number): Promise<TicketRow[]> {
  const { rows } =
    await sql<TicketRow>`select ${TICKET} from tickets order by id desc limit ${limit}`.execute(db);
  return rows;
}
