/** Commands for the seed and its shares: docs/key-ceremony.md. */
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CHAINS } from '@sarraf/domain';
import type { Assertion } from '../../chains/approvals/assertion.ts';
import { createOperatorChallenge } from '../../chains/approvals/challenge.ts';
import { codecOf } from '../../chains/index.ts';
import { callSigner } from '../../custody/sending/signer-client.ts';
import { toWire } from '../../platform/wire.ts';
import { countSignatures } from '../approval-keys.ts';
import {
  deleteNextSeedFiles,
  findNextGeneration,
  type HeldSeed,
  listNeededGenerations,
  parseGeneration,
  type SeedSlot,
  seedFilePath,
} from '../generations.ts';
import { Journal } from '../journal.ts';
import { acquireJournalLock } from '../journal-lock.ts';
import { createSignerKeys, deriveJournalKey } from '../keys.ts';
import { askPassphrase } from '../operate.ts';
import { countRequiredSignatures } from '../operator.ts';
import { createEntropy, deriveSeed, hasSeedFile, readSealedEntropy, writeSealedSeed } from '../seed-file.ts';
import type { SignerSettings } from '../settings.ts';
import { askShare, collectShares } from './collect-shares.ts';
import { encodeShareWords, findShareWord, formatSetId, type KeyShare, SHARE_WORDS } from './key-share.ts';
import type { LockView, UnlockReply, WaitingSeed } from './lock.ts';
import { readShareSet, type ShareSet, writeShareSet } from './share-set.ts';
import {
  computeSeedFingerprint,
  joinShares,
  parseShareThreshold,
  splitSeedIntoShares,
} from './split-seed.ts';
import { createTerminal, type Stdio, type Terminal, writeLine } from './terminal.ts';

/** `npm run signer init [3 of 5]`: creates a seed, and its shares for one holder after another. */
export async function initSeed(
  stdio: Stdio,
  settings: SignerSettings,
  args: readonly string[],
): Promise<void> {
  const { holders, isPiped } = readArguments(stdio, args);
  if (listNeededGenerations(settings.dir).length > 0)
    throw new Error(`There is a seed in ${settings.dir} already.`);
  const { entropy, shares } = await createSeed(stdio, holders, isPiped);
  // Nothing of it is stored before the written shares have opened it: an interrupted ceremony is started again.
  const seed = toHeldSeed(0, entropy);
  createJournal(settings, [seed], true);
  storeSeed(settings, 0, entropy, shares);
  printSeedState(stdio, settings, 0, seed);
  entropy.fill(0);
  writeLine(stdio, 'Before anything is paid to it, every share of it: npm run signer verify-shares');
}

/**
 * `npm run signer rotate [3 of 5]` creates the next seed and its shares, next to the running signer; `rotate begin
 * [signature…]` activates it while the signer is stopped; `rotate forget` discards it.
 */
export async function rotateSeed(
  stdio: Stdio,
  settings: SignerSettings,
  [verb, ...args]: readonly string[],
): Promise<void> {
  if (verb === 'begin') return beginRotation(stdio, settings, args);
  if (verb === 'forget') {
    if (findNextGeneration(settings.dir) === null) throw new Error('There is no next seed.');
    deleteNextSeedFiles(settings.dir);
    return writeLine(stdio, 'The next seed is forgotten here: destroy its shares.');
  }
  const { holders, isPiped } = readArguments(stdio, verb === undefined ? [] : [verb, ...args]);
  if (listNeededGenerations(settings.dir).length === 0)
    throw new Error('There is no seed: npm run signer init.');
  if (findNextGeneration(settings.dir) !== null)
    throw new Error('There is a next seed already: npm run signer rotate begin, or rotate forget.');
  const { entropy, shares } = await createSeed(stdio, holders, isPiped);
  storeSeed(settings, 'NEXT', entropy, shares);
  printSeedState(stdio, settings, 'NEXT', toHeldSeed(0, entropy));
  entropy.fill(0);
  writeLine(stdio, 'Before it is begun with, every share of it: npm run signer verify-shares next');
}

/**
 * Activates the next seed: both seeds are open, and staff has signed it. The journal belongs to the next one from
 * now on.
 */
