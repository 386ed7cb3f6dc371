import { type RawBuilder, sql } from 'kysely';
import { inject } from 'vitest';
import { openDatabase, type Queryable } from '../src/platform/database/database.ts';

/** The address of a test's database as the owner of its tables. */
export function ownerUrlOf(url: string): string {
  const address = new URL(inject('database').url);
  address.pathname = new URL(url).pathname;
  return address.href;
}

/** Does as the owner of a test's tables what the server's role, which the test works as, may not. */
export async function asOwner<T>(db: Queryable, statement: RawBuilder<T>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const owner = openDatabase(ownerUrlOf(`postgres://localhost/${rows[0]?.name}`), 1);
  await statement.execute(owner.db).finally(() => owner.close());
}
