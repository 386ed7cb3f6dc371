/** Rights of the roles that work with the tables; the owner of the tables grants them again after each migration. */
import { sql } from 'kysely';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import type { Queryable } from './database.ts';

/** Names of the roles. */
export interface Roles {
  /** Reads and writes rows, and nothing else. */
  server: string;
  /** Reads what it checks orders against; null: there is none, and the signer reads as the server. */
  signer: string | null;
}

/** Tables whose rows are inserted and never changed. */
const APPEND_ONLY = [
  'transfers',
  'ledger_batches',
  'audit_log',
  'fills',
  'payout_exports',
  'rules',
  'withdrawal_approvals',
  'installation',
  'retired_keys',
];
/** Tables that only the owner writes. */
const READ_ONLY = ['migrations', 'chain_acceptances', 'version_needs'];

/** Columns that the signer reads by table (server/src/signer), and the canary of its key. */
const SIGNER_READS: Readonly<Record<string, readonly string[]>> = {
  kill_switch: ['stopped'],
  outgoing: [
    'id',
    'kind',
    'chain',
    'asset',
    'token_type',
    'from_index',
    'generation',
    'address',
    'tag',
    'amount',
    'user_id',
    'withdrawal_id',
    'fee',
    'seal',
    'state',
    'claim_id',
  ],
  withdrawals: [
    'id',
    'state',
    'user_id',
    'asset',
    'token_type',
    'address',
    'tag',
    'amount',
    'fee',
    'needed_approvals',
  ],
  withdrawal_approvals: ['withdrawal_id', 'staff_id'],
  deposit_addresses: ['chain', 'address', 'key_index', 'generation'],
  generation_holdings: ['generation', 'chain', 'worth_moving', 'last_received_at', 'looked_at'],
  chain_transactions: ['id', 'txid'],
  sealed_canaries: ['name', 'sealed'],
};

const { escapeIdentifier: quoteIdentifier } = pg;

/** Revokes all rights and grants the necessary ones, in one transaction. `client`: connection of the owner. */
export async function grantRights(client: pg.ClientBase, { server, signer }: Roles): Promise<void> {
  const { rows } = await client.query<{ database: string; owner: string }>(
    'select current_database() as database, current_user as owner',
  );
  const { database = '', owner } = rows[0] ?? {};
  // The owner of the tables needs no rights to them, and would lose its own.
  const roles = [server, ...(signer === null ? [] : [signer])].filter((role) => role !== owner);
  await client.query('begin');
  await client.query(`revoke create, temporary on database ${quoteIdentifier(database)} from public;
    revoke create on schema public from public;
    revoke all on schema graphile_worker from public`);
  for (const role of roles)
    await client.query(`grant connect on database ${quoteIdentifier(database)} to ${quoteIdentifier(role)};
      revoke all on schema public, graphile_worker from ${quoteIdentifier(role)};
      revoke all on all tables in schema public, graphile_worker from ${quoteIdentifier(role)};
      revoke all on all sequences in schema public, graphile_worker from ${quoteIdentifier(role)};
      grant usage on schema public to ${quoteIdentifier(role)}`);
  // The server probes with a temporary table whether the disk has room (ledger/probe.ts).
  if (server !== owner)
    await client.query(`grant temporary on database ${quoteIdentifier(database)} to ${quoteIdentifier(server)};
      ${serverGrants(quoteIdentifier(server))}`);
  await revokePartitionRights(client, server, owner);
  await allowQueueByRights(client);
  if (signer !== null && signer !== owner)
    for (const [table, columns] of Object.entries(SIGNER_READS))
      await client.query(`grant select (${columns.join(', ')}) on ${table} to ${quoteIdentifier(signer)}`);
  await client.query('commit');
}

/** Revokes rights to partitions: they are accessed through their table, whose rights apply to its rows. */
async function revokePartitionRights(
  client: pg.ClientBase,
  server: string,
  owner: string | undefined,
): Promise<void> {
  if (server === owner) return;
  const { rows } = await client.query<{ part: string }>(
    `select oid::regclass::text as part from pg_class where relispartition and relkind = 'r'`,
  );
  for (const { part } of rows) await client.query(`revoke all on ${part} from ${quoteIdentifier(server)}`);
}

/** The job queue shows its rows only to the owner of its tables; here access is controlled by rights. */
async function allowQueueByRights(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{
    table: string;
  }>(`select c.oid::regclass::text as table from pg_class c
    where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid)`);
  for (const { table } of rows)
    await client.query(`create policy by_rights on ${table} using (true) with check (true)`);
}

const serverGrants = (role: string): string => `
  grant usage on schema graphile_worker to ${role};
  grant select, insert, update, delete on all tables in schema public, graphile_worker to ${role};
  grant select, usage on all sequences in schema public, graphile_worker to ${role};
  revoke update, delete on ${APPEND_ONLY.join(', ')} from ${role};
  revoke insert, update, delete on ${READ_ONLY.join(', ')}, graphile_worker.migrations from ${role}`;

interface RolePowers {
  role: string;
  isSuperuser: boolean;
  managesRoles: boolean;
  bypasses: boolean;
  member: boolean;
  owns: boolean;
  creates: boolean;
  changesBooks: boolean;
}

/** Returns what is wrong with the role of this connection for production; empty: it only reads and writes rows. */
export async function listRoleErrors(db: Queryable): Promise<string[]> {
  const powers = await readRolePowers(db);
  const { role } = powers;
  return [
    powers.isSuperuser && `${role} is a superuser`,
    powers.managesRoles && `${role} may make roles or databases`,
    powers.bypasses && `${role} may replicate or pass by row security`,
    powers.member && `${role} is a member of other roles`,
    powers.owns && `${role} owns tables`,
    powers.creates && `${role} may create in the schema or the database`,
    powers.changesBooks && `${role} may change or truncate transfers`,
  ].filter((error) => error !== false);
}

/** @throws StartError if the server's role has more rights than it needs. */
export async function assertPlainRole(db: Queryable): Promise<void> {
  const errors = await listRoleErrors(db);
  if (errors.length > 0)
    throw new StartError(
      `DATABASE_URL: ${errors.join('; ')}. Name a role that may only log in, put the owner of the tables into DATABASE_OWNER_URL, and start again (docs/security.md, "Roles of the database").`,
    );
}

async function readRolePowers(db: Queryable): Promise<RolePowers> {
  const { rows } = await sql<RolePowers>`select rolname::text as role, rolsuper is true as "isSuperuser",
      (rolcreaterole or rolcreatedb) is true as "managesRoles", (rolreplication or rolbypassrls) is true as bypasses,
      exists (select from pg_auth_members m where m.member = r.oid) as member,
      exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'graphile_worker') and c.relowner = r.oid) as owns,
      (exists (select from pg_namespace where nspname in ('public', 'graphile_worker')
        and has_schema_privilege(oid, 'CREATE'))
        or has_database_privilege(current_database(), 'CREATE')) is true as creates,
      has_table_privilege('public.transfers', 'UPDATE, DELETE, TRUNCATE, TRIGGER') is true as "changesBooks"
    from pg_roles r where rolname = current_user`.execute(db);
  if (!rows[0]) throw new Error('the connection has no role');
  return rows[0];
}
