import { createWitnesses } from './app/vendors.ts';
import { type Config, loadConfig } from './platform/config/config.ts';
import { openDatabase } from './platform/database/database.ts';
import { readInstallationName } from './platform/database/installation.ts';
import { deriveAuditKey } from './platform/secrets/books-keys.ts';
import { runCommand, withDatabase, withDatabaseUrl } from './platform/start/command-line.ts';
import {
  type Acceptance,
  ALL_LAWS,
  acceptChains,
  checkChainHeads,
  checkEverything,
  openCheckpoints,
} from './watch/index.ts';

const printLine = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Accepts broken chains from now on, and reports that to the witnesses: decision 86. */
async function acceptBrokenChains(): Promise<number> {
  const config = loadConfig(process.env);
  const work = async (url: string): Promise<number> => {
    const { db, close } = openDatabase(url, 2, deriveAuditKey(config.BOOKS_KEY));
    try {
      const checkpoints = openCheckpoints(config.DATA_DIR, await readInstallationName(db), config.sandbox);
      const now = new Date();
      const { refusals, accepted } = await acceptChains({
        db,
        url,
        booksKey: config.BOOKS_KEY,
        checkpoints,
        now,
      });
      for (const refusal of refusals) printLine(`Not accepted: ${refusal}`);
      for (const acceptance of accepted) await reportAcceptance(config, acceptance);
      if (refusals.length === 0 && accepted.length === 0)
        printLine('Both chains are intact: there is nothing to accept.');
      return refusals.length > 0 ? 1 : 0;
    } finally {
      await close();
    }
  };
  return withDatabaseUrl(config, work, { asOwner: true });
}

async function reportAcceptance(
  config: Config,
  { chain, number, mac, fault, acknowledgedBy, acceptedAt }: Acceptance,
) {
  printLine(`Accepted: ${chain} from ${number} on, though ${fault}`);
  const message = {
    kind: 'accepted',
    chain,
    number: `${number}`,
    mac: mac.toString('hex'),
    fault,
    by: acknowledgedBy,
    at: acceptedAt.toISOString(),
  } as const;
  for (const witness of createWitnesses(config))
    await witness
      .send(message)
      .catch((error: Error) => printLine(`${witness.name} was not reached: ${error.message}`));
}

/**
 * `npm run audit`: exit code 0 when every law of the ledger holds and ledger and audit log are intact, otherwise 1
 * with the violating rows. `npm run audit accept`: see docs/security.md, "When an invariant is violated".
 */
async function main([command, ...more]: string[]): Promise<number> {
  if (command === 'accept' && more.length === 0) return acceptBrokenChains();
  if (command !== undefined) throw new Error('npm run audit, or npm run audit accept');
  const config = loadConfig(process.env);
  return withDatabase(config, async (db) => {
    const violations = await checkEverything(db, config.BOOKS_KEY);
    const checkpoints = openCheckpoints(config.DATA_DIR, await readInstallationName(db), config.sandbox);
    violations.push(...(await checkChainHeads(db, config.BOOKS_KEY, checkpoints)));
    for (const name of ALL_LAWS)
      printLine(`${violations.some(({ law }) => law === name) ? 'BROKEN' : 'holds '}  ${name}`);
    for (const { law, row } of violations) printLine(`\nViolation: ${law}: ${JSON.stringify(row)}`);
    if (violations.length > 0) return 1;
    printLine('\nNo violation was found.');
    return 0;
  });
}

await runCommand(() => main(process.argv.slice(2)));
