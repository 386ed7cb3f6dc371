import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { Language } from '../ports.ts';
import { findUser, type User } from '../store.ts';

/** A sign-in with Google in progress. */
export interface ExternalSignInRow {
  id: string;
  /** Encrypted JSON: verifier and nonce until the browser returns, then Google's user data. */
  secret: Buffer;
  referralCode: string | null;
  language: Language;
}

export async function insertExternalSignIn(
  db: Queryable,
  row: ExternalSignInRow & { stateDigest: Buffer },
  now: Date,
): Promise<void> {
  await sql`insert into external_sign_ins (id, state_digest, secret_encrypted, referral_code, language, created_at)
    values (${row.id}, ${row.stateDigest}, ${row.secret}, ${row.referralCode}, ${row.language}, ${now})`.execute(
    db,
  );
}

const ROW = sql`id, secret_encrypted as secret, referral_code as "referralCode", language`;

/** Takes a state created after `since`; it can't be taken again. */
export async function consumeOAuthState(
  db: Queryable,
  stateDigest: Buffer,
  since: Date,
  now: Date,
): Promise<ExternalSignInRow | null> {
  const { rows } = await sql<ExternalSignInRow>`update external_sign_ins set used_at = ${now}
    where state_digest = ${stateDigest} and used_at is null and created_at > ${since}
    returning ${ROW}`.execute(db);
  return rows[0] ?? null;
}

/** Returns the ticket's digest of a state taken after `since`, null while Google is being queried. */
export async function findReturnedTicket(
  db: Queryable,
  stateDigest: Buffer,
  since: Date,
): Promise<{ ticketDigest: Buffer | null } | null> {
  const { rows } = await sql<{ ticketDigest: Buffer | null }>`select ticket_digest as "ticketDigest"
    from external_sign_ins where state_digest = ${stateDigest} and used_at > ${since}`.execute(db);
  return rows[0] ?? null;
}

export async function deleteSignIn(db: Queryable, id: string): Promise<void> {
  await sql`delete from external_sign_ins where id = ${id}`.execute(db);
}

/** Stores the ticket once the browser has returned; the sign-in is found by it from now on. */
export async function storeTicket(
  db: Queryable,
  id: string,
  ticketDigest: Buffer,
  secret: Buffer,
): Promise<void> {
  await sql`update external_sign_ins set ticket_digest = ${ticketDigest}, secret_encrypted = ${secret}
    where id = ${id}`.execute(db);
}

/** Returns a ticket of a browser that returned after `since`. */
export async function findGoogleTicket(
  db: Queryable,
  ticketDigest: Buffer,
  since: Date,
): Promise<ExternalSignInRow | null> {
  const { rows } = await sql<ExternalSignInRow>`select ${ROW} from external_sign_ins
    where ticket_digest = ${ticketDigest} and used_at > ${since}`.execute(db);
  return rows[0] ?? null;
}

/** False: another call took it first. */
export async function consumeTicketRow(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`delete from external_sign_ins where id = ${id} returning 1`.execute(tx);
  return rows.length > 0;
}

export async function findExternalUser(db: Queryable, issuer: string, subject: string): Promise<User | null> {
  const { rows } = await sql<{ userId: string }>`select user_id as "userId" from external_identities
    where issuer = ${issuer} and subject = ${subject}`.execute(db);
  return rows[0] ? findUser(db, rows[0].userId) : null;
}

/** False: it is linked to an account already. */
export async function insertExternalIdentity(
  tx: Tx,
  { issuer, subject }: { issuer: string; subject: string },
  userId: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`insert into external_identities (issuer, subject, user_id, created_at)
    values (${issuer}, ${subject}, ${userId}, ${now}) on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}
