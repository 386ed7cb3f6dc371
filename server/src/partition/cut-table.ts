import pg from 'pg';

const { escapeLiteral } = pg;

/**
 * The append-only tables of the ledger, with their increasing key and the query of its highest value. Orders are
 * changed while they are open, which partitions make slower: decision 64.
 */
const TABLES = {
  transfers: { key: 'id', head: 'select last_transfer_id::text as head from ledger_head' },
  fills: { key: 'number', head: 'select coalesce(max(fill), 0)::text as head from market_heads' },
} as const;

export type PartitionedTable = keyof typeof TABLES;
export const PARTITIONED_TABLES = Object.keys(TABLES) as PartitionedTable[];

/** Trades wait behind this lock: shorter than a lease of the ledger. */
const LOCK_MS = 2_000;

/**
 * Closes the partition of a table that is being written: it ends before the returned key, `ahead` rows from now,
 * and later rows go into a new partition. Names, rows, rules and rights stay those of the one table for readers and
 * writers. Existing rows are checked while trades continue; more than `ahead` new ones in the meantime would be
 * refused. `client`: the owner's.
 * @throws (55P03) when the table is in use for two seconds; then nothing has changed. After a crash, run it again.
 */
export async function closePartition(
  client: pg.ClientBase,
  table: PartitionedTable,
  ahead: number,
): Promise<bigint> {
  const { key } = TABLES[table];
  const { rows } = await client.query<{ head: string }>(TABLES[table].head);
  const endKey = BigInt(rows[0]?.head ?? 0) + BigInt(ahead);
  const partitions = await listPartitions(client, table);
  const from = partitions.at(-1)?.from ?? null;
  const openName = partitions.at(-1)?.name ?? table;
  const name = `${table}_${Math.max(1, partitions.length)}`;
  const check = `${name}_range`;
  const range = `${key} < ${endKey}${from === null ? '' : ` and ${key} >= ${from}`}`;
  // Validated beforehand, so that attaching need not read the rows while everything waits.
  await client.query(`set lock_timeout = ${LOCK_MS}`);
  await client.query(`alter table ${openName} drop constraint if exists ${check},
    add constraint ${check} check (${range}) not valid`);
  try {
    await client.query(`alter table ${openName} validate constraint ${check}`);
    await client.query('begin');
    await client.query(`lock table ${table} in access exclusive mode`);
    if (partitions.length > 0) await client.query(`alter table ${table} detach partition ${openName}`);
    await renamePartition(client, openName, name);
    if (partitions.length === 0) await startPartitioning(client, table, { name, check });
    await client.query(`alter table ${table} attach partition ${name} for values from (${from ?? 'minvalue'}) to (${endKey});
      alter table ${name} drop constraint ${check};
      create table ${table}_open partition of ${table} for values from (${endKey}) to (maxvalue)`);
    await copyTriggers(client, name, `${table}_open`);
    await revokeDirectAccess(client, table);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    await client.query(`alter table ${openName} drop constraint if exists ${check}`);
    throw error;
  }
  await client.query(`analyze ${table}`);
  return endKey;
}

interface Partition {
  name: string;
  /** Its first key; null: there is none. */
  from: string | null;
}

/** Returns partitions, oldest first; the last one is being written. None: the table isn't partitioned. */
async function listPartitions(client: pg.ClientBase, table: PartitionedTable): Promise<Partition[]> {
  const { rows } = await client.query<{ name: string; bound: string | null }>(
    `select c.relname::text as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = $1::regclass order by c.oid`,
    [table],
  );
  return rows.map(({ name, bound }) => ({ name, from: /FROM \('?(\d+)'?\)/.exec(bound ?? '')?.[1] ?? null }));
}

async function renamePartition(client: pg.ClientBase, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ index: string }>(
    'select indexrelid::regclass::text as index from pg_index where indrelid = $1::regclass',
    [from],
  );
  await client.query(`alter table ${from} rename to ${to}`);
  for (const { index } of rows)
    await client.query(`alter index ${index} rename to ${index.replace(from, to)}`);
}

/** Turns the table into the first partition of a new table with its former name, rules and rights. */
async function startPartitioning(
  client: pg.ClientBase,
  table: PartitionedTable,
  { name, check }: { name: string; check: string },
): Promise<void> {
  const { key } = TABLES[table];
  await client.query(`create table ${table} (like ${name} including all) partition by range (${key});
    alter table ${table} drop constraint ${check}`);
  await copyTriggers(client, name, table);
  const { rows: comments } = await client.query<{ text: string | null }>(
    `select obj_description($1::regclass, 'pg_class') as text`,
    [name],
  );
  if (comments[0]?.text)
    await client.query(`comment on table ${table} is ${escapeLiteral(comments[0].text)}`);
  const { rows: rights } = await client.query<{ role: string; may: string }>(
    `select grantee::regrole::text as role, string_agg(privilege_type, ', ') as may
    from pg_class c, aclexplode(c.relacl) a where c.oid = $1::regclass and a.grantee <> c.relowner group by 1`,
    [name],
  );
  for (const { role, may } of rights) await client.query(`grant ${may} on ${table} to ${role}`);
}

/** Triggers fire for the table named in a statement, so each partition gets its own. */
async function copyTriggers(client: pg.ClientBase, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ text: string | null }>(
    'select pg_get_triggerdef(oid) as text from pg_trigger where tgrelid = $1::regclass and not tgisinternal',
    [from],
  );
  for (const { text } of rows)
    if (text) await client.query(text.replace(` ON public.${from} `, ` ON public.${to} `));
}

/** Revokes direct access: partitions are reached through the table alone. */
async function revokeDirectAccess(client: pg.ClientBase, table: PartitionedTable): Promise<void> {
  const { rows } = await client.query<{ part: string; role: string }>(
    `select distinct c.oid::regclass::text as part, a.grantee::regrole::text as role
    from pg_inherits i join pg_class c on c.oid = i.inhrelid, aclexplode(c.relacl) a
    where i.inhparent = $1::regclass and a.grantee <> c.relowner`,
    [table],
  );
  for (const { part, role } of rows) await client.query(`revoke all on ${part} from ${role}`);
}