async function beginRotation(
  stdio: Stdio,
  settings: SignerSettings,
  files: readonly string[],
): Promise<void> {
  const { dir } = settings;
  const generations = listNeededGenerations(dir);
  const newest = findNextGeneration(dir);
  if (newest === null) throw new Error('There is no next seed: npm run signer rotate.');
  if (newest !== (generations.at(-1) ?? 0) + 1) throw new Error('The next seed is not of this signer.');
  const lock = join(dir, 'lock');
  // Checked before people type their shares in vain.
  acquireJournalLock(lock);
  rmSync(lock);
  const signatures = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Assertion);
  const entropies = await openSlots(stdio, settings, [...generations, 'NEXT']);
  const seeds = entropies.slice(0, -1).map((entropy, i) => toHeldSeed(generations[i] ?? 0, entropy));
  const next = toHeldSeed(newest, entropies.at(-1) ?? new Uint8Array());
  for (const entropy of entropies) entropy.fill(0);
  const journal = new Journal(dir, seeds.map(deriveJournalKey), [], Date.now());
  try {
    const key = deriveJournalKey(next);
    const commandText = toWire({
      acts: journal.acts,
      rotate: { generation: key.generation, name: key.name },
    });
    const findKey = (id: string) => journal.keys.get(id) ?? null;
    const { count, by } = countSignatures(findKey, signatures, createOperatorChallenge(commandText), null);
    const needed = countRequiredSignatures(journal.keys);
    if (count < needed)
      throw new Error(
        `Everything is to go to another seed: ${count} of ${needed} staff members signed it.\nHave them sign this at the back office (treasury, approval keys), and name the files that they get behind the command:\n\n${commandText}\n`,
      );
    journal.switchGeneration(key, Date.now(), by);
  } finally {
    journal.close();
    for (const { seed } of seeds) seed.fill(0);
  }
  // Renames the files of the next seed to those of the newest one.
  listNeededGenerations(dir);
  printSeedState(stdio, settings, next.generation, next);
  writeLine(
    stdio,
    'Start the signer. New addresses come from it, and all funds of older seeds move to it automatically.',
  );
}

/**
 * `npm run signer verify-shares [next | <generation>]`: checks that shares open this very seed. Nothing is written
 * or started.
 */
export async function verifyShares(
  stdio: Stdio,
  settings: SignerSettings,
  [slotArgument]: readonly string[],
): Promise<void> {
  const slot = parseSlot(settings, slotArgument);
  const set = requireShareSet(settings, slot);
  await withTerminal(stdio, async (terminal) => {
    const { entropy, shares } = await collectShares(terminal, set);
    writeLine(stdio, `These ${shares.length} shares open the seed of this signer.`);
    const entered = [...shares];
    while (entered.length < set.of) {
      const nextShare = await askShare(terminal, 'One more share', {
        params: set,
        had: entered,
        mayEnd: true,
      });
      if (nextShare === null) break;
      entered.push(nextShare);
      const rejoined = await joinShares(entered);
      if (rejoined === null || computeSeedFingerprint(rejoined) !== set.fingerprint)
        throw new Error(`Share ${nextShare.number} is whole, but doesn’t open the seed: it isn’t genuine.`);
      rejoined.fill(0);
      writeLine(stdio, `Share ${nextShare.number} opens it too.`);
    }
    printSeedState(stdio, settings, slot, toHeldSeed(0, entropy));
    entropy.fill(0);
  });
}

/**
 * `npm run signer reshare [3 of 5]`: creates new shares of the newest seed, for any holders. The old ones still
 * open it.
 */
export async function reshareSeed(
  stdio: Stdio,
  settings: SignerSettings,
  args: readonly string[],
): Promise<void> {
  const { holders, isPiped } = readArguments(stdio, args);
  const slot = newestGeneration(settings);
  const entropy = await openSlot(stdio, settings, slot);
  const shares = await splitSeedIntoShares(entropy, holders);
  await withTerminal(stdio, (terminal) => showShares(terminal, entropy, shares, isPiped));
  writeShareSet(settings.dir, slot, entropy, shares[0] as KeyShare);
  printSeedState(stdio, settings, slot, toHeldSeed(0, entropy));
  entropy.fill(0);
  writeLine(
    stdio,
    'The shares of before are refused here from now on, but enough of them are still the seed: destroy them.',
  );
  writeLine(stdio, 'Before they are destroyed, every new one: npm run signer verify-shares');
}

