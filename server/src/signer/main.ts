/**
 * The process that holds the keys. `npm run signer init` makes a seed and shows its words once; `npm run signer` serves;
 * `npm run signer release` has one that latched sign again; `caps`, `allowance`, `keys` and `cold` show or set what may
 * leave, how much of it by itself, whose keys let more go, and where surplus goes.
 * With `--attached` it ends with whoever holds its standard input.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chain } from '@sarraf/domain';
import { codecOf } from '../chains/index.ts';
import type { SealingKey } from '../platform/config/kept-secret.ts';
import { type Db, openDatabase } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import { checkKeys } from '../platform/secrets/sealed-canary.ts';
import { stopOnSignal } from '../platform/start/stop-on-signal.ts';
import { StartError } from '../platform/start-error.ts';
import { defaultAllowances } from './allowances.ts';
import { defaultCaps } from './caps.ts';
import { createSigner } from './create-signer.ts';
import { Journal } from './journal.ts';
import { journalKey } from './keys.ts';
import { ofSandbox } from './of-sandbox.ts';
import { askPassphrase, release, setAllowances, setCaps, setCold, setKeys } from './operate.ts';
import { ownNodes } from './own-nodes.ts';
import { makeSeed, openSeed, seedExists } from './seed-file.ts';
import { serveSigner } from './serve.ts';
import { readSignerSettings, type SignerSettings } from './settings.ts';

const DATABASE_PATIENCE_MS = 20_000;
const onMain = (chain: Chain) => codecOf(chain, 'main');
const seedFile = ({ dir }: SignerSettings) => join(dir, 'seed.json');

function init(settings: SignerSettings): void {
  if (seedExists(seedFile(settings))) throw new Error(`There is a seed in ${settings.dir} already.`);
  const words = makeSeed(seedFile(settings), settings.passphrase);
  const seed = openSeed(seedFile(settings), settings.passphrase);
  new Journal(settings.dir, journalKey(seed), ['MISSING'], Date.now()).close();
  process.stdout.write(
    `These 24 words are the wallet. Write them on paper, twice; they are shown this once.\n\n${words}\n`,
  );
}

async function serve(settings: SignerSettings): Promise<() => Promise<void>> {
  if (settings.databaseUrl === '') throw new Error('SIGNER_DATABASE_URL: needed');
  const log = createLog(settings.logLevel);
  const isNew = !seedExists(seedFile(settings));
  if (isNew) {
    if (!settings.sandbox) throw new Error('There is no seed: run `npm run signer init` first.');
    makeSeed(seedFile(settings), settings.passphrase);
  }
  const seed = openSeed(seedFile(settings), settings.passphrase);
  const database = openDatabase(readOnly(settings.databaseUrl), 2);
  const { sealKey, dir, sandbox, eosAccount, url, token } = settings;
  await checkSealKey(database.db, sealKey);
  const signer = createSigner({
    seed,
    db: database.db,
    sealKey: sealKey.bytes,
    dir,
    caps: defaultCaps(sandbox),
    allowances: defaultAllowances(sandbox),
    codecOf: onMain,
    nodeOf: await ownNodes(settings, database.db, onMain),
    // A sandbox of before its journal had MACs goes on; a person looks at what is worth money.
    forgiven: [...(isNew ? ['MISSING' as const] : []), ...(sandbox ? ['OLD' as const] : [])],
    eosAccount,
    ...(sandbox && (await ofSandbox(settings, seed, onMain))),
  });
  const stop = await serveSigner({ signer, url, token, log });
  process.stdout.write(`The signer is ready at ${url}\n`);
  return async () => {
    await stop();
    await signer.close();
    await database.close();
  };
}

/** A database that is only starting itself is waited for. */
async function checkSealKey(db: Db, key: SealingKey): Promise<void> {
  for (const until = performance.now() + DATABASE_PATIENCE_MS; ; await sleep(500)) {
    try {
      return await checkKeys(db, [key]);
    } catch (error) {
      if (error instanceof StartError || performance.now() > until) throw error;
    }
  }
}

/** The database refuses its writes, whatever its account may do. */
function readOnly(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  return url.href;
}

const fail = (error: Error): never => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
};

// Whoever started it may be gone before it says that it is ready.
process.stdout.on('error', () => {});

/** What a person does beside a running signer. */
const ACTS = new Map<string | undefined, typeof setCaps>([
  ['release', release],
  ['caps', setCaps],
  ['allowance', setAllowances],
  ['keys', setKeys],
  ['cold', setCold],
]);

const attached = process.argv.includes('--attached');

try {
  const [command, ...rest] = process.argv.slice(2);
  const act = ACTS.get(command);
  if (act && process.env.MODE === 'production') process.env.SIGNER_PASSPHRASE ||= await askPassphrase();
  const settings = readSignerSettings(process.env, attached);
  const seedOf = () => openSeed(seedFile(settings), settings.passphrase);
  // Nothing that is started from here inherits it.
  delete process.env.SIGNER_PASSPHRASE;
  if (command === 'init') init(settings);
  else if (act) await act(settings, seedOf, rest);
  else {
    const started = serve(settings);
    const end = stopOnSignal(async () => (await started)());
    if (attached) process.stdin.on('end', end).on('error', end).resume();
    await started;
  }
} catch (error) {
  fail(error as Error);
}
