import { readFileSync } from 'node:fs';
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type Asset, formatAmount } from '@sarraf/domain';
import type { Assertion } from '../chains/approvals/assertion.ts';
import { SignerRefused } from '../custody/ports.ts';
import { askSigner } from '../custody/sending/signer-client.ts';
import { toWire } from '../platform/wire.ts';
import { type Allowance, type Allowances, changeAllowances } from './allowances.ts';
import { fingerprintOfKey, readKeyFile } from './approval-keys.ts';
import { type Cap, type Caps, changeCaps } from './caps.ts';
import { forgetSeed, generationsOnDisk, readGeneration } from './generations.ts';
import { type OperatorView, operatorMac, type Wanted } from './operator.ts';
import type { SignerSettings } from './settings.ts';

type OpenSeed = () => Promise<Uint8Array>;

/** `npm run signer release`: has a latched signer sign again. */
export async function release(settings: SignerSettings, openSeed: OpenSeed): Promise<void> {
  const { latch } = await view(settings);
  if (latch === null) return say('The signer is not latched.');
  await act(settings, openSeed, { release: latch.id });
  say(
    `Released. It was latched at ${new Date(latch.at).toISOString()}: ${latch.reason} ${latch.about ?? 'TOTAL'}.`,
  );
}

/** `npm run signer caps [file [signature…]]`: shows the caps, or sets what the file (see `changeCaps`) names. */
export async function setCaps(
  settings: SignerSettings,
  openSeed: OpenSeed,
  [file, ...signatures]: string[],
): Promise<void> {
  if (file !== undefined) {
    const text = readFileSync(file, 'utf8');
    changeCaps((await view(settings)).caps, text);
    await act(settings, openSeed, { caps: text }, signatures);
  }
  say(capsText((await view(settings)).caps));
}

/** `npm run signer allowance [file [signature…]]`: shows what leaves by itself, or sets it (see `changeAllowances`). */
export async function setAllowances(
  settings: SignerSettings,
  openSeed: OpenSeed,
  [file, ...signatures]: string[],
): Promise<void> {
  if (file !== undefined) {
    const text = readFileSync(file, 'utf8');
    changeAllowances((await view(settings)).allowances, text);
    await act(settings, openSeed, { allowances: text }, signatures);
  }
  say(allowancesText((await view(settings)).allowances));
}

/** `npm run signer keys [add <file> | remove <id>]`: the colleagues' keys, each with its fingerprint. */
export async function setKeys(
  settings: SignerSettings,
  openSeed: OpenSeed,
  [verb, about = '']: string[],
): Promise<void> {
  if (verb === 'add') {
    const text = readFileSync(about, 'utf8');
    readKeyFile(text);
    await act(settings, openSeed, { key: text });
  } else if (verb === 'remove') await act(settings, openSeed, { removedKey: about });
  else if (verb !== undefined) throw new Error('npm run signer keys [add <file> | remove <id>]');
  const { keys } = await view(settings);
  if (keys.length === 0) say('There are no keys: what is above the allowance waits for them.');
  for (const key of keys)
    say(
      [
        `${key.name} (${key.second ? 'first or second' : 'first alone'})`,
        `  staff        ${key.staffId}`,
        `  made at      ${key.origin}`,
        `  id           ${key.id}`,
        `  fingerprint  ${fingerprintOfKey(key)}`,
      ].join('\n'),
    );
}

/** `npm run signer cold [<chain> <address | none> [signature…]]`: where surplus goes. */
export async function setCold(
  settings: SignerSettings,
  openSeed: OpenSeed,
  [chain, address, ...signatures]: string[],
): Promise<void> {
  if (chain !== undefined && address === undefined)
    throw new Error('npm run signer cold [<chain> <address | none> [signature…]]');
  if (chain !== undefined && address !== undefined)
    await act(
      settings,
      openSeed,
      { cold: { chain, address: address === 'none' ? null : address } },
      signatures,
    );
  const { cold } = await view(settings);
  say(JSON.stringify(cold, null, 2));
}

