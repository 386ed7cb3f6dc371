import { type RawBuilder, sql } from 'kysely';
import { inject } from 'vitest';
import { type Database, openDatabase, type Queryable, type Tx } from '../src/platform/database/database.ts';

/** Returns the URL of a test's database as the owner of its tables. */
export function ownerUrlOf(url: string): string {
  const address = new URL(inject('database').url);
  address.pathname = new URL(url).pathname;
  return address.href;
}

/** Executes a statement as the owner of a test's tables, which the server's role, used by the test, may not. */
export async function asOwner<T>(db: Queryable, statement: RawBuilder<T>): Promise<void> {
  const owner = await openAsOwner(db);
  await statement.execute(owner.db).finally(() => owner.close());
}

/** Runs several statements in one transaction as the owner of the tables. */
export async function inOwnersTransaction<T>(db: Queryable, work: (tx: Tx) => Promise<T>): Promise<T> {
  const owner = await openAsOwner(db);
  return owner.db
    .transaction()
    .execute(work)
    .finally(() => owner.close());
}

async function openAsOwner(db: Queryable): Promise<Database> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return openDatabase(ownerUrlOf(`postgres://localhost/${rows[0]?.name}`), 1);
}
