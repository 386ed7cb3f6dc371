import pg from 'pg';

const { escapeIdentifier } = pg;

/** Tables whose rows the migrations restore. */
const MIGRATION_TABLES = ['public.migrations', 'graphile_worker.migrations'];

export interface BackupTable {
  schema: string;
  name: string;
  columns: string[];
}

/** Returns every table with its stored columns; a partitioned one counts as one. */
export async function listBackupTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'graphile_worker')
      and n.nspname || '.' || c.relname <> all($1)
    group by 1, 2 order by 1, 2`,
    [MIGRATION_TABLES],
  );
  return rows;
}

/** Returns the next value of each sequence. (`pg_sequences` lacks one that was set and not used yet.) */
export async function listSequences(
  client: pg.ClientBase,
): Promise<{ schema: string; name: string; value: string }[]> {
  const { rows } = await client.query<{ schema: string; name: string; step: string }>(
    `select schemaname as schema, sequencename as name, increment_by as step
    from pg_sequences where schemaname in ('public', 'graphile_worker') order by 1, 2`,
  );
  const found = [];
  for (const { schema, name, step } of rows) {
    const sequence = await client.query<{ value: string }>(
      `select (last_value + case when is_called then $1::bigint else 0 end)::text as value
      from ${escapeIdentifier(schema)}.${escapeIdentifier(name)}`,
      [step],
    );
    found.push({ schema, name, value: sequence.rows[0]?.value ?? '1' });
  }
  return found;
}
