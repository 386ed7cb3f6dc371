import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { SystemAccount } from './postgres-binaries.ts';

export const SERVER_ROLE = 'sarraf_server';
export const SIGNER_ROLE = 'sarraf_signer';

const LOCK = '7201943855610216';

/** Passwords by role. */
export type Passwords = Record<typeof SERVER_ROLE | typeof SIGNER_ROLE, string>;

/**
 * Creates the roles of server and signer in an embedded database; their passwords are stored in its folder, and a
 * folder of an older version has none yet. `url`: the owner's, which is a superuser.
 */
export const ensureEmbeddedRoles = (
  url: string,
  cluster: string,
  account: SystemAccount,
): Promise<Passwords> =>
  withRoleLock(url, async (client) => ({
    [SERVER_ROLE]: await ensureRole(client, SERVER_ROLE, join(cluster, 'sarraf-server-password'), account),
    [SIGNER_ROLE]: await ensureRole(client, SIGNER_ROLE, join(cluster, 'sarraf-signer-password'), account),
  }));

/** Creates the roles with given passwords. */
export const createOrUpdateRoles = (url: string, passwords: Passwords): Promise<void> =>
  withRoleLock(url, async (client) => {
    for (const [role, password] of Object.entries(passwords))
      await createOrUpdateRole(client, role, password);
  });

/** Stores the password after the role has it: if killed in between, the role gets another one at the next start. */
async function ensureRole(
  client: pg.Client,
  role: string,
  file: string,
  account: SystemAccount,
): Promise<string> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount && fs.existsSync(file)) return fs.readFileSync(file, 'utf8').trim();
  const password = randomBytes(24).toString('base64url');
  await createOrUpdateRole(client, role, password);
  const temporaryFile = `${file}.part`;
  fs.writeFileSync(temporaryFile, password, { mode: 0o600 });
  if (account) fs.chownSync(temporaryFile, account.uid, account.gid);
  fs.renameSync(temporaryFile, file);
  return password;
}

async function createOrUpdateRole(client: pg.Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  await client.query(`${rowCount ? 'alter' : 'create'} role ${client.escapeIdentifier(role)}
    with login nosuperuser nocreatedb nocreaterole noinherit noreplication nobypassrls
    password ${client.escapeLiteral(password)}`);
  if (role === SIGNER_ROLE)
    await client.query(`alter role ${client.escapeIdentifier(role)} set default_transaction_read_only = on`);
}

async function withRoleLock<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the URL of the same database for another role. */
export function urlForRole(url: string, role: string, password: string): string {
  const address = new URL(url);
  address.username = role;
  address.password = password;
  return address.href;
}
