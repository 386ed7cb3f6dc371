// `node server/src/restore-trial-cli.ts documents|signer --into <folder>`: restores the newest copy of the
// documents or of the signer from its restic repository (RESTIC_REPOSITORY, RESTIC_PASSWORD), compares digests and
// decrypts a sample. Decision 126.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareFiles, type RestoredFiles, restoreFiles } from './drill/index.ts';
import { listSecretKeys, loadConfig } from './platform/config/config.ts';
import { openSecrets } from './platform/secrets/open-secrets.ts';
import { runCommand, withDatabase } from './platform/start/command-line.ts';
import { seedFilePath } from './signer/generations.ts';
import { readSealedEntropy } from './signer/seed-file.ts';
import { checkDocumentCopies } from './verification/index.ts';

interface TrialOutcome {
  summary: string;
  problems: string[];
}

const HELP = `documents|signer --into <folder>

documents: compares the restored documents with their digests in the server's database, the other files with DATA_DIR, and
decrypts the newest document. signer: compares the restored files with SIGNER_DIR, of whose journal the restored one has to be
a beginning, and opens the seed with SIGNER_PASSPHRASE if that is set. Exit code 0 when the copy is sound, 1 when it is not,
2 when it could not be restored.
`;

async function main(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { into: { type: 'string', default: 'trial' }, help: { type: 'boolean' } },
  });
  const [command, ...more] = positionals;
  if (values.help || (command !== 'documents' && command !== 'signer') || more.length > 0) {
    process.stderr.write(HELP);
    return 2;
  }
  const into = resolve(values.into);
  const { summary, problems } = await (command === 'documents'
    ? restoreDocuments(into)
    : restoreSigner(into));
  printLine(summary);
  for (const problem of problems) printLine(`Problem: ${problem}`);
  printLine(problems.length === 0 ? 'The copy is sound.' : 'The copy is not sound.');
  return problems.length === 0 ? 0 : 1;
}

async function restoreDocuments(into: string): Promise<TrialOutcome> {
  const config = loadConfig(process.env);
  const live = resolve(config.DATA_DIR);
  return withRestoredFiles(live, into, (copy) =>
    withDatabase(config, async (db) => {
      const secrets = await openSecrets(db, listSecretKeys(config));
      const documents = await checkDocumentCopies(db, secrets, join(copy.folder, 'documents'), copy.madeAt);
      const others = await compareFiles(copy, live, { ignored: ['documents', 'lock', 'postgres'] });
      return {
        summary: `copy of ${copy.madeAt.toISOString()}: ${documents.compared} documents, ${others.compared} other files; decrypted: ${documents.opened ?? 'none'}`,
        problems: [...documents.problems, ...others.problems],
      };
    }),
  );
}

async function restoreSigner(into: string): Promise<TrialOutcome> {
  const { SIGNER_DIR, SIGNER_PASSPHRASE } = process.env;
  if (!SIGNER_DIR) throw new Error('SIGNER_DIR is required');
  const live = resolve(SIGNER_DIR);
  return withRestoredFiles(live, into, async (copy) => {
    const { compared, problems } = await compareFiles(copy, live, {
      growing: ['journal.jsonl'],
      ignored: ['lock'],
    });
    const seed = seedFilePath({ dir: copy.folder });
    // If the seed is split into shares, only their holders can open it.
    const opens = existsSync(seed) && SIGNER_PASSPHRASE !== undefined;
    if (opens) {
      try {
        readSealedEntropy(seed, SIGNER_PASSPHRASE).fill(0);
      } catch (error) {
        problems.push((error as Error).message);
      }
    }
    const summary = `copy of ${copy.madeAt.toISOString()}: ${compared} files; ${opens ? 'the seed was opened' : 'there is no seed that a passphrase opens'}`;
    return { summary, problems };
  });
}

async function withRestoredFiles(
  live: string,
  into: string,
  work: (copy: RestoredFiles) => Promise<TrialOutcome>,
): Promise<TrialOutcome> {
  const copy = await restoreFiles(live, into);
  try {
    return await work(copy);
  } finally {
    await copy.remove();
  }
}

const printLine = (line: string): boolean => process.stdout.write(`${line}\n`);

await runCommand(() => main(process.argv.slice(2)));
