/** The database privileges of the roles of server and signer, tested with these roles. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import { assertPlainRole, listRoleErrors } from '../../src/platform/database/rights.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

let database: TestDatabase;
const clients: pg.Client[] = [];
let server: pg.Client;
let signer: pg.Client;
let owner: pg.Client;

async function connectAs(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  clients.push(client);
  await client.connect();
  return client;
}
beforeAll(async () => {
  database = await createTestDatabase();
  server = await connectAs(database.url);
  signer = await connectAs(database.signerUrl);
  owner = await connectAs(database.ownerUrl);
});
afterAll(async () => {
  for (const client of clients) await client.end();
  await database.drop();
});

/** Returns PostgreSQL's error code; null: it succeeded. */
const tryStatement = (client: pg.Client, text: string): Promise<string | null> =>
  client.query(text).then(
    () => null,
    (error: pg.DatabaseError) => error.code ?? 'no code',
  );
const INSUFFICIENT_PRIVILEGE = '42501';

const FORBIDDEN_STATEMENTS = [
  'create table anything (n int)',
  'create schema anything',
  `create function anything() returns int language sql as 'select 1'`,
  'create index on users (first_name)',
  'alter table users add column anything int',
  'drop table users',
  'drop trigger transfers_append_only on transfers',
  'alter table transfers disable trigger all',
  'create trigger anything before insert on users for each row execute function next_version()',
  'set session_replication_role = replica',
  'truncate sessions',
  'truncate transfers',
  'update transfers set amount = 1',
  'delete from transfers',
  'update audit_log set action = null',
  'delete from audit_log',
  'update withdrawal_approvals set at = now()',
  'delete from fills',
  `update installation set mode = 'production'`,
  'delete from migrations',
  'insert into chain_acceptances default values',
  'insert into graphile_worker.migrations (id) values (9999)',
  'set role sarraf',
  'set session authorization sarraf',
  'create role anything',
  'alter role current_user superuser',
  'grant sarraf_server to sarraf_signer',
  'select rolpassword from pg_authid',
  `select pg_read_file('PG_VERSION')`,
  `copy (select 1) to program 'true'`,
  `copy (select 1) to '/tmp/sarraf-roles'`,
  `copy users from '/etc/passwd'`,
  'create extension dblink',
  'alter database postgres set work_mem = 1',
  'alter system set fsync = off',
];

describe('the role of the server', () => {
  it.each(FORBIDDEN_STATEMENTS)('may not: %s', async (text) => {
    expect(await tryStatement(server, text)).toBe(INSUFFICIENT_PRIVILEGE);
  });

  it('owns nothing, and is a member of no role', async () => {
    const { db, close } = openDatabase(database.url, 2);
    expect(await listRoleErrors(db)).toEqual([]);
    await assertPlainRole(db);
    await close();
  });

  it('reads and writes the rows of every table except append-only ones', async () => {
    const { rows } = await owner.query<{ table: string; rights: string }>(`
      select c.oid::regclass::text as "table", concat_ws(' ',
        case when has_table_privilege('sarraf_server', c.oid, 'SELECT') then 'select' end,
        case when has_table_privilege('sarraf_server', c.oid, 'INSERT') then 'insert' end,
        case when has_table_privilege('sarraf_server', c.oid, 'UPDATE') then 'update' end,
        case when has_table_privilege('sarraf_server', c.oid, 'DELETE') then 'delete' end,
        case when has_table_privilege('sarraf_server', c.oid, 'TRUNCATE, REFERENCES, TRIGGER') then 'more' end) as rights
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`);
    const other = rows.filter(({ rights }) => rights !== 'select insert update delete');
    const grow = other.filter(({ rights }) => rights === 'select insert').map(({ table }) => table);
    expect(grow.toSorted()).toEqual([
      'audit_log',
      'fills',
      'installation',
      'ledger_batches',
      'payout_exports',
      'retired_keys',
      'rules',
      'transfers',
      'withdrawal_approvals',
    ]);
    const read = other.filter(({ rights }) => rights !== 'select insert');
    expect(read.toSorted((a, b) => (a.table < b.table ? -1 : 1))).toEqual([
      { table: 'chain_acceptances', rights: 'select' },
      { table: 'migrations', rights: 'select' },
      { table: 'version_needs', rights: 'select' },
    ]);
  });

  it('is refused in production if it owns the tables, or is a superuser', async () => {
    const { db, close } = openDatabase(database.ownerUrl, 2);
    const errors = (await listRoleErrors(db)).join('\n');
    for (const error of [
      'a superuser',
      'make roles',
      'owns tables',
      'create in the schema',
      'truncate transfers',
    ])
      expect(errors).toContain(error);
    await expect(assertPlainRole(db)).rejects.toThrow('DATABASE_OWNER_URL');
    await close();
  });
});

describe('the role of the signer', () => {
  const WRITES = [
    'update withdrawals set needed_approvals = 0',
    'update outgoing set state = null',
    'delete from outgoing',
    'insert into withdrawal_approvals select from withdrawals',
    'update kill_switch set stopped = false',
  ];
  const READS = [
    'select email from users',
    'select password_encrypted from users',
    'select address_encrypted from withdrawals',
    'select * from withdrawals',
    'select from transfers',
    'select seed_encrypted from authenticators',
    'select token_digest from sessions',
    'select from audit_log',
    'select from graphile_worker.jobs',
    'select rolpassword from pg_authid',
    'create temporary table anything (n int)',
    `select nextval('deposit_identifier_numbers')`,
  ];

  it('can’t write, even in a transaction declared as writing', async () => {
    expect(await tryStatement(signer, 'update kill_switch set stopped = false')).not.toBeNull();
    await signer.query('set default_transaction_read_only = off');
    for (const text of WRITES)
      expect([text, await tryStatement(signer, text)]).toEqual([text, INSUFFICIENT_PRIVILEGE]);
  });

  it.each(READS)('may not: %s', async (text) => {
    expect(await tryStatement(signer, text)).toBe(INSUFFICIENT_PRIVILEGE);
  });

  it('reads the kill switch and the rows that it checks an order by', async () => {
    expect(await tryStatement(signer, 'select stopped from kill_switch')).toBeNull();
    expect(await tryStatement(signer, 'select id, amount, seal from outgoing')).toBeNull();
  });
});
