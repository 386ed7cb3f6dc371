import { sql } from 'kysely';
import type { User } from '../identity/index.ts';
import type { Queryable, Tx } from '../platform/database/database.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';

const DATA = 'profiles.data_encrypted';

/** Fields of the form other than name, e-mail, mobile and country. */
export interface Profile {
  /** In Iran ten digits; elsewhere the number of the identity document. */
  nationalCode: string;
  /** 1991-03-21. */
  birthDay: string;
  state: string;
  city: string;
  address: string;
  postalCode: string;
  telephone: string;
  idFormatType: 'ID_CARD' | 'PASSPORT' | 'DRIVER_LICENSE';
  companyName: string;
  companyAddress: string;
  companyPhone: string;
  companyNationalId: string;
}

/** Fields of a company that its representative doesn't have as a person. */
export type CompanyData = Pick<
  Profile,
  'companyName' | 'companyAddress' | 'companyPhone' | 'companyNationalId'
>;

export interface StoredProfile {
  data: Profile;
  confirmedDigest: Buffer | null;
}

export async function readProfile(
  db: Queryable,
  secrets: Secrets,
  userId: string,
): Promise<StoredProfile | null> {
  const { rows } = await sql<{ data: Buffer; confirmedDigest: Buffer | null }>`
    select data_encrypted as data, confirmed_digest as "confirmedDigest" from profiles
    where user_id = ${userId}`.execute(db);
  const row = rows[0];
  return row ? { ...row, data: JSON.parse(secrets.decrypt(row.data, DATA, userId)) } : null;
}

export async function readProfiles(
  db: Queryable,
  secrets: Secrets,
  userIds: readonly string[],
): Promise<Map<string, Profile>> {
  const { rows } = await sql<{
    userId: string;
    data: Buffer;
  }>`select user_id as "userId", data_encrypted as data
    from profiles where user_id = any(${[...userIds]}::uuid[])`.execute(db);
  return new Map(rows.map(({ userId, data }) => [userId, JSON.parse(secrets.decrypt(data, DATA, userId))]));
}

/** Index of a national code, separate by country. A user without one (authorised by the sandbox) matches no other. */
export const nationalCodeIndexOf = (
  secrets: Secrets,
  country: string,
  code: string,
  userId: string,
): Buffer => secrets.blindIndex('national code', `${country}\n${(code || userId).toUpperCase()}`);
const companyIndexOf = (secrets: Secrets, country: string, id: string): Buffer | null =>
  id === '' ? null : secrets.blindIndex('company id', `${country}\n${id.toUpperCase()}`);

export async function writeProfile(
  tx: Tx,
  secrets: Secrets,
  person: { userId: string; country: string; data: Profile },
  now: Date,
): Promise<void> {
  const { userId, country, data } = person;
  const encrypted = secrets.encrypt(JSON.stringify(data), DATA, userId);
  const code = nationalCodeIndexOf(secrets, country, data.nationalCode, userId);
  const company = companyIndexOf(secrets, country, data.companyNationalId);
  await sql`insert into profiles (user_id, data_encrypted, national_code_index, company_id_index, saved_at)
    values (${userId}, ${encrypted}, ${code}, ${company}, ${now})
    on conflict (user_id) do update set data_encrypted = excluded.data_encrypted, saved_at = excluded.saved_at,
      national_code_index = excluded.national_code_index, company_id_index = excluded.company_id_index`.execute(
    tx,
  );
}

/** Throws PostgreSQL's 23505 if another user has one of the codes. */
export async function setProfileHeld(tx: Tx, userId: string, isHeld: boolean): Promise<void> {
  await sql`update profiles set held = ${isHeld} where user_id = ${userId}`.execute(tx);
}

export async function confirmProfile(tx: Tx, userId: string, digest: Buffer): Promise<void> {
  await sql`update profiles set confirmed_digest = ${digest} where user_id = ${userId}`.execute(tx);
}

/** Returns whether another user has the national code or the company's id. */
export async function isHeldByAnother(
  db: Queryable,
  secrets: Secrets,
  person: { userId: string; country: string; data: Profile },
): Promise<boolean> {
  const { userId, country, data } = person;
  const code = nationalCodeIndexOf(secrets, country, data.nationalCode, userId);
  const { rows } = await sql`select 1 from profiles where held and user_id <> ${userId}
    and (national_code_index = ${code}
      or company_id_index = ${companyIndexOf(secrets, country, data.companyNationalId)}) limit 1`.execute(db);
  return rows.length > 0;
}

/** Digest of the data submitted to the provider: if name, birthday, code or number changes, it must confirm again. */
export const personDigestOf = (
  secrets: Secrets,
  user: Pick<User, 'firstName' | 'lastName' | 'mobile'>,
  profile: Profile,
): Buffer =>
  secrets.blindIndex(
    'confirmed person',
    JSON.stringify([profile.nationalCode, profile.birthDay, user.firstName, user.lastName, user.mobile]),
  );
