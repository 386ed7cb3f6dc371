import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { ConsentLimit } from './limits.ts';

export interface Consent {
  id: string;
  reference: string;
  personDigest: Buffer;
}

/** Serialises users with the same number, so that its codes are counted together. */
export async function lockMobile(tx: Tx, mobileIndex: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${mobileIndex.readBigInt64BE(0)})`.execute(tx);
}

/** Returns how many codes were sent to the user or the number since a time, and when the first was. */
export async function countConsents(
  tx: Tx,
  subject: { userId: string; mobileIndex: Buffer },
  { windowMs }: ConsentLimit,
  now: Date,
): Promise<{ count: number; first: Date | null }> {
  const since = new Date(now.getTime() - windowMs);
  const { rows } = await sql<{ count: number; first: Date | null }>`
    select count(*)::int as count, min(created_at) as first from identity_consents
    where (user_id = ${subject.userId} or mobile_index = ${subject.mobileIndex}) and created_at > ${since}`.execute(
    tx,
  );
  return rows[0] ?? { count: 0, first: null };
}

export async function insertConsent(
  tx: Tx,
  consent: { userId: string; mobileIndex: Buffer; personDigest: Buffer },
  now: Date,
  expiresAt: Date,
): Promise<string> {
  const id = newId();
  await sql`insert into identity_consents (id, user_id, mobile_index, person_digest, created_at, expires_at)
    values (${id}, ${consent.userId}, ${consent.mobileIndex}, ${consent.personDigest}, ${now}, ${expiresAt})`.execute(
    tx,
  );
  return id;
}

export async function setConsentReference(db: Queryable, id: string, reference: string): Promise<void> {
  await sql`update identity_consents set reference = ${reference} where id = ${id}`.execute(db);
}

/** Nothing was sent. */
export async function deleteConsent(db: Queryable, id: string): Promise<void> {
  await sql`delete from identity_consents where id = ${id}`.execute(db);
}

export async function countConsentAttempts(
  tx: Tx,
  userId: string,
  since: Date,
): Promise<{ count: number; first: Date | null }> {
  const { rows } = await sql<{ count: number; first: Date | null }>`
    select coalesce(sum(attempts), 0)::int as count, min(created_at) as first from identity_consents
    where user_id = ${userId} and created_at > ${since} and used_at is null`.execute(tx);
  return rows[0] ?? { count: 0, first: null };
}

/** Counts an attempt at the user's newest code, before the provider is called; null: none is valid. */
export async function consumeConsentAttempt(
  tx: Tx,
  userId: string,
  now: Date,
  maxAttempts: number,
): Promise<Consent | null> {
  const { rows } = await sql<Consent>`update identity_consents set attempts = attempts + 1
    where id = (select id from identity_consents where user_id = ${userId} and reference is not null
        order by id desc limit 1)
      and reference is not null and used_at is null and expires_at > ${now} and attempts < ${maxAttempts}
    returning id, reference, person_digest as "personDigest"`.execute(tx);
  return rows[0] ?? null;
}

/** The provider exchanged it for a token. False: a concurrent call used it. */
export async function consumeConsent(db: Queryable, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update identity_consents set used_at = ${now}
    where id = ${id} and used_at is null`.execute(db);
  return numAffectedRows === 1n;
}
