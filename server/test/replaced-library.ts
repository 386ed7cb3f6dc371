/** An update of the installed PostgreSQL while a server runs from it. */
import { copyFileSync, existsSync, linkSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { ownPrograms } from '../src/platform/database/own-programs.ts';
import { postgresBinaries, unprivilegedAccount } from '../src/platform/database/postgres-binaries.ts';

/** An installation in a folder of the test's own; answers where its programs are. */
export function installPostgres(home: string): string {
  const account = unprivilegedAccount();
  return ownPrograms(postgresBinaries(account), { home, account, log: () => {} });
}

/**
 * As a package is unpacked, the new library takes the name of the old one, and lacks what the server that runs asks it for.
 * Answers how to put the old one back.
 */
export function replaceLibrary(installed: string): () => void {
  const lib = [join(installed, '../lib'), join(installed, '../lib/postgresql')].find((folder) =>
    existsSync(join(folder, 'plpgsql.so')),
  );
  if (lib === undefined) throw new Error(`no library beside ${installed}`);
  const path = join(lib, 'plpgsql.so');
  const kept = `${path}.kept`;
  const unpacked = `${path}.new`;
  linkSync(path, kept);
  copyFileSync(join(lib, 'dict_snowball.so'), unpacked);
  renameSync(unpacked, path);
  return () => renameSync(kept, path);
}
