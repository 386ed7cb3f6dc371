/**
 * The process that holds the keys. `npm run signer init` creates a seed and its shares; `npm run signer` serves,
 * immediately if a passphrase opens the seed, otherwise when enough shares were entered (`npm run signer unlock`;
 * `npm run signer start shares` reads them itself); `verify-shares`, `reshare`, `restore` and `rotate` are the rest
 * of the ceremony. `release` removes a latch; `caps`, `allowance`, `keys` and `cold` show or set the caps, the
 * limits without approval, the approval keys and the cold addresses; `eos-key` and `retire` concern older seeds.
 * With `--attached` it ends with the process that holds its standard input.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chain } from '@sarraf/domain';
import { codecOf } from '../chains/index.ts';
import type { SealingKey } from '../platform/config/key-files.ts';
import { type Db, openDatabase } from '../platform/database/database.ts';
import { createLog, type Log } from '../platform/log.ts';
import { checkKeys } from '../platform/secrets/sealed-canary.ts';
import { stopOnSignal } from '../platform/start/stop-on-signal.ts';
import { StartError } from '../platform/start-error.ts';
import { createDefaultAllowances } from './allowances.ts';
import { createDefaultCaps } from './caps.ts';
import { openSeedsByTyping, requireShareSet } from './ceremony/commands.ts';
import { createUnlockSession } from './ceremony/lock.ts';
import { createProcessStdio } from './ceremony/terminal.ts';
import { createSigner } from './create-signer.ts';
import { type HeldSeed, listNeededGenerations, seedFilePath } from './generations.ts';
import { createSignerOperations } from './operations.ts';
import { createOwnNodes } from './own-nodes.ts';
import { runSignerCommand } from './run-command.ts';
import { createSandboxSignerParts } from './sandbox-signer.ts';
import { createEntropy, deriveSeed, hasSeedFile, readSealedEntropy, writeSealedSeed } from './seed-file.ts';
import { serveOperations } from './serve.ts';
import { readSignerSettings, type SignerSettings } from './settings.ts';

const DATABASE_TIMEOUT_MS = 20_000;
const codecOnMain = (chain: Chain) => codecOf(chain, 'main');

/** Returns the function that stops it; `ended`: aborts it, also while it waits for shares. */
async function startSigner(
  settings: SignerSettings,
  { areTyped, ended }: { areTyped: boolean; ended: AbortSignal },
): Promise<() => Promise<void>> {
  if (settings.databaseUrl === '') throw new Error('SIGNER_DATABASE_URL: needed');
  const log = createLog(settings.logLevel);
  const isNew = settings.sandbox && listNeededGenerations(settings.dir).length === 0;
  if (isNew && settings.passphrase !== null) {
    const entropy = createEntropy();
    writeSealedSeed(seedFilePath(settings), entropy, settings.passphrase);
    entropy.fill(0);
  }
  const database = openDatabase(withReadOnlySessions(settings.databaseUrl), 2);
  const { sealKey, dir, sandbox, eosAccount, url, token } = settings;
  await checkSealKey(database.db, sealKey);
  // The database is checked first, so that people don't enter shares in vain.
  const seeds = areTyped
    ? await openSeedsByTyping(createProcessStdio(), settings)
    : await openSeedsAtStart(settings, log, ended);
  const [first] = seeds ?? [];
  if (seeds === null || first === undefined) return () => database.close();
  const signer = createSigner({
    seeds,
    db: database.db,
    sealKey: sealKey.bytes,
    dir,
    caps: createDefaultCaps(sandbox),
    allowances: createDefaultAllowances(sandbox),
    codecOf: codecOnMain,
    nodeOf: await createOwnNodes(settings, database.db, codecOnMain),
    forgiven: isNew ? ['MISSING'] : [],
    eosAccount,
    ...(sandbox && (await createSandboxSignerParts(settings, first.seed, codecOnMain))),
  });
  const stop = await serveOperations({ operations: createSignerOperations(signer), url, token, log });
  process.stdout.write(`The signer is ready at ${url}\n`);
  return async () => {
    await stop();
    await signer.close();
    await database.close();
  };
}

/**
 * Opens all seeds: by the passphrase if they are sealed with it, otherwise when enough shares were entered; null:
 * aborted.
 */
async function openSeedsAtStart(
  settings: SignerSettings,
  log: Log,
  ended: AbortSignal,
): Promise<HeldSeed[] | null> {
  const { passphrase, url, token } = settings;
  const generations = listNeededGenerations(settings.dir);
  if (generations.length === 0) throw new Error('There is no seed: run `npm run signer init` first.');
  const isSealed = (generation: number) => hasSeedFile(seedFilePath(settings, generation));
  const sealed = generations.filter(isSealed);
  if (sealed.length > 0 && passphrase === null)
    throw new Error('SIGNER_PASSPHRASE: needed, the seed is sealed with it');
  const seeds = sealed.map((generation) => ({
    generation,
    seed: deriveSeed(readSealedEntropy(seedFilePath(settings, generation), passphrase ?? '')),
  }));
  const closed = generations.filter((generation) => !isSealed(generation));
  if (closed.length === 0) return seeds;
  const readSets = () =>
    closed.map((generation) => ({ generation, set: requireShareSet(settings, generation) }));
  readSets();
  const { operations, opened } = createUnlockSession(readSets);
  const locked = { status: 503, error: 'LOCKED' };
  const stop = await serveOperations({ operations, otherwise: locked, url, token, log });
  process.stdout.write('The signer waits for shares: npm run signer unlock\n');
  const aborted = new Promise<null>((resolve) => {
    const finish = () => resolve(null);
    if (ended.aborted) finish();
    else ended.addEventListener('abort', finish);
  });
  const result = await Promise.race([opened, aborted]);
  await stop();
  if (result === null) return null;
  for (const { generation, by } of result)
    log.info({ area: 'signer', ...(generation > 0 && { generation }), shares: by }, 'opened by shares');
  const byShares = result.map(({ generation, entropy }) => ({ generation, seed: deriveSeed(entropy) }));
  return [...seeds, ...byShares].sort((a, b) => a.generation - b.generation);
}

/** Waits for a database that is still starting. */
async function checkSealKey(db: Db, key: SealingKey): Promise<void> {
  for (const deadline = performance.now() + DATABASE_TIMEOUT_MS; ; await sleep(500)) {
    try {
      return await checkKeys(db, [key]);
    } catch (error) {
      if (error instanceof StartError || performance.now() > deadline) throw error;
    }
  }
}

/** Makes sessions read-only, in addition to the rights of the role. */
function withReadOnlySessions(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  return url.href;
}

const exitWithError = (error: Error): never => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
};

// The parent process may be gone before the ready message.
process.stdout.on('error', () => {});

try {
  const attached = process.argv.includes('--attached');
  const [command = 'start', ...args] = process.argv.slice(2).filter((word) => word !== '--attached');
  const settings = readSignerSettings(process.env, attached);
  // So that no child process inherits it.
  delete process.env.SIGNER_PASSPHRASE;
  if (command === 'start') {
    const ended = new AbortController();
    const started = startSigner(settings, { areTyped: args.includes('shares'), ended: ended.signal });
    const end = stopOnSignal(async () => {
      ended.abort();
      await (await started)();
    });
    if (attached) process.stdin.on('end', end).on('error', end).resume();
    await started;
  } else await runSignerCommand(createProcessStdio(), settings, [command, ...args]);
} catch (error) {
  exitWithError(error as Error);
}
