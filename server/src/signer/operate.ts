import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type Asset, formatAmount } from '@sarraf/domain';
import type { Assertion } from '../chains/approvals/assertion.ts';
import { SignerRefusedError } from '../custody/ports.ts';
import { callSigner } from '../custody/sending/signer-client.ts';
import { toWire } from '../platform/wire.ts';
import { type Allowance, type Allowances, applyAllowanceChanges } from './allowances.ts';
import { formatKeyFingerprint, parseKeyFile } from './approval-keys.ts';
import { applyCapChanges, type Cap, type Caps } from './caps.ts';
import { type Stdio, writeLine } from './ceremony/terminal.ts';
import { deleteSeedFiles, listGenerationsOnDisk, parseGeneration } from './generations.ts';
import { computeOperatorMac, type OperatorCommand, type OperatorView } from './operator.ts';
import type { SignerSettings } from './settings.ts';

/** Input and output of a command, its seed, and how to open that. */
export interface OperatorSession {
  stdio: Stdio;
  settings: SignerSettings;
  openSeed(): Promise<Uint8Array>;
}

/** `npm run signer release`: lets a latched signer sign again. */
export async function releaseLatch(session: OperatorSession): Promise<void> {
  const { stdio, settings } = session;
  const { latch } = await readOperatorView(settings);
  if (latch === null) return writeLine(stdio, 'The signer is not latched.');
  await sendCommand(session, { release: latch.id });
  writeLine(
    stdio,
    `Released. It was latched at ${new Date(latch.at).toISOString()}: ${latch.reason} ${latch.about ?? 'TOTAL'}.`,
  );
}

/** `npm run signer caps [file [signature…]]`: shows the caps, or sets those in the file (see `applyCapChanges`). */
export async function setCaps(session: OperatorSession, [file, ...signatures]: string[]): Promise<void> {
  const { stdio, settings } = session;
  if (file !== undefined) {
    const text = readFileSync(file, 'utf8');
    applyCapChanges((await readOperatorView(settings)).caps, text);
    await sendCommand(session, { caps: text }, signatures);
  }
  writeLine(stdio, formatCaps((await readOperatorView(settings)).caps));
}

/**
 * `npm run signer allowance [file [signature…]]`: shows the limits without approval, or sets them (see
 * `applyAllowanceChanges`).
 */
export async function setAllowances(
  session: OperatorSession,
  [file, ...signatures]: string[],
): Promise<void> {
  const { stdio, settings } = session;
  if (file !== undefined) {
    const text = readFileSync(file, 'utf8');
    applyAllowanceChanges((await readOperatorView(settings)).allowances, text);
    await sendCommand(session, { allowances: text }, signatures);
  }
  writeLine(stdio, formatAllowances((await readOperatorView(settings)).allowances));
}

/**
 * `npm run signer keys [add <file> | remove <id>]`: lists the approval keys of staff with fingerprints, or changes
 * them.
 */
export async function setKeys(session: OperatorSession, [verb, argument = '']: string[]): Promise<void> {
  const { stdio, settings } = session;
  if (verb === 'add') {
    const text = readFileSync(argument, 'utf8');
    parseKeyFile(text);
    await sendCommand(session, { key: text });
  } else if (verb === 'remove') await sendCommand(session, { removedKey: argument });
  else if (verb !== undefined) throw new Error('npm run signer keys [add <file> | remove <id>]');
  const { keys } = await readOperatorView(settings);
  if (keys.length === 0) writeLine(stdio, 'There are no keys: what is above the allowance waits for them.');
  for (const key of keys)
    writeLine(
      stdio,
      [
        `${key.name} (${key.second ? 'first or second' : 'first alone'})`,
        `  staff        ${key.staffId}`,
        `  made at      ${key.origin}`,
        `  id           ${key.id}`,
        `  fingerprint  ${formatKeyFingerprint(key)}`,
      ].join('\n'),
    );
}

/** `npm run signer cold [<chain> <address | none> [signature…]]`: shows or sets the cold addresses. */
export async function setCold(
  session: OperatorSession,
  [chain, address, ...signatures]: string[],
): Promise<void> {
  const { stdio, settings } = session;
  if (chain !== undefined && address === undefined)
    throw new Error('npm run signer cold [<chain> <address | none> [signature…]]');
  if (chain !== undefined && address !== undefined)
    await sendCommand(session, { cold: { chain, address: address === 'none' ? null : address } }, signatures);
  const { cold } = await readOperatorView(settings);
  writeLine(stdio, JSON.stringify(cold, null, 2));
}

