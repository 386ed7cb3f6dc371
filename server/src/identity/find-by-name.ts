import { normalizeLine } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';
import { findUsers, type User } from './store.ts';

/** Normalises a name as the indexes do; removes vowel marks, tatweel and invisible characters. */
export const normalizeName = (text: string): string =>
  normalizeLine(text.normalize('NFKC'))
    .replace(/[\p{M}\u0640\u200d]+/gu, '')
    .toLowerCase()
    .replaceAll('ي', 'ی')
    .replaceAll('ك', 'ک');

/** Returns users whose full name or last name begins with the text; newest first. */
export async function findByName(db: Queryable, namePrefix: string, limit: number): Promise<User[]> {
  const normalizedPrefix = normalizeName(namePrefix);
  const { rows } = await sql<{ id: string }>`
    (select id from users where translate(lower(first_name || ' ' || last_name), 'يك', 'یک') ^@ ${normalizedPrefix}::text limit ${limit})
    union
    (select id from users where translate(lower(last_name), 'يك', 'یک') ^@ ${normalizedPrefix}::text limit ${limit})
    order by id desc limit ${limit}`.execute(db);
  const users = await findUsers(
    db,
    rows.map(({ id }) => id),
  );
  return users.sort((a, b) => (a.id < b.id ? 1 : -1));
}
