import type { UserLevel } from '@sarraf/domain';
import type { ApiLevel, AuthenticationType } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../platform/database/database.ts';
import type { Page } from '../platform/database/rows.ts';
import { newId } from '../platform/ids.ts';
import type { LoginOrigin } from './deps.ts';
import type { Language } from './ports.ts';

export interface User {
  id: string;
  email: string;
  /** Null: signed up by another identity provider and never set one. */
  passwordEncrypted: Buffer | null;
  firstName: string;
  lastName: string;
  /** +989121234567. */
  mobile: string | null;
  mobileVerifiedAt: Date | null;
  language: Language;
  /** Chosen by the user, as opposed to the language of the page they signed in with. */
  languageChosen: boolean;
  /** Null: never chosen. */
  theme: 'dark' | 'light' | null;
  authenticationType: AuthenticationType;
  twoStepMethod: 'EMAIL' | 'SMS' | 'GOOGLE_AUTHENTICATOR';
  level: UserLevel;
  /** How often their programs may call. */
  apiLevel: ApiLevel;
  customerKind: 'REAL' | 'COMPANY' | null;
  countryName: string | null;
  countryPhoneCode: string | null;
  referralCode: string;
  inviterId: string | null;
  blockedAt: Date | null;
  blockedReason: string | null;
  /** Withdrawals are held until then. */
  withdrawalsHeldUntil: Date | null;
  /** Time since which withdrawals and settings are blocked; LINK: only staff can lift it. */
  frozenAt: Date | null;
  frozenBy: 'LINK' | 'OWNER' | null;
  /** When it ends automatically. */
  thawsAt: Date | null;
  /** Security settings are locked until then. */
  settingsLockedUntil: Date | null;
  /** E-mails to the user begin with their phrase. */
  hasMailPhrase: boolean;
  createdAt: Date;
}

const USER = sql`id, email, password_encrypted as "passwordEncrypted", first_name as "firstName", last_name as "lastName", mobile,
  mobile_verified_at as "mobileVerifiedAt", blocked_reason as "blockedReason",
  withdrawals_held_until as "withdrawalsHeldUntil", frozen_at as "frozenAt", frozen_by as "frozenBy", thaws_at as "thawsAt", settings_locked_until as "settingsLockedUntil", mail_phrase_encrypted is not null as "hasMailPhrase", created_at as "createdAt", language, language_chosen as "languageChosen", theme, authentication_type as "authenticationType", two_step_method as "twoStepMethod", level, api_level as "apiLevel",
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

/** By a verified number: anybody may enter an unverified one. */
export async function findUserByMobile(db: Queryable, mobile: string): Promise<User | null> {
  const { rows } = await sql<User>`select ${USER} from users
    where mobile = ${mobile} and mobile_verified_at is not null`.execute(db);
  return rows[0] ?? null;
}

export async function findUsers(db: Queryable, ids: readonly string[]): Promise<User[]> {
  const { rows } = await sql<User>`select ${USER} from users where id = any(${[...ids]}::uuid[])`.execute(db);
  return rows;
}

/** Absent: any. */
export interface UserFilter {
  authenticationType?: AuthenticationType;
  level?: UserLevel;
  customerKind?: 'REAL' | 'COMPANY';
  countryName?: string;
  blocked?: boolean;
}

/** Newest first. Only conditions in use are part of the query, so that each is served by its own index. */
export async function listUsers(db: Queryable, filter: UserFilter, page: Page): Promise<User[]> {
  const { authenticationType, level, customerKind, countryName, blocked } = filter;
  const conditions = [
    sql`true`,
    ...(page.before === null ? [] : [sql`id < ${page.before}::uuid`]),
    ...(authenticationType === undefined ? [] : [sql`authentication_type = ${authenticationType}`]),
    ...(level === undefined ? [] : [sql`level = ${level}`]),
    ...(customerKind === undefined ? [] : [sql`customer_kind = ${customerKind}`]),
    ...(countryName === undefined ? [] : [sql`country_name = ${countryName}`]),
    ...(blocked === undefined ? [] : [blocked ? sql`blocked_at is not null` : sql`blocked_at is null`]),
  ];
  const { rows } = await sql<User>`select ${USER} from users where ${sql.join(conditions, sql` and `)}
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** Locked until the transaction ends, so that decisions about a user are serialised. */
export async function lockUser(tx: Tx, id: string): Promise<User | null> {
  const { rows } = await sql<User>`select ${USER} from users where id = ${id} for no key update`.execute(tx);
  return rows[0] ?? null;
}

