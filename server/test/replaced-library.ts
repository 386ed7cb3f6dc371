/** An update of the installed PostgreSQL while a server runs from it. */
import { copyFileSync, existsSync, linkSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { copyPrograms } from '../src/platform/database/own-programs.ts';
import { findOrCreateAccount, findPostgresBinaries } from '../src/platform/database/postgres-binaries.ts';

/** Installs it in a folder of the test's own; returns the path of its programs. */
export function installPostgres(home: string): string {
  const account = findOrCreateAccount();
  return copyPrograms(findPostgresBinaries(account), { home, account, log: () => {} });
}

/**
 * Like unpacking a package, renames the new library over the old one, which lacks what the running server needs
 * from it. Returns a function that restores the old one.
 */
export function replaceLibrary(installed: string): () => void {
  const lib = [join(installed, '../lib'), join(installed, '../lib/postgresql')].find((folder) =>
    existsSync(join(folder, 'plpgsql.so')),
  );
  if (lib === undefined) throw new Error(`no library next to ${installed}`);
  const path = join(lib, 'plpgsql.so');
  const backupPath = `${path}.kept`;
  const unpacked = `${path}.new`;
  linkSync(path, backupPath);
  copyFileSync(join(lib, 'dict_snowball.so'), unpacked);
  renameSync(unpacked, path);
  return () => renameSync(backupPath, path);
}
