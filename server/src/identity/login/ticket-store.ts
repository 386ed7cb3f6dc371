import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';

export interface Ticket {
  digest: Buffer;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertLoginTicket(tx: Tx, ticket: Ticket): Promise<void> {
  await sql`insert into reset_tickets (ticket_digest, user_id, created_at, expires_at)
    values (${ticket.digest}, ${ticket.userId}, ${ticket.createdAt}, ${ticket.expiresAt})`.execute(tx);
}

export async function findTicketOwner(tx: Queryable, digest: Buffer): Promise<string | null> {
  const { rows } = await sql<{ userId: string }>`select user_id as "userId" from reset_tickets
    where ticket_digest = ${digest}`.execute(tx);
  return rows[0]?.userId ?? null;
}

/** Uses up the ticket; returns its owner. Null: unknown, used or too old. */
export async function consumeResetTicket(tx: Tx, digest: Buffer, now: Date): Promise<string | null> {
  const { rows } = await sql<{ userId: string }>`update reset_tickets set used_at = ${now}
    where ticket_digest = ${digest} and used_at is null and expires_at > ${now}
    returning user_id as "userId"`.execute(tx);
  return rows[0]?.userId ?? null;
}
