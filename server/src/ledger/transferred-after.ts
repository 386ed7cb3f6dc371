import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';

/** Returns when the first transfer after this number was made; null: there is none. */
export async function findFirstTransferTime(
  db: Queryable,
  number: RawBuilder<unknown>,
): Promise<Date | null> {
  const { rows } = await sql<{
    at: Date;
  }>`select created_at as at from transfers where id = ${number} + 1`.execute(db);
  return rows[0]?.at ?? null;
}
