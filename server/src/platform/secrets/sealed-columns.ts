import { sql } from 'kysely';
import type { Queryable } from '../database/database.ts';
import type { SealedColumn } from './secrets.ts';

/** A column of sealed values, as found in the catalog. */
export interface SealedColumnInfo {
  place: SealedColumn;
  table: string;
  column: string;
  /** Name of its single-column primary key. */
  key: string;
  /** Whether a non-null `user_id` is part of the row's name: `toOwnedRowKey`. */
  owned: boolean;
}

export interface SealedValue {
  /** Primary key as text, at which the next page continues. */
  id: string;
  /** Name of the row that the value is sealed for. */
  row: string;
  sealed: Buffer;
}

/** Returns every column whose name says that it is sealed, so that new ones are included automatically. */
export async function listSealedColumns(db: Queryable): Promise<SealedColumnInfo[]> {
  const { rows } = await sql<SealedColumnInfo>`
    select c.relname || '.' || a.attname as place, c.relname as "table", a.attname as "column",
      coalesce((select k.attname from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisprimary and i.indnkeyatts = 1), '') as key,
      exists (select from pg_attribute u where u.attrelid = c.oid and u.attname = 'user_id' and u.attnotnull
        and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary
          and i.indkey[0] = u.attnum)) as owned
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.atttypid = 'bytea'::regtype and a.attname like '%\_encrypted'
    order by 1`.execute(db);
  for (const { place, key } of rows)
    if (key === '') throw new Error(`${place}: its rows have no primary key of one column`);
  return rows;
}

/** Returns values of a column ordered by key, after a given one; `limit` at most. */
export async function readSealed(
  db: Queryable,
  { table, column, key, owned }: SealedColumnInfo,
  after: string | null,
  limit: number,
): Promise<SealedValue[]> {
  const [id, value] = [sql.ref(key), sql.ref(column)];
  const row = owned ? sql`${id}::text || '/' || user_id::text` : sql`${id}::text`;
  const { rows } = await sql<SealedValue>`
    select ${id}::text as id, ${row} as row, ${value} as sealed from ${sql.table(table)}
    where ${value} is not null ${after === null ? sql`` : sql`and ${id} > ${after}`}
    order by ${id} limit ${limit}`.execute(db);
  return rows;
}

/** False: another process has written another value in the meantime, which is kept. */
export async function replaceSealed(
  db: Queryable,
  { table, column, key }: SealedColumnInfo,
  { id, sealed }: SealedValue,
  by: Buffer,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${by}
    where ${sql.ref(key)} = ${id} and ${sql.ref(column)} = ${sealed}`.execute(db);
  return numAffectedRows === 1n;
}
