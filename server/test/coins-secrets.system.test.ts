/** No keys and no personal data are readable in the repository, environment, database or logs. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHAIN_INFO, CHAINS, isSheba } from '@sarraf/domain';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codecOf } from '../src/chains/index.ts';
import { readSealedSeed } from '../src/signer/seed-file.ts';
import { DEMO_PROFILES } from '../src/verification/sandbox-profiles.ts';
import { hasProc, readCommandLine, readEnvironment } from './processes.ts';
import { COINS, createIntent, type Product, startProduct } from './product.ts';
import { signIn } from './running-server.ts';
import { pollUntil } from './waiting.ts';

/** The demo customer's account (verification/sandbox-people.ts and sandbox-profiles.ts). */
const ACCOUNT = '0160000000100324200001';
const SHEBA =
  Array.from({ length: 97 }, (_, i) => `${String(i + 2).padStart(2, '0')}${ACCOUNT}`).find(isSheba) ?? '';
const NATIONAL_CODE = DEMO_PROFILES.demo.nationalCode;

let t: Product;
const places: Record<string, string> = {};

beforeAll(async () => {
  t = await startProduct({ LOG_LEVEL: 'debug' });
  const by = await t.customer();
  for (const coin of COINS) await t.fund(by, coin, '100');
  const requests: { id: string }[] = [];
  for (const coin of COINS)
    requests.push(await t.withdraw(by, createIntent(coin, coin === 'RIPPLE' ? '20' : '0.1')));
  await pollUntil(async () => {
    for (const coin of COINS) await t.mine(coin, 2);
    return (await Promise.all(requests.map(({ id }) => t.stateOf(id)))).every(
      ({ state }) => state === 'DONE',
    );
  }, 240_000);
  await withdrawToman();
  places.database = await dumpRows();
  places.logs = t.log.join('\n');
  if (!hasProc) return;
  places.environment = readEnvironment(t.server?.child.pid);
  places.commandLines = [t.server?.child.pid, t.signerPid()].map(readCommandLine).join('\n');
});
afterAll(async () => {
  await t.close();
});

async function withdrawToman(): Promise<void> {
  const email = 'demo@sarraf.test';
  const demo = { id: '', email, token: await signIn(t.url, email) };
  const { rows } = await sql<{ id: string }>`select id from users where email = ${email}`.execute(t.db);
  demo.id = rows[0]?.id ?? '';
  const intent = {
    amount: '500000',
    relatedCoin: 'TOMAN',
    tokenType: 'TOMAN',
    destinationWalletAddress: SHEBA,
  };
  expect((await t.withdraw(demo, intent)).state).toBe('APPROVED');
}

/** Returns every row of every table as text; bytes as hex. */
async function dumpRows(): Promise<string> {
  const { rows: tables } = await sql<{
    name: string;
  }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(t.db);
  const texts = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select x::text as row from ${sql.table(name)} x`.execute(
      t.db,
    );
    texts.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return texts.join('\n');
}

/** Returns every usual text encoding of the bytes. */
const listEncodings = (bytes: Uint8Array): string[] => {
  const buffer = Buffer.from(bytes);
  return [
    buffer.toString('hex'),
    buffer.toString('base64'),
    buffer.toString('base64url'),
    [...bytes].join(','),
  ];
};

/** Returns everything that the signer could spend with, and what decrypts it. */
function listSignerSecrets(): string[] {
  const dir = join(t.dataDir, 'signer');
  const passphrase = readFileSync(join(dir, 'passphrase'), 'utf8').trim();
  const seed = readSealedSeed(join(dir, 'seed.json'), passphrase);
  const keys = CHAINS.flatMap((chain) => {
    const deposits = CHAIN_INFO[chain].oneAccount ? [] : [0, 1, 2];
    const spots = [
      { branch: 'hot' } as const,
      ...deposits.map((index) => ({ branch: 'deposit', index }) as const),
    ];
    return spots.map((spot) => codecOf(chain, 'main').keyOf(seed, spot).privateKey);
  });
  return [passphrase, ...[seed, ...keys].flatMap(listEncodings)];
}

const readDataFile = (name: string): string => readFileSync(join(t.dataDir, name), 'utf8').trim();

/** Counts occurrences without the secret, which a failing test would print. */
const countOccurrences = (secrets: readonly string[], text = ''): number =>
  secrets.filter((secret) => secret.length > 8 && text.toLowerCase().includes(secret.toLowerCase())).length;

describe('secrets after a deposit and a withdrawal on three chains and one of Toman', () => {
  it('the dump contains the expected rows', () => {
    expect(places.database).toContain('ltc1q');
    expect(places.logs?.length).toBeGreaterThan(1_000);
  });

  it.skipIf(!hasProc)('the environment of the processes was read', () => {
    expect(places.environment).toContain('DATABASE_URL=');
  });

  it.each(['database', 'logs', ...(hasProc ? ['environment', 'commandLines'] : [])])(
    'no key, seed or passphrase is in: %s',
    (place) => {
      expect(countOccurrences(listSignerSecrets(), places[place])).toBe(0);
    },
  );

  it.each(['database', 'logs'])('no sealing key, encryption key or credential is in: %s', (place) => {
    const files = ['seal.key', 'secret.key', 'signer.token'];
    const secrets = files.flatMap((name) => [
      readDataFile(name),
      ...listEncodings(Buffer.from(readDataFile(name), 'base64')),
    ]);
    expect(countOccurrences(secrets, places[place])).toBe(0);
  });

  it.each(['database', 'logs'])('neither the whole Sheba nor the national code is in: %s', (place) => {
    expect(SHEBA).toHaveLength(24);
    const forms = [SHEBA, ACCOUNT, NATIONAL_CODE].flatMap((text) => [
      text,
      Buffer.from(text).toString('hex'),
    ]);
    expect(countOccurrences(forms, places[place])).toBe(0);
  });
});

/** Published test vectors: coins sent to them are lost anyway. */
const PUBLISHED_WORDS = /^(abandon abandon|illness spike|moral volcano|alcohol woman) /;
const PUBLISHED_KEYS = new Set(['server/src/chains/stellar.test.ts']);
const KEYS = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/]{20}/,
  /\b[xyzt]prv[1-9A-HJ-NP-Za-km-z]{100,}/,
  /\b[5KL][1-9A-HJ-NP-Za-km-z]{50,51}\b/,
  /\bS[A-D][A-Z2-7]{54}\b/,
];

it('the repository has no private key and no wallet mnemonic', () => {
  const root = join(import.meta.dirname, '../..');
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const words = new Set(wordlist);
  const secretNames: string[] = [];
  for (const name of list.split('\n')) {
    if (
      !/\.(ts|tsx|mjs|cjs|js|json|md|sql|txt|html|css|yml|yaml|env.*|toml)$/.test(name) ||
      name === 'package-lock.json'
    )
      continue;
    // A deleted file is listed until the deletion is committed.
    if (!existsSync(join(root, name))) continue;
    const text = readFileSync(join(root, name), 'utf8');
    if (!PUBLISHED_KEYS.has(name) && KEYS.some((pattern) => pattern.test(text))) secretNames.push(name);
    let run: string[] = [];
    for (const word of text.split(/[\s'"`,]+/)) {
      run = words.has(word) ? [...run, word] : [];
      if (run.length === 12 && !PUBLISHED_WORDS.test(run.join(' '))) secretNames.push(`${name}: ${run[0]} …`);
    }
  }
  expect(secretNames).toEqual([]);
});