export async function lockUserByEmail(tx: Tx, email: string): Promise<User | null> {
  const { rows } =
    await sql<User>`select ${USER} from users where email = ${email} for no key update`.execute(tx);
  return rows[0] ?? null;
}

/** Absent fields stay unchanged. */
export interface UserChanges {
  email?: string;
  emailVerifiedAt?: Date;
  firstName?: string;
  lastName?: string;
  mobile?: string | null;
  mobileVerifiedAt?: Date | null;
  authenticationType?: AuthenticationType;
  twoStepMethod?: User['twoStepMethod'];
  level?: UserLevel;
  apiLevel?: ApiLevel;
  customerKind?: 'REAL' | 'COMPANY';
  countryName?: string;
  countryPhoneCode?: string;
  language?: Language;
  languageChosen?: boolean;
  theme?: 'dark' | 'light';
  passwordEncrypted?: Buffer;
  withdrawalsHeldUntil?: Date;
  settingsLockedUntil?: Date;
  blocked?: { at: Date; reason: string } | null;
  frozen?: { at: Date; by: 'LINK' | 'OWNER'; thawsAt: Date | null } | null;
}

const COLUMNS: Record<Exclude<keyof UserChanges, 'blocked' | 'frozen'>, string> = {
  email: 'email',
  emailVerifiedAt: 'email_verified_at',
  firstName: 'first_name',
  lastName: 'last_name',
  mobile: 'mobile',
  mobileVerifiedAt: 'mobile_verified_at',
  authenticationType: 'authentication_type',
  twoStepMethod: 'two_step_method',
  level: 'level',
  apiLevel: 'api_level',
  customerKind: 'customer_kind',
  countryName: 'country_name',
  countryPhoneCode: 'country_phone_code',
  language: 'language',
  languageChosen: 'language_chosen',
  theme: 'theme',
  passwordEncrypted: 'password_encrypted',
  withdrawalsHeldUntil: 'withdrawals_held_until',
  settingsLockedUntil: 'settings_locked_until',
};

/** A hold is only extended. Throws PostgreSQL's 23505 for an e-mail or mobile that is taken. */
export async function updateUser(tx: Queryable, id: string, changes: UserChanges): Promise<void> {
  const { blocked, frozen, ...plain } = changes;
  const buildAssignment = (name: keyof typeof COLUMNS, value: unknown) => {
    const column = sql.ref(COLUMNS[name]);
    return name === 'withdrawalsHeldUntil'
      ? sql`${column} = greatest(${column}, ${value})`
      : sql`${column} = ${value}`;
  };
  const assignments = [
    ...Object.entries(plain).map(([name, value]) => buildAssignment(name as keyof typeof COLUMNS, value)),
    ...(blocked === undefined
      ? []
      : [sql`blocked_at = ${blocked?.at ?? null}, blocked_reason = ${blocked?.reason ?? null}`]),
    ...(frozen === undefined
      ? []
      : [
          sql`frozen_at = ${frozen?.at ?? null}, frozen_by = ${frozen?.by ?? null}, thaws_at = ${frozen?.thawsAt ?? null}`,
        ]),
  ];
  if (assignments.length > 0)
    await sql`update users set ${sql.join(assignments)} where id = ${id}`.execute(tx);
}

