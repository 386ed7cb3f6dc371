import { cleanLine } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';
import { findUsers, type User } from './store.ts';

/** Normalises a name as the indexes do; removes vowel marks, tatweel and invisible characters. */
export const spelt = (text: string): string =>
  cleanLine(text.normalize('NFKC'))
    .replace(/[\p{M}\u0640\u200d]+/gu, '')
    .toLowerCase()
    .replaceAll('ي', 'ی')
    .replaceAll('ك', 'ک');

/** Returns users whose full name or last name begins with the text; newest first. */
export async function findByName(db: Queryable, typed: string, limit: number): Promise<User[]> {
  const begin = spelt(typed);
  const { rows } = await sql<{ id: string }>`
    (select id from users where translate(lower(first_name || ' ' || last_name), 'يك', 'یک') ^@ ${begin}::text limit ${limit})
    union
    (select id from users where translate(lower(last_name), 'يك', 'یک') ^@ ${begin}::text limit ${limit})
    order by id desc limit ${limit}`.execute(db);
  const found = await findUsers(
    db,
    rows.map(({ id }) => id),
  );
  return found.sort((a, b) => (a.id < b.id ? 1 : -1));
}