/**
 * `npm run signer restore [<generation>…]`: restores seeds in another folder from shares; next to their journal, if
 * that was copied there before. The journal lists the generations; without it they are arguments, by default the
 * first only.
 */
export async function restoreSeeds(
  stdio: Stdio,
  settings: SignerSettings,
  args: readonly string[],
): Promise<void> {
  const { dir } = settings;
  const journalGenerations = listNeededGenerations(dir);
  const requested = args.length > 0 ? args.map(parseGeneration).sort((a, b) => a - b) : journalGenerations;
  const generations = requested.length > 0 ? requested : [0];
  const isSealed = (generation: number) => hasSeedFile(seedFilePath(settings, generation));
  if (generations.every(isSealed)) throw new Error(`There is a seed in ${dir} already.`);
  const hasJournal = existsSync(join(dir, 'journal.jsonl'));
  const missing = journalGenerations.filter((generation) => !generations.includes(generation));
  if (missing.length > 0)
    throw new Error(`Generation ${missing.join(', ')} is needed too: the journal has it.`);
  const opened: { generation: number; entropy: Uint8Array; shares: readonly KeyShare[] | null }[] = [];
  for (const generation of generations.filter(isSealed))
    opened.push({ generation, entropy: await openSlot(stdio, settings, generation), shares: null });
  await withTerminal(stdio, async (terminal) => {
    for (const generation of generations.filter((candidate) => !isSealed(candidate))) {
      if (generations.length > 1) terminal.say(`Generation ${generation}:`);
      opened.push({ generation, ...(await collectShares(terminal, readShareSet(dir, generation))) });
    }
  });
  opened.sort((one, other) => one.generation - other.generation);
  const seeds = opened.map(({ generation, entropy }) => toHeldSeed(generation, entropy));
  // Throws, before anything is written, if it belongs to another seed.
  createJournal(settings, seeds, false);
  for (const { generation, entropy, shares } of opened) {
    if (shares) storeSeed(settings, generation, entropy, shares);
    entropy.fill(0);
  }
  for (const seed of seeds) printSeedState(stdio, settings, seed.generation, seed);
  if (!hasJournal)
    writeLine(
      stdio,
      'Without its journal it begins latched, with the caps, allowances, keys and cold addresses of a new one, and knows nothing that was signed before: docs/key-ceremony.md, “Moving the signer without its journal”.',
    );
}

/** `npm run signer unlock`: sends shares to a waiting signer, one after another, from any number of terminals. */
export async function unlockSigner(stdio: Stdio, settings: SignerSettings): Promise<void> {
  const view = (await callSigner(settings, 'lock', null)) as LockView | null;
  if (view === null) return writeLine(stdio, 'The signer is open.');
  let { seeds } = view;
  await withTerminal(stdio, async (terminal) => {
    for (;;) {
      const share = await askShare(terminal, formatTitle(seeds), { params: null, had: [], mayEnd: true });
      if (share === null) throw new Error(`The signer waits: ${seeds.map(formatShareCount).join('; ')}.`);
      const words = encodeShareWords(share);
      const reply = (await callSigner(settings, 'unlock', { words })) as UnlockReply;
      seeds = reply.seeds;
      if (reply.isOpen) return writeLine(stdio, 'The signer is open.');
      writeLine(stdio, reply.fault ?? `Share ${share.number} is taken.`);
    }
  });
}

const formatShareCount = ({ set, had }: WaitingSeed): string => `${had.length} of ${set.needed} shares`;
const formatTitle = (seeds: readonly WaitingSeed[]): string =>
  seeds
    .map(({ set, had }) => `Share of set ${formatSetId(set.set)}, ${had.length} of ${set.needed} are there`)
    .join('; or: ');

/** Returns the entropy of the newest seed: by the passphrase if it is sealed, otherwise by shares. */
export const openNewestSeed = (stdio: Stdio, settings: SignerSettings): Promise<Uint8Array> =>
  openSlot(stdio, settings, newestGeneration(settings));

const openSlot = async (stdio: Stdio, settings: SignerSettings, slot: SeedSlot): Promise<Uint8Array> =>
  (await openSlots(stdio, settings, [slot]))[0] as Uint8Array;

