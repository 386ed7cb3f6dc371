import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { hasRights, type SystemAccount } from './postgres-binaries.ts';

const MAJOR = '15';
/** Our password file, inside the cluster: copied and deleted together with it. */
export const PASSWORD_FILE = 'sarraf-password';

/** @throws StartError unless the folder has a complete database that we created and this version can run. */
export function checkCluster(cluster: string, account: SystemAccount): void {
  const error = findClusterError(cluster, account);
  if (error) throw new StartError(`DATA_DIR: ${error}`);
}

function findClusterError(cluster: string, account: SystemAccount): string | null {
  const remedy = 'Put a whole one in its place, or move it away to begin a new one.';
  if (!existsSync(join(cluster, 'PG_VERSION')))
    return `${cluster} is not a whole database: it has no PG_VERSION. ${remedy}`;
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR)
    return `${cluster} is of PostgreSQL ${version}, and this version runs ${MAJOR}. Bring it over with pg_upgrade, or serve it with PostgreSQL ${version} and set DATABASE_URL.`;
  if (!existsSync(join(cluster, PASSWORD_FILE)))
    return `${cluster} is not a database that Sarraf made: it has no ${PASSWORD_FILE}. ${remedy}`;
  if (!hasRights(account, cluster, '-r', '-w', '-x'))
    return `the user that the database runs as (${account?.uid}) can't use ${cluster}. Give it to that user: chown -R ${account?.uid} ${cluster}`;
  return null;
}
