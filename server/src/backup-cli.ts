// `npm run backup -- <folder> [--signer <folder>]` and `npm run restore -- <folder> [--signer <folder>]`.

import { cpSync, existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from './backup/restore-backup.ts';
import { writeBackup } from './backup/write-backup.ts';
import { type Config, loadConfig } from './platform/config/config.ts';
import { openDatabase } from './platform/database/database.ts';
import { configuredUrls } from './platform/database/embedded.ts';
import { prepareDatabase } from './platform/database/prepare.ts';
import { withDatabaseToolLock } from './platform/database/tool-lock.ts';
import { deriveAuditKey } from './platform/secrets/books-keys.ts';
import { runCommand, withDatabaseUrl } from './platform/start/command-line.ts';
import { CHECKPOINT_FILE, checkEverything } from './watch/index.ts';

const HELP = `npm run backup -- <new folder> [--signer <another new folder>]
npm run restore -- <folder> [--signer <folder>]

The first folder has the database and the documents, encrypted as they are stored. To read them one also needs SECRET_KEY,
SEAL_KEY and BOOKS_KEY (where they are not set: secret.key, seal.key and books.key of DATA_DIR). --signer copies the
signer's keys and journal (SIGNER_DIR), which have to be kept apart from the first folder.
A backup may be made while the server runs. A restore needs an empty DATA_DIR, or an empty database in DATABASE_URL,
whose owner (DATABASE_OWNER_URL) is a superuser. After it, outgoing payments are stopped until an admin allows them, and
all people have to log in again.
`;

async function main(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { signer: { type: 'string' }, help: { type: 'boolean' } },
  });
  const [command, folder, ...more] = positionals;
  if (values.help || (command !== 'backup' && command !== 'restore') || !folder || more.length > 0) {
    process.stderr.write(HELP);
    return 2;
  }
  const config = loadConfig(process.env);
  const signer = values.signer === undefined ? null : resolve(values.signer);
  return command === 'backup'
    ? runBackup(config, resolve(folder), signer)
    : runRestore(config, resolve(folder), signer);
}

const documentsFolder = ({ DATA_DIR }: Config): string => join(DATA_DIR, 'documents');
const signerFolder = ({ DATA_DIR }: Config): string =>
  resolve(process.env.SIGNER_DIR ?? join(DATA_DIR, 'signer'));

async function runBackup(config: Config, folder: string, signer: string | null): Promise<number> {
  if (signer !== null) assertKeysCopyable(signerFolder(config), signer);
  const { tables, documents } = await withDatabaseUrl(
    config,
    (url) => withDatabaseToolLock(url, () => writeBackup(url, documentsFolder(config), folder)),
    { asOwner: true },
  );
  // The journal last: entries only in the journal are signed the same again; entries only in the database would not
  // be.
  if (signer !== null) copyKeys(signerFolder(config), signer);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  printLine(`${folder}: ${rows} rows of ${tables.length} tables, ${documents.length} documents.`);
  printLine(
    signer === null ? 'Without the signer’s keys (--signer).' : `${signer}: the signer’s keys and journal.`,
  );
  return 0;
}

async function runRestore(config: Config, folder: string, signer: string | null): Promise<number> {
  return withDatabaseUrl(
    config,
    async (url) => {
      // Before anything is restored: a second attempt would be refused.
      if (signer !== null) assertKeysCopyable(signer, signerFolder(config));
      const { madeAt } = await restoreBackup(folder, {
        url,
        documentsDir: documentsFolder(config),
        keys: config.sealingKeys,
      });
      if (signer !== null) copyKeys(signer, signerFolder(config));
      // The stored heads belong to the previous ledger.
      rmSync(join(config.DATA_DIR, CHECKPOINT_FILE), { force: true });
      // Grants the roles their rights on the tables.
      if (config.DATABASE_URL)
        await prepareDatabase(configuredUrls(config.DATABASE_URL, config), config.DATABASE_SIGNER_ROLE);
      const { db, close } = openDatabase(url, 2, deriveAuditKey(config.BOOKS_KEY));
      const [violation] = await checkEverything(db, config.BOOKS_KEY);
      await close();
      printLine(
        `Restored the state of ${madeAt}. ${violation ? `Violation: ${violation.law}: ${JSON.stringify(violation.row)}` : 'No violation was found.'}`,
      );
      printLine('Outgoing payments are stopped until an admin allows them in the back office.');
      return violation ? 1 : 0;
    },
    { mayBeNew: true, asOwner: true },
  );
}

/** @throws when the folder isn't empty: keys are never overwritten. */
function assertKeysCopyable(from: string, to: string): void {
  if (!existsSync(from)) throw new Error(`There are no keys in ${from}.`);
  if (existsSync(to) && readdirSync(to).length > 0) throw new Error(`${to} is not empty.`);
}

/** Lock file of the signer's folder (signer/journal.ts). */
const LOCK_FILE = 'lock';

/**
 * Copies the files except those that mark a running signer: its socket, and its lock, which would keep the next
 * signer from starting in the copy. The journal only grows, so that a copy of one in use lacks an end at most.
 */
const copyKeys = (from: string, to: string): void =>
  cpSync(from, to, {
    recursive: true,
    filter(path) {
      const about = lstatSync(path);
      return about.isDirectory() || (about.isFile() && basename(path) !== LOCK_FILE);
    },
  });

const printLine = (line: string): boolean => process.stdout.write(`${line}\n`);

await runCommand(() => main(process.argv.slice(2)));