/** `npm run signer eos-key [<generation>]`: sets whose key the account on EOS has, after it was replaced there. */
export async function setEosKey(session: OperatorSession, [generation]: string[]): Promise<void> {
  const { stdio, settings } = session;
  if (generation !== undefined) await sendCommand(session, { eosKey: parseGeneration(generation) });
  const { eosGeneration } = await readOperatorView(settings);
  writeLine(stdio, eosGeneration === null ? 'EOS is off.' : `EOS is signed by generation ${eosGeneration}.`);
}

/** `npm run signer retire [<generation> [signature…]]`: lists the available seeds, or retires an older one. */
export async function retireSeed(session: OperatorSession, [text, ...signatures]: string[]): Promise<void> {
  const { stdio, settings } = session;
  if (text !== undefined) {
    const generation = parseGeneration(text);
    await sendCommand(session, { retire: generation }, signatures);
    writeLine(stdio, `Generation ${generation} is retired: destroy its shares.`);
  }
  const { generations } = await readOperatorView(settings);
  // A retirement that was interrupted may have left files of an older generation, too.
  for (const generationOnDisk of listGenerationsOnDisk(settings.dir))
    if (!generations.includes(generationOnDisk)) deleteSeedFiles(settings.dir, generationOnDisk);
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

const readOperatorView = async (settings: SignerSettings): Promise<OperatorView> =>
  (await callSigner(settings, 'operator-view', null)) as OperatorView;

/** `files`: signatures of staff, as written by the back office's page. */
async function sendCommand(
  { settings, openSeed }: OperatorSession,
  command: OperatorCommand,
  files: readonly string[] = [],
): Promise<void> {
  const signatures = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Assertion);
  const { asked, mac } = await authenticateCommand(settings, openSeed, command);
  try {
    await callSigner(settings, 'operate', { asked, mac, ...(signatures.length > 0 && { signatures }) });
  } catch (error) {
    if (!(error instanceof SignerRefusedError && error.code === 'NEEDS_APPROVAL')) throw error;
    throw new Error(
      `Refused: ${error.message}.\nHave them sign this at the back office (treasury, approval keys), and name the files that they get behind the command:\n\n${asked}\n`,
    );
  }
}

/** Opens the seed first: typing shares takes minutes, in which other commands may run. */
async function authenticateCommand(
  settings: SignerSettings,
  openSeed: OperatorSession['openSeed'],
  command: OperatorCommand,
): Promise<{ asked: string; mac: string }> {
  const seed = await openSeed();
  try {
    const { acts } = await readOperatorView(settings);
    const commandText = toWire({ acts, ...command });
    return { asked: commandText, mac: computeOperatorMac(seed, commandText) };
  } finally {
    seed.fill(0);
  }
}

/** In the format that `applyCapChanges` parses. */
function formatCaps({ coins, total, ceilings }: Caps): string {
  const toCapTexts = (asset: Asset, { hour, day }: Cap) => ({
    hour: formatAmount(hour, asset),
    day: formatAmount(day, asset),
  });
  const mapAssets = <T, R>(byAsset: Partial<Record<Asset, T>>, transform: (asset: Asset, value: T) => R) =>
    Object.fromEntries(
      (Object.entries(byAsset) as [Asset, T][]).map(([asset, value]) => [asset, transform(asset, value)]),
    );
  return JSON.stringify(
    {
      coins: mapAssets<Cap, unknown>(coins, toCapTexts),
      total: toCapTexts('TETHER', total),
      ceilings: mapAssets<bigint, string>(ceilings, (_asset, value) => formatAmount(value, 'TETHER')),
    },
    null,
    2,
  );
}

/** In the format that `applyAllowanceChanges` parses. */
function formatAllowances({ none, one }: Allowances): string {
  const toAllowanceTexts = (allowance: Allowance) =>
    Object.fromEntries(
      Object.entries(allowance).map(([key, amount]: [string, bigint]) => [
        key,
        formatAmount(amount, 'TETHER'),
      ]),
    );
  return JSON.stringify({ none: toAllowanceTexts(none), one: toAllowanceTexts(one) }, null, 2);
}