export async function findIdByReferralCode(db: Queryable, code: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from users where referral_code = ${code}`.execute(db);
  return rows[0]?.id ?? null;
}

export interface NewUser {
  id: string;
  email: string;
  passwordEncrypted: Buffer | null;
  language: Language;
  referralCode: string;
  inviterId: string | null;
}

/** False if the e-mail or the referral code is taken. */
export async function insertUser(tx: Queryable, user: NewUser, now: Date): Promise<boolean> {
  const { rows } = await sql`insert into users
      (id, email, password_encrypted, language, referral_code, inviter_id, email_verified_at, created_at)
    values (${user.id}, ${user.email}, ${user.passwordEncrypted}, ${user.language}, ${user.referralCode},
      ${user.inviterId}, ${now}, ${now})
    on conflict do nothing returning id`.execute(tx);
  return rows.length > 0;
}

/** Only while the hash is still the one that was checked. */
export async function replacePassword(
  db: Queryable,
  id: string,
  oldHash: Buffer,
  newHash: Buffer,
): Promise<void> {
  await sql`update users set password_encrypted = ${newHash} where id = ${id} and password_encrypted = ${oldHash}`.execute(
    db,
  );
}

export async function countUsers(db: Queryable): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from users where level <> 'SUPERVISOR'`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface SignUp {
  id: string;
  email: string;
  passwordEncrypted: Buffer;
  referralCode: string | null;
  language: Language;
}

export async function insertSignUp(tx: Tx, signUp: SignUp, now: Date): Promise<void> {
  await sql`insert into sign_ups (id, email, password_encrypted, referral_code, language, created_at)
    values (${signUp.id}, ${signUp.email}, ${signUp.passwordEncrypted}, ${signUp.referralCode}, ${signUp.language},
      ${now})`.execute(tx);
}

const SIGN_UP = sql`id, email, password_encrypted as "passwordEncrypted", referral_code as "referralCode", language`;

/** Returns the newest pending sign-up. */
export async function findSignUpByEmail(db: Queryable, email: string, since: Date): Promise<SignUp | null> {
  const { rows } = await sql<SignUp>`select ${SIGN_UP} from sign_ups
    where email = ${email} and created_at > ${since} order by id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

export async function findSignUp(db: Queryable, id: string): Promise<SignUp | null> {
  const { rows } = await sql<SignUp>`select ${SIGN_UP} from sign_ups where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Deletes the sign-ups, with their codes, of an address that now has an account. */
export async function deleteSignUps(tx: Tx, email: string): Promise<void> {
  await sql`delete from sign_ups where email = ${email}`.execute(tx);
}

export async function insertLoginAttempt(
  db: Queryable,
  attempt: LoginOrigin & { userId: string | null; successful: boolean },
  now: Date,
): Promise<void> {
  await sql`insert into login_attempts (id, user_id, successful, created_at, os_type, device_type, browser, ip)
    values (${newId()}, ${attempt.userId}, ${attempt.successful}, ${now}, ${attempt.osType}, ${attempt.deviceType},
      ${attempt.browser}, ${attempt.ip})`.execute(db);
}

/** Counter that is kept until the password is entered correctly or changed. */
export const FAILURES_IN_A_ROW = 'failures in a row';

/** Deletes expired codes, counters and other rows. */
export async function deleteExpired(
  db: Queryable,
  cutoffs: Record<'counters' | 'signUps' | 'strangers' | 'sessions' | 'browsers', Date>,
) {
  // The counter of consecutive failures has no window: it ends with the right password.
  await sql`delete from limit_counters where window_began_at < ${cutoffs.counters} and kind <> ${FAILURES_IN_A_ROW}`.execute(
    db,
  );
  await sql`delete from one_time_codes where created_at < ${cutoffs.counters}`.execute(db);
  await sql`delete from sign_ups where created_at < ${cutoffs.signUps}`.execute(db);
  await sql`delete from login_attempts where user_id is null and created_at < ${cutoffs.strangers}`.execute(
    db,
  );
  await sql`delete from used_challenges where used_at < ${cutoffs.counters}`.execute(db);
  await sql`delete from known_browsers where seen_at < ${cutoffs.browsers}`.execute(db);
  await sql`delete from reset_tickets where expires_at < ${cutoffs.counters}`.execute(db);
  await sql`delete from external_sign_ins where created_at < ${cutoffs.counters}`.execute(db);
  await sql`delete from sessions where expires_at < ${cutoffs.sessions}`.execute(db);
}

/** Data of the other party to a trade. */
export interface Trader {
  userId: string;
  level: UserLevel;
  authenticationType: AuthenticationType;
  inviterId: string | null;
  invitedBy: string | null;
}

export async function findTraders(db: Queryable, ids: readonly string[]): Promise<Trader[]> {
  const { rows } =
    await sql<Trader>`select id as "userId", level, authentication_type as "authenticationType",
      case when invited_by_self then null else inviter_id end as "inviterId",
      inviter_id as "invitedBy" from users where id = any(${[...ids]}::uuid[])`.execute(db);
  return rows;
}
