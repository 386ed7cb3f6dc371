import { StartError } from '../start-error.ts';
import { createClient } from './connect.ts';
import type { DatabaseUrls } from './embedded.ts';
import { checkMigrated, migrate } from './migrate.ts';
import { grantRights } from './rights.ts';

/** Differs from the lock of migrations; concurrent grants of rights would disturb each other. */
const LOCK = '7201943855610217';

const readRoleName = (url: string): string => decodeURIComponent(new URL(url).username);

/**
 * Migrates the database as the owner of its tables, and grants server and signer their rights. If the environment
 * names a single role it must be the owner, or the tables must be up to date. Returns the names of the migrations
 * of a later version, which then decides on the rights. `directory`: of the migrations.
 * @throws StartError where the tables are outdated and this role may not change that; where this version can't run
 * on
 * the migrations of a later one.
 */
export async function prepareDatabase(
  { url, ownerUrl }: DatabaseUrls,
  signerRole: string,
  directory?: string,
): Promise<string[]> {
  const [server, owner] = [readRoleName(url), readRoleName(ownerUrl)];
  const status = server === owner ? await checkMigrated(url, directory) : null;
  if (status) return status.newer;
  const { newer } = await migrate(ownerUrl, directory).catch((error: Error & { cause?: unknown }) => {
    const code = (error as { code?: string }).code ?? (error.cause as { code?: string } | undefined)?.code;
    // insufficient_privilege
    if (code !== '42501') throw error;
    throw new StartError(
      `${owner} may not bring the tables up to date: put the role that owns them into DATABASE_OWNER_URL, or run \`npm run migrate\` with it.`,
    );
  });
  if (server !== owner && newer.length === 0) await grantRightsLocked(ownerUrl, server, signerRole);
  return newer;
}

async function grantRightsLocked(ownerUrl: string, server: string, signerRole: string): Promise<void> {
  const client = createClient({ connectionString: ownerUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [signerRole]);
    await grantRights(client, { server, signer: rowCount ? signerRole : null });
  } finally {
    await client.end();
  }
}