/** Opens seeds in this order; sealed ones first, by one passphrase, then the others at one terminal. */
async function openSlots(
  stdio: Stdio,
  settings: SignerSettings,
  slots: readonly SeedSlot[],
): Promise<Uint8Array[]> {
  const entropies = new Map<SeedSlot, Uint8Array>();
  const isSealed = (slot: SeedSlot) => hasSeedFile(seedFilePath(settings, slot));
  const sealed = slots.filter(isSealed);
  if (sealed.length > 0) {
    const passphrase = settings.passphrase ?? (await askPassphrase(stdio));
    for (const slot of sealed)
      entropies.set(slot, readSealedEntropy(seedFilePath(settings, slot), passphrase));
  }
  const unsealed = slots.filter((slot) => !isSealed(slot));
  const sets = unsealed.map((slot) => requireShareSet(settings, slot));
  if (unsealed.length > 0)
    await withTerminal(stdio, async (terminal) => {
      for (const [i, slot] of unsealed.entries())
        entropies.set(slot, (await collectShares(terminal, sets[i] as ShareSet)).entropy);
    });
  return slots.map((slot) => entropies.get(slot) as Uint8Array);
}

/** Opens all seeds that a start needs, by shares typed at this terminal. */
export async function openSeedsByTyping(stdio: Stdio, settings: SignerSettings): Promise<HeldSeed[]> {
  const generations = listNeededGenerations(settings.dir);
  const slots = generations.length > 0 ? generations : [0];
  const sets = slots.map((generation) => requireShareSet(settings, generation));
  return withTerminal(stdio, async (terminal) => {
    const seeds: HeldSeed[] = [];
    for (const [i, generation] of slots.entries()) {
      const { entropy } = await collectShares(terminal, sets[i] as ShareSet);
      seeds.push({ generation, seed: deriveSeed(entropy) });
    }
    return seeds;
  });
}

export function requireShareSet({ dir }: SignerSettings, slot: SeedSlot = 0): ShareSet {
  const set = readShareSet(dir, slot);
  if (set === null)
    throw new Error(`There are no shares of a seed in ${dir}: npm run signer reshare makes them.`);
  return set;
}

const newestGeneration = ({ dir }: SignerSettings): number => listNeededGenerations(dir).at(-1) ?? 0;

function parseSlot(settings: SignerSettings, text: string | undefined): SeedSlot {
  if (text === undefined) return newestGeneration(settings);
  return text === 'next' ? 'NEXT' : parseGeneration(text);
}

/** Copies the entropy, which stays unchanged. */
const toHeldSeed = (generation: number, entropy: Uint8Array): HeldSeed => ({
  generation,
  seed: deriveSeed(new Uint8Array(entropy)),
});

/** Creates a seed; resolves once its written shares have opened it. */
async function createSeed(
  stdio: Stdio,
  holders: ReturnType<typeof parseShareThreshold>,
  isPiped: boolean,
): Promise<{ entropy: Uint8Array; shares: readonly KeyShare[] }> {
  const entropy = createEntropy();
  const shares = await splitSeedIntoShares(entropy, holders);
  await withTerminal(stdio, (terminal) => showShares(terminal, entropy, shares, isPiped));
  return { entropy, shares };
}

async function withTerminal<T>(stdio: Stdio, work: (terminal: Terminal) => Promise<T>): Promise<T> {
  const terminal = createTerminal(stdio);
  try {
    return await work(terminal);
  } finally {
    terminal.close();
  }
}

function readArguments(
  { isScreen }: Stdio,
  args: readonly string[],
): {
  holders: ReturnType<typeof parseShareThreshold>;
  isPiped: boolean;
} {
  const isPiped = args.at(-1) === 'piped';
  if (!isPiped && !isScreen)
    throw new Error(
      'Shares are shown on a terminal alone: in a file or a log they are no secret. A drill whose shares guard nothing says `piped` at the end.',
    );
  return { holders: parseShareThreshold(args.slice(0, isPiped ? -1 : undefined).join(' ')), isPiped };
}

/**
 * Shows each share on a page of its own, to its holder alone; typing back a word prevents skipping one. In the end
 * the shares of as many holders as needed must open the seed, or it throws.
 */
