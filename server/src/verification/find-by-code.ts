import { cleanPastedValue, isNationalCode, toLatinDigits } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { nationalCodeIndexOf, type Profile, readProfiles } from './profile-store.ts';

const IRAN = 'IR';

/** Returns the user with an Iranian national code, by its digest. Null: no user's. */
export async function findByNationalCode(
  db: Queryable,
  secrets: Secrets,
  nationalCode: string,
): Promise<string | null> {
  const code = toLatinDigits(cleanPastedValue(nationalCode));
  if (!isNationalCode(code)) return null;
  const { rows } = await sql<{ userId: string }>`select user_id as "userId" from profiles
    where held and national_code_index = ${nationalCodeIndexOf(secrets, IRAN, code, '')}`.execute(db);
  return rows[0]?.userId ?? null;
}

/** Returns the names that payers see of these users' companies; for a user without a company their own name. */
export async function readCompanyNames(
  db: Queryable,
  secrets: Secrets,
  people: ReadonlyMap<string, { firstName: string; lastName: string }>,
): Promise<Map<string, string>> {
  const profiles: Map<string, Profile> = await readProfiles(db, secrets, [...people.keys()]);
  return new Map(
    [...people].map(([id, { firstName, lastName }]) => [
      id,
      profiles.get(id)?.companyName || `${firstName} ${lastName}`.trim(),
    ]),
  );
}
