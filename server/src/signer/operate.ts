import { readFileSync } from 'node:fs';
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
import { type Stdio, writeLine } from './ceremony/terminal.ts';
import { forgetSeed, generationsOnDisk, readGeneration } from './generations.ts';
import { type OperatorCommand, type OperatorView, operatorMac } from './operator.ts';
import type { SignerSettings } from './settings.ts';

/** Input and output of a command, its seed, and how to open that. */
export interface Acting {
  stdio: Stdio;
  settings: SignerSettings;
  openSeed(): Promise<Uint8Array>;
}

/** `npm run signer release`: lets a latched signer sign again. */
export async function release(acting: Acting): Promise<void> {
  const { stdio, settings } = acting;
  const { latch } = await view(settings);
  if (latch === null) return writeLine(stdio, 'The signer is not latched.');
  await act(acting, { release: latch.id });
  writeLine(
    stdio,
    `Released. It was latched at ${new Date(latch.at).toISOString()}: ${latch.reason} ${latch.about ?? 'TOTAL'}.`,
  );
}

/** `npm run signer caps [file [signature…]]`: shows the caps, or sets those in the file (see `changeCaps`). */
export async function setCaps(acting: Acting, [file, ...signatures]: string[]): Promise<void> {
  const { stdio, settings } = acting;
  if (file !== undefined) {
    const text = readFileSync(file, 'utf8');
    changeCaps((await view(settings)).caps, text);
    await act(acting, { caps: text }, signatures);
  }
  writeLine(stdio, capsText((await view(settings)).caps));
}

/**
 * `npm run signer allowance [file [signature…]]`: shows the limits without approval, or sets them (see
 * `changeAllowances`).
 */
export async function setAllowances(acting: Acting, [file, ...signatures]: string[]): Promise<void> {
  const { stdio, settings } = acting;
  if (file !== undefined) {
    const text = readFileSync(file, 'utf8');
    changeAllowances((await view(settings)).allowances, text);
    await act(acting, { allowances: text }, signatures);
  }
  writeLine(stdio, allowancesText((await view(settings)).allowances));
}

/**
 * `npm run signer keys [add <file> | remove <id>]`: lists the approval keys of staff with fingerprints, or changes
 * them.
 */
export async function setKeys(acting: Acting, [verb, about = '']: string[]): Promise<void> {
  const { stdio, settings } = acting;
  if (verb === 'add') {
    const text = readFileSync(about, 'utf8');
    readKeyFile(text);
    await act(acting, { key: text });
  } else if (verb === 'remove') await act(acting, { removedKey: about });
  else if (verb !== undefined) throw new Error('npm run signer keys [add <file> | remove <id>]');
  const { keys } = await view(settings);
  if (keys.length === 0) writeLine(stdio, 'There are no keys: what is above the allowance waits for them.');
  for (const key of keys)
    writeLine(
      stdio,
      [
        `${key.name} (${key.second ? 'first or second' : 'first alone'})`,
        `  staff        ${key.staffId}`,
        `  made at      ${key.origin}`,
        `  id           ${key.id}`,
        `  fingerprint  ${fingerprintOfKey(key)}`,
      ].join('\n'),
    );
}

/** `npm run signer cold [<chain> <address | none> [signature…]]`: shows or sets the cold addresses. */
export async function setCold(acting: Acting, [chain, address, ...signatures]: string[]): Promise<void> {
  const { stdio, settings } = acting;
  if (chain !== undefined && address === undefined)
    throw new Error('npm run signer cold [<chain> <address | none> [signature…]]');
  if (chain !== undefined && address !== undefined)
    await act(acting, { cold: { chain, address: address === 'none' ? null : address } }, signatures);
  const { cold } = await view(settings);
  writeLine(stdio, JSON.stringify(cold, null, 2));
}

/** `npm run signer eos-key [<generation>]`: sets whose key the account on EOS has, after it was replaced there. */
export async function setEosKey(acting: Acting, [generation]: string[]): Promise<void> {
  const { stdio, settings } = acting;
  if (generation !== undefined) await act(acting, { eosKey: readGeneration(generation) });
  const { eosGeneration } = await view(settings);
  writeLine(stdio, eosGeneration === null ? 'EOS is off.' : `EOS is signed by generation ${eosGeneration}.`);
}

/** `npm run signer retire [<generation> [signature…]]`: lists the available seeds, or retires an older one. */
export async function retireSeed(acting: Acting, [text, ...signatures]: string[]): Promise<void> {
  const { stdio, settings } = acting;
  if (text !== undefined) {
    const generation = readGeneration(text);
    await act(acting, { retire: generation }, signatures);
    writeLine(stdio, `Generation ${generation} is retired: destroy its shares.`);
  }
  const { generations } = await view(settings);
  // Also the remains of an interrupted retirement.
  for (const gone of generationsOnDisk(settings.dir))
    if (!generations.includes(gone)) forgetSeed(settings.dir, gone);
  writeLine(stdio, `Generations that are here, the newest last: ${generations.join(', ')}`);
}

/** Reads the passphrase without echo; from a pipe its first line. */
export async function askPassphrase({ input, output }: Stdio): Promise<string> {
  const isTyped = Boolean(input.isTTY);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (isTyped) output.write('Passphrase of the signer: ');
  const lines = createInterface({ input, output: silent, terminal: isTyped });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    if (isTyped) output.write('\n');
  }
}

const view = async (settings: SignerSettings): Promise<OperatorView> =>
  (await askSigner(settings, 'operator-view', null)) as OperatorView;

/** `files`: signatures of staff, as written by the back office's page. */
async function act(
  { settings, openSeed }: Acting,
  wanted: OperatorCommand,
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

/** Opens the seed first: typing shares takes minutes, in which other commands may run. */
async function vouchFor(
  settings: SignerSettings,
  openSeed: Acting['openSeed'],
  wanted: OperatorCommand,
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

/** In the format that `changeCaps` parses. */
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

/** In the format that `changeAllowances` parses. */
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