async function showShares(
  terminal: Terminal,
  entropy: Uint8Array,
  shares: readonly KeyShare[],
  isPiped: boolean,
): Promise<void> {
  const askLine = async (prompt: string): Promise<string | null> => {
    const line = await terminal.ask(prompt);
    if (line === null && !isPiped) throw new Error('Cut off: nothing was kept.');
    return line;
  };
  for (const share of shares) {
    await askLine(
      `Share ${share.number} of ${share.of}: when its holder alone sees this screen, press Enter.`,
    );
    await terminal.showPage(async () => {
      terminal.say(formatSharePage(share));
      const index = randomInt(SHARE_WORDS);
      const word = encodeShareWords(share)[index];
      for (;;) {
        const typed = await askLine(`Written down and compared? From the paper, word ${index + 1}: `);
        if (typed === null || findShareWord(typed.trim()) === word) return;
        terminal.say('It is another one.');
      }
    });
  }
  if (isPiped) return;
  const { set, needed, of } = shares[0] as KeyShare;
  terminal.say(
    `Now any ${needed} of the holders type theirs back from the paper; only then is anything kept.`,
  );
  const fingerprint = computeSeedFingerprint(entropy);
  const typed = await collectShares(terminal, { set, needed, of, fingerprint });
  typed.entropy.fill(0);
}

const WORDS_PER_LINE = 4;

function formatSharePage(share: KeyShare): string {
  const words = encodeShareWords(share).map((word, i) => `${String(i + 1).padStart(3)} ${word.padEnd(10)}`);
  const lines = Array.from({ length: words.length / WORDS_PER_LINE }, (_, i) =>
    words.slice(i * WORDS_PER_LINE, (i + 1) * WORDS_PER_LINE).join(''),
  );
  const { number, of, needed, set } = share;
  return [
    `Share ${number} of ${of}, set ${formatSetId(set)}: any ${needed} open the seed`,
    '',
    ...lines,
    '',
  ].join('\n');
}

/** Creates the journal, whose absence is detected from now on. `isNew`: a new seed has none yet. */
function createJournal({ dir }: SignerSettings, seeds: readonly HeldSeed[], isNew: boolean): void {
  new Journal(dir, seeds.map(deriveJournalKey), isNew ? ['MISSING'] : [], Date.now()).close();
}

/** Stores the seed encrypted if there is a passphrase; otherwise it isn't stored. */
function storeSeed(
  settings: SignerSettings,
  slot: SeedSlot,
  entropy: Uint8Array,
  shares: readonly KeyShare[],
): void {
  // If interrupted between the two steps there is no next seed: it exists once its shares are recorded.
  if (settings.passphrase !== null) {
    if (slot === 'NEXT') rmSync(seedFilePath(settings, slot), { force: true });
    writeSealedSeed(seedFilePath(settings, slot), entropy, settings.passphrase);
  }
  writeShareSet(settings.dir, slot, entropy, shares[0] as KeyShare);
}

/** Prints what all participants compare and sign; zeroes the seed. */
function printSeedState(stdio: Stdio, settings: SignerSettings, slot: SeedSlot, { seed }: HeldSeed): void {
  const set = readShareSet(settings.dir, slot);
  const codecOnMain = (chain: (typeof CHAINS)[number]) => codecOf(chain, 'main');
  const { eosAccount } = settings;
  const keys = createSignerKeys({
    seeds: [{ generation: 0, seed }],
    listRetired: () => [],
    codecOf: codecOnMain,
    cold: () => null,
    eosAccount,
    eosGeneration: () => 0,
  });
  const name = slot === 'NEXT' ? 'the next seed' : slot === 0 ? 'the seed' : `the seed of generation ${slot}`;
  if (set)
    writeLine(
      stdio,
      `Set ${formatSetId(set.set)}: any ${set.needed} of ${set.of} shares open the seed ${set.fingerprint}.`,
    );
  if (slot !== 0) writeLine(stdio, `It is ${name}, ${keys.publicKeys().integrityKey}.`);
  for (const chain of CHAINS) {
    // On EOS the address is an account's name, independent of its key.
    const key =
      chain === 'EOS' && eosAccount !== null
        ? ` ${codecOnMain(chain).keyOf(seed, { branch: 'hot' }).address}`
        : '';
    writeLine(stdio, `  ${chain.padEnd(18)} ${keys.hotAddressOf(chain) ?? 'off'}${key}`);
  }
  keys.wipeSeeds();
  writeLine(
    stdio,
    hasSeedFile(seedFilePath(settings, slot))
      ? `It starts without shares: the seed is in ${settings.dir}, sealed with the passphrase.`
      : `The seed is on no disk: each start needs ${set?.needed ?? 'enough'} shares (npm run signer unlock).`,
  );
}
