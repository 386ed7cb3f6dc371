import type { UserLevel } from '@sarraf/domain';
import type { AuthenticationType } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import type { Visit } from './deps.ts';
import type { Language } from './ports.ts';

export interface User {
  id: string;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  mobile: string | null;
  language: Language;
  authenticationType: AuthenticationType;
  twoStepMethod: 'EMAIL' | 'SMS' | 'GOOGLE_AUTHENTICATOR';
  level: UserLevel;
  customerKind: 'REAL' | 'COMPANY' | null;
  countryName: string | null;
  countryPhoneCode: string | null;
  referralCode: string;
  inviterId: string | null;
  blockedAt: Date | null;
}

const USER = sql`id, email, password_hash as "passwordHash", first_name as "firstName", last_name as "lastName", mobile,
  language, authentication_type as "authenticationType", two_step_method as "twoStepMethod", level,
  customer_kind as "customerKind", country_name as "countryName", country_phone_code as "countryPhoneCode",
  referral_code as "referralCode", inviter_id as "inviterId", blocked_at as "blockedAt"`;

export async function findUser(db: Queryable, id: string): Promise<User | null> {
  const { rows } = await sql<User>`select ${USER} from users where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export async function findUserByEmail(db: Queryable, email: string): Promise<User | null> {
  const { rows } = await sql<User>`select ${USER} from users where email = ${email}`.execute(db);
  return rows[0] ?? null;
}

export async function findIdByReferralCode(db: Queryable, code: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from users where referral_code = ${code}`.execute(db);
  return rows[0]?.id ?? null;
}

export interface NewUser {
  email: string;
  passwordHash: string;
  language: Language;
  referralCode: string;
  inviterId: string | null;
}

/** Null when the e-mail or the referral code is taken. */
export async function insertUser(tx: Queryable, user: NewUser, now: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`insert into users
      (id, email, password_hash, language, referral_code, inviter_id, email_verified_at, created_at)
    values (${newId()}, ${user.email}, ${user.passwordHash}, ${user.language}, ${user.referralCode},
      ${user.inviterId}, ${now}, ${now})
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Only while the hash is still the one that was checked. */
export async function replacePasswordHash(
  db: Queryable,
  id: string,
  from: string,
  to: string,
): Promise<void> {
  await sql`update users set password_hash = ${to} where id = ${id} and password_hash = ${from}`.execute(db);
}

export async function countUsers(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from users`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface SignUp {
  id: string;
  email: string;
  passwordHash: string;
  referralCode: string | null;
  language: Language;
}

export async function insertSignUp(tx: Tx, signUp: SignUp, now: Date): Promise<void> {
  await sql`insert into sign_ups (id, email, password_hash, referral_code, language, created_at)
    values (${signUp.id}, ${signUp.email}, ${signUp.passwordHash}, ${signUp.referralCode}, ${signUp.language},
      ${now})`.execute(tx);
}

const SIGN_UP = sql`id, email, password_hash as "passwordHash", referral_code as "referralCode", language`;

/** The newest that waits for its code. */
export async function findSignUpByEmail(db: Queryable, email: string, since: Date): Promise<SignUp | null> {
  const { rows } = await sql<SignUp>`select ${SIGN_UP} from sign_ups
    where email = ${email} and created_at > ${since} order by id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

export async function findSignUp(db: Queryable, id: string): Promise<SignUp | null> {
  const { rows } = await sql<SignUp>`select ${SIGN_UP} from sign_ups where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export async function insertLoginAttempt(
  db: Queryable,
  attempt: Visit & { userId: string | null; successful: boolean },
  now: Date,
): Promise<void> {
  await sql`insert into login_attempts (id, user_id, successful, created_at, os_type, device_type, browser, ip)
    values (${newId()}, ${attempt.userId}, ${attempt.successful}, ${now}, ${attempt.osType}, ${attempt.deviceType},
      ${attempt.browser}, ${attempt.ip})`.execute(db);
}

/** What a code may be sent or an attempt made for no longer leaves. */
export async function deleteOld(
  db: Queryable,
  before: Record<'counters' | 'signUps' | 'strangers' | 'sessions', Date>,
) {
  await sql`delete from limit_counters where window_began_at < ${before.counters}`.execute(db);
  await sql`delete from one_time_codes where created_at < ${before.counters}`.execute(db);
  await sql`delete from sign_ups where created_at < ${before.signUps}`.execute(db);
  await sql`delete from login_attempts where user_id is null and created_at < ${before.strangers}`.execute(
    db,
  );
  await sql`delete from sessions where expires_at < ${before.sessions}`.execute(db);
}

export interface Standing {
  authenticationType: AuthenticationType;
  /** A kind that is already there stays. */
  customerKind: 'REAL' | 'COMPANY' | null;
  inIran: boolean;
  firstName?: string;
  lastName?: string;
  level?: UserLevel;
}

/** What the sandbox decides of a person; the row is locked until the transaction ends. */
export async function giveStanding(tx: Tx, id: string, standing: Standing): Promise<void> {
  const { firstName = null, lastName = null, level = null, inIran } = standing;
  await sql`update users set authentication_type = ${standing.authenticationType},
      customer_kind = coalesce(customer_kind, ${standing.customerKind}::text),
      country_name = coalesce(country_name, ${inIran ? 'Iran' : null}::text),
      country_phone_code = coalesce(country_phone_code, ${inIran ? '+98' : null}::text),
      first_name = coalesce(${firstName}::text, first_name), last_name = coalesce(${lastName}::text, last_name),
      level = coalesce(${level}::text, level)
    where id = ${id}`.execute(tx);
}

/** What a trade needs to know of a person who isn't the caller: the other side of it. */
export interface Trader {
  userId: string;
  level: UserLevel;
  authenticationType: AuthenticationType;
  inviterId: string | null;
}

export async function findTraders(db: Queryable, ids: readonly string[]): Promise<Trader[]> {
  const { rows } =
    await sql<Trader>`select id as "userId", level, authentication_type as "authenticationType",
      inviter_id as "inviterId" from users where id = any(${[...ids]}::uuid[])`.execute(db);
  return rows;
}