/** `npm run signer eos-key [<generation>]`: whose key the account on EOS has, once it was exchanged there. */
export async function setEosKey(
  settings: SignerSettings,
  openSeed: OpenSeed,
  [generation]: string[],
): Promise<void> {
  if (generation !== undefined) await act(settings, openSeed, { eosKey: readGeneration(generation) });
  const { eosGeneration } = await view(settings);
  say(eosGeneration === null ? 'EOS is off.' : `EOS is signed by generation ${eosGeneration}.`);
}

/** `npm run signer retire [<generation> [signature…]]`: the seeds that are here, or an older one is no more. */
export async function retireSeed(
  settings: SignerSettings,
  openSeed: OpenSeed,
  [text, ...signatures]: string[],
): Promise<void> {
  if (text !== undefined) {
    const generation = readGeneration(text);
    await act(settings, openSeed, { retire: generation }, signatures);
    say(`Generation ${generation} is retired: destroy its shares.`);
  }
  const { generations } = await view(settings);
  // Also what one that was cut off left.
  for (const gone of generationsOnDisk(settings.dir))
    if (!generations.includes(gone)) forgetSeed(settings.dir, gone);
  say(`Generations that are here, the newest last: ${generations.join(', ')}`);
}

/** Typed where nobody sees it; from a pipe its first line. */
export async function askPassphrase(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (stdin.isTTY) stdout.write('Passphrase of the signer: ');
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    if (stdin.isTTY) stdout.write('\n');
  }
}

const view = async (settings: SignerSettings): Promise<OperatorView> =>
  (await askSigner(settings, 'operator-view', null)) as OperatorView;

/** `files`: what colleagues' keys signed of it, as the back office's page wrote it. */
async function act(
  settings: SignerSettings,
  openSeed: OpenSeed,
  wanted: Wanted,
  files: readonly string[] = [],
): Promise<void> {
  const signatures = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Assertion);
  const { asked, mac } = await vouchFor(settings, openSeed, wanted);
  try {
    await askSigner(settings, 'operate', { asked, mac, ...(signatures.length > 0 && { signatures }) });
  } catch (error) {
    if (!(error instanceof SignerRefused && error.code === 'NEEDS_APPROVAL')) throw error;
    throw new Error(
      `Refused: ${error.message}.\nHave them sign this at the back office (treasury, approval keys), and name the files that they get behind the command:\n\n${asked}\n`,
    );
  }
}

/** The seed first: people who type their shares take minutes, in which others may act. */
async function vouchFor(
  settings: SignerSettings,
  openSeed: OpenSeed,
  wanted: Wanted,
): Promise<{ asked: string; mac: string }> {
  const seed = await openSeed();
  try {
    const { acts } = await view(settings);
    const asked = toWire({ acts, ...wanted });
    return { asked, mac: operatorMac(seed, asked) };
  } finally {
    seed.fill(0);
  }
}

/** In the form that `changeCaps` takes. */
function capsText({ coins, total, ceilings }: Caps): string {
  const shown = (asset: Asset, { hour, day }: Cap) => ({
    hour: formatAmount(hour, asset),
    day: formatAmount(day, asset),
  });
  const each = <T, R>(of: Partial<Record<Asset, T>>, text: (asset: Asset, value: T) => R) =>
    Object.fromEntries(
      (Object.entries(of) as [Asset, T][]).map(([asset, value]) => [asset, text(asset, value)]),
    );
  return JSON.stringify(
    {
      coins: each<Cap, unknown>(coins, shown),
      total: shown('TETHER', total),
      ceilings: each<bigint, string>(ceilings, (_asset, value) => formatAmount(value, 'TETHER')),
    },
    null,
    2,
  );
}

/** In the form that `changeAllowances` takes. */
function allowancesText({ none, one }: Allowances): string {
  const shown = (allowance: Allowance) =>
    Object.fromEntries(
      Object.entries(allowance).map(([key, amount]: [string, bigint]) => [
        key,
        formatAmount(amount, 'TETHER'),
      ]),
    );
  return JSON.stringify({ none: shown(none), one: shown(one) }, null, 2);
}

function say(line: string): void {
  stdout.write(`${line}\n`);
}
