/** Inserts users and sessions directly into a test's database, where registration and login are not tested. */
import { createHash, randomBytes } from 'node:crypto';
import type { AuthenticationType, StaffRole, StepUpChange } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Db } from '../src/platform/database/database.ts';
import { newId } from '../src/platform/ids.ts';

export interface TestPerson {
  /** A new one by default. */
  id?: string;
  email: string;
  state?: AuthenticationType;
  roles?: StaffRole[];
  mobile?: string;
}

/** Returns the id. */
export async function addPerson(
  db: Db,
  { id = newId(), email, state, roles = [], mobile }: TestPerson,
): Promise<string> {
  const now = new Date();
  await sql`insert into users (id, email, mobile, mobile_verified_at, authentication_type, referral_code,
      email_verified_at, created_at)
    values (${id}, ${email}, ${mobile ?? null}, ${mobile ? now : null}, ${state ?? 'NOT_COMPLETE'},
      ${randomBytes(6).toString('hex')}, ${now}, ${now})`.execute(db);
  for (const role of roles)
    await sql`insert into staff (user_id, role, added_at) values (${id}, ${role}, ${now})`.execute(db);
  return id;
}

/** Inserts a session; returns its token. `confirmedAt` unset: confirmed now. `proved`: for this change, now. */
export async function addSession(
  db: Db,
  userId: string,
  {
    now = new Date(),
    confirmedAt = now,
    proved = null,
  }: { now?: Date; confirmedAt?: Date; proved?: StepUpChange | null } = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const digest = createHash('sha256').update(token).digest();
  const expiresAt = new Date(now.getTime() + 86_400_000);
  await sql`insert into sessions (token_digest, id, user_id, remember, created_at, last_seen_at, expires_at,
      confirmed_at, proved_for, proved_at, os_type, device_type, browser, ip)
    values (${digest}, ${newId()}, ${userId}, true, ${now}, ${now}, ${expiresAt}, ${confirmedAt}, ${proved},
      ${proved === null ? null : now}, '', '', '',
      '127.0.0.1')`.execute(db);
  return token;
}

/** Makes SMS the user's method; returns the number. */
export async function useSms(db: Db, email: string): Promise<string> {
  const { rows } = await sql<{
    mobile: string;
  }>`update users set two_step_method = 'SMS' where email = ${email}
    returning mobile`.execute(db);
  return rows[0]?.mobile ?? '';
}
