/** Commands for the seed and its shares: docs/key-ceremony.md. */
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CHAINS } from '@sarraf/domain';
import type { Assertion } from '../../chains/approvals/assertion.ts';
import { actChallenge } from '../../chains/approvals/challenge.ts';
import { codecOf } from '../../chains/index.ts';
import { askSigner } from '../../custody/sending/signer-client.ts';
import { toWire } from '../../platform/wire.ts';
import { countSignatures } from '../approval-keys.ts';
import {
  forgetNext,
  generationsOf,
  type HeldSeed,
  nextGeneration,
  readGeneration,
  type SeedSlot,
  seedFileOf,
} from '../generations.ts';
import { Journal } from '../journal.ts';
import { takeLock } from '../journal-lock.ts';
import { createKeys, journalKey } from '../keys.ts';
import { askPassphrase } from '../operate.ts';
import { signaturesFor } from '../operator.ts';
import { makeEntropy, openEntropy, sealSeed, seedExists, seedOf } from '../seed-file.ts';
import type { SignerSettings } from '../settings.ts';
import { askShare, openByShares } from './ask-shares.ts';
import { type KeyShare, readShareWord, SHARE_WORDS, setText, wordsOfShare } from './key-share.ts';
import type { LockView, UnlockReply, WaitingSeed } from './lock.ts';
import { readShareSet, type ShareSet, writeShareSet } from './share-set.ts';
import { fingerprintOfSeed, joinShares, readHolders, splitSeed } from './split-seed.ts';
import { createTerminal, type Stdio, type Terminal, writeLine } from './terminal.ts';

/** `npm run signer init [3 of 5]`: creates a seed, and its shares for one holder after another. */
export async function init(stdio: Stdio, settings: SignerSettings, args: readonly string[]): Promise<void> {
  const { holders, isPiped } = readArguments(stdio, args);
  if (generationsOf(settings.dir).length > 0) throw new Error(`There is a seed in ${settings.dir} already.`);
  const { entropy, shares } = await makeSeed(stdio, holders, isPiped);
  // Nothing of it is stored before the written shares have opened it: an interrupted ceremony is started again.
  const seed = heldOf(0, entropy);
  keepJournal(settings, [seed], true);
  keepSeed(settings, 0, entropy, shares);
  sayState(stdio, settings, 0, seed);
  entropy.fill(0);
  writeLine(stdio, 'Before anything is paid to it, every share of it: npm run signer verify-shares');
}

/**
 * `npm run signer rotate [3 of 5]` creates the next seed and its shares, next to the running signer; `rotate begin
 * [signature…]` activates it while the signer is stopped; `rotate forget` discards it.
 */
export async function rotate(
  stdio: Stdio,
  settings: SignerSettings,
  [verb, ...more]: readonly string[],
): Promise<void> {
  if (verb === 'begin') return beginRotation(stdio, settings, more);
  if (verb === 'forget') {
    if (nextGeneration(settings.dir) === null) throw new Error('There is no next seed.');
    forgetNext(settings.dir);
    return writeLine(stdio, 'The next seed is forgotten here: destroy its shares.');
  }
  const { holders, isPiped } = readArguments(stdio, verb === undefined ? [] : [verb, ...more]);
  if (generationsOf(settings.dir).length === 0) throw new Error('There is no seed: npm run signer init.');
  if (nextGeneration(settings.dir) !== null)
    throw new Error('There is a next seed already: npm run signer rotate begin, or rotate forget.');
  const { entropy, shares } = await makeSeed(stdio, holders, isPiped);
  keepSeed(settings, 'NEXT', entropy, shares);
  sayState(stdio, settings, 'NEXT', heldOf(0, entropy));
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
  const generations = generationsOf(dir);
  const newest = nextGeneration(dir);
  if (newest === null) throw new Error('There is no next seed: npm run signer rotate.');
  if (newest !== (generations.at(-1) ?? 0) + 1) throw new Error('The next seed is not of this signer.');
  const lock = join(dir, 'lock');
  // Checked before people type their shares in vain.
  takeLock(lock);
  rmSync(lock);
  const signatures = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Assertion);
  const entropies = await openPlaces(stdio, settings, [...generations, 'NEXT']);
  const seeds = entropies.slice(0, -1).map((entropy, i) => heldOf(generations[i] ?? 0, entropy));
  const next = heldOf(newest, entropies.at(-1) ?? new Uint8Array());
  for (const entropy of entropies) entropy.fill(0);
  const journal = new Journal(dir, seeds.map(journalKey), [], Date.now());
  try {
    const key = journalKey(next);
    const asked = toWire({ acts: journal.acts, rotate: { generation: key.generation, name: key.name } });
    const keyOf = (id: string) => journal.keys.get(id) ?? null;
    const { count, by } = countSignatures(keyOf, signatures, actChallenge(asked), null);
    const needed = signaturesFor(journal.keys);
    if (count < needed)
      throw new Error(
        `Everything is to go to another seed: ${count} of ${needed} colleagues signed it.\nHave them sign this at the back office (treasury, approval keys), and name the files that they get behind the command:\n\n${asked}\n`,
      );
    journal.cross(key, Date.now(), by);
  } finally {
    journal.close();
    for (const { seed } of seeds) seed.fill(0);
  }
  // Renames the files of the next seed to those of the newest one.
  generationsOf(dir);
  sayState(stdio, settings, next.generation, next);
  writeLine(
    stdio,
    'Start the signer. New addresses come from it, and all that older seeds have moves to it by itself.',
  );
}

/**
 * `npm run signer verify-shares [next | <generation>]`: checks that shares open this very seed. Nothing is written
 * or started.
 */
export async function verifyShares(
  stdio: Stdio,
  settings: SignerSettings,
  [which]: readonly string[],
): Promise<void> {
  const place = placeOf(settings, which);
  const set = neededSet(settings, place);
  await withTerminal(stdio, async (terminal) => {
    const { entropy, shares } = await openByShares(terminal, set);
    writeLine(stdio, `These ${shares.length} shares open the seed of this signer.`);
    const had = [...shares];
    while (had.length < set.of) {
      const more = await askShare(terminal, 'One more share', { known: set, had, mayEnd: true });
      if (more === null) break;
      had.push(more);
      const again = await joinShares(had);
      if (again === null || fingerprintOfSeed(again) !== set.fingerprint)
        throw new Error(`Share ${more.number} is whole, but doesn’t open the seed: it isn’t genuine.`);
      again.fill(0);
      writeLine(stdio, `Share ${more.number} opens it too.`);
    }
    sayState(stdio, settings, place, heldOf(0, entropy));
    entropy.fill(0);
  });
}

/**
 * `npm run signer reshare [3 of 5]`: creates new shares of the newest seed, for any holders. The old ones still
 * open it.
 */
export async function reshare(
  stdio: Stdio,
  settings: SignerSettings,
  args: readonly string[],
): Promise<void> {
  const { holders, isPiped } = readArguments(stdio, args);
  const place = newestOf(settings);
  const entropy = await openPlace(stdio, settings, place);
  const shares = await splitSeed(entropy, holders);
  await withTerminal(stdio, (terminal) => handOut(terminal, entropy, shares, isPiped));
  writeShareSet(settings.dir, place, entropy, shares[0] as KeyShare);
  sayState(stdio, settings, place, heldOf(0, entropy));
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
export async function restore(
  stdio: Stdio,
  settings: SignerSettings,
  args: readonly string[],
): Promise<void> {
  const { dir } = settings;
  const known = generationsOf(dir);
  const wanted = args.length > 0 ? args.map(readGeneration).sort((a, b) => a - b) : known;
  const generations = wanted.length > 0 ? wanted : [0];
  const isSealed = (generation: number) => seedExists(seedFileOf(settings, generation));
  if (generations.every(isSealed)) throw new Error(`There is a seed in ${dir} already.`);
  const hasJournal = existsSync(join(dir, 'journal.jsonl'));
  const missing = known.filter((generation) => !generations.includes(generation));
  if (missing.length > 0)
    throw new Error(`Generation ${missing.join(', ')} is needed too: the journal has it.`);
  const opened: { generation: number; entropy: Uint8Array; shares: readonly KeyShare[] | null }[] = [];
  for (const generation of generations.filter(isSealed))
    opened.push({ generation, entropy: await openPlace(stdio, settings, generation), shares: null });
  await withTerminal(stdio, async (terminal) => {
    for (const generation of generations.filter((one) => !isSealed(one))) {
      if (generations.length > 1) terminal.say(`Generation ${generation}:`);
      opened.push({ generation, ...(await openByShares(terminal, readShareSet(dir, generation))) });
    }
  });
  opened.sort((one, other) => one.generation - other.generation);
  const seeds = opened.map(({ generation, entropy }) => heldOf(generation, entropy));
  // Throws, before anything is written, if it belongs to another seed.
  keepJournal(settings, seeds, false);
  for (const { generation, entropy, shares } of opened) {
    if (shares) keepSeed(settings, generation, entropy, shares);
    entropy.fill(0);
  }
  for (const seed of seeds) sayState(stdio, settings, seed.generation, seed);
  if (!hasJournal)
    writeLine(
      stdio,
      'Without its journal it begins latched, with the caps, allowances, keys and cold addresses of a new one, and knows nothing that was signed before: docs/key-ceremony.md, “Moving the signer without its journal”.',
    );
}

/** `npm run signer unlock`: sends shares to a waiting signer, one after another, from any number of terminals. */
export async function unlock(stdio: Stdio, settings: SignerSettings): Promise<void> {
  const view = (await askSigner(settings, 'lock', null)) as LockView | null;
  if (view === null) return writeLine(stdio, 'The signer is open.');
  let { seeds } = view;
  await withTerminal(stdio, async (terminal) => {
    for (;;) {
      const share = await askShare(terminal, titleOf(seeds), { known: null, had: [], mayEnd: true });
      if (share === null) throw new Error(`The signer waits: ${seeds.map(countText).join('; ')}.`);
      const words = wordsOfShare(share);
      const reply = (await askSigner(settings, 'unlock', { words })) as UnlockReply;
      seeds = reply.seeds;
      if (reply.isOpen) return writeLine(stdio, 'The signer is open.');
      writeLine(stdio, reply.fault ?? `Share ${share.number} is taken.`);
    }
  });
}

const countText = ({ set, had }: WaitingSeed): string => `${had.length} of ${set.needed} shares`;
const titleOf = (seeds: readonly WaitingSeed[]): string =>
  seeds
    .map(({ set, had }) => `Share of set ${setText(set.set)}, ${had.length} of ${set.needed} are there`)
    .join('; or: ');

/** Returns the entropy of the newest seed: by the passphrase if it is sealed, otherwise by shares. */
export const openStored = (stdio: Stdio, settings: SignerSettings): Promise<Uint8Array> =>
  openPlace(stdio, settings, newestOf(settings));

const openPlace = async (stdio: Stdio, settings: SignerSettings, place: SeedSlot): Promise<Uint8Array> =>
  (await openPlaces(stdio, settings, [place]))[0] as Uint8Array;

/** Opens seeds in this order; sealed ones first, by one passphrase, then the others at one terminal. */
async function openPlaces(
  stdio: Stdio,
  settings: SignerSettings,
  places: readonly SeedSlot[],
): Promise<Uint8Array[]> {
  const found = new Map<SeedSlot, Uint8Array>();
  const isSealed = (place: SeedSlot) => seedExists(seedFileOf(settings, place));
  const sealed = places.filter(isSealed);
  if (sealed.length > 0) {
    const passphrase = settings.passphrase ?? (await askPassphrase(stdio));
    for (const place of sealed) found.set(place, openEntropy(seedFileOf(settings, place), passphrase));
  }
  const rest = places.filter((place) => !isSealed(place));
  const sets = rest.map((place) => neededSet(settings, place));
  if (rest.length > 0)
    await withTerminal(stdio, async (terminal) => {
      for (const [i, place] of rest.entries())
        found.set(place, (await openByShares(terminal, sets[i] as ShareSet)).entropy);
    });
  return places.map((place) => found.get(place) as Uint8Array);
}

/** Opens all seeds that a start needs, by shares typed at this terminal. */
export async function openTyped(stdio: Stdio, settings: SignerSettings): Promise<HeldSeed[]> {
  const generations = generationsOf(settings.dir);
  const places = generations.length > 0 ? generations : [0];
  const sets = places.map((generation) => neededSet(settings, generation));
  return withTerminal(stdio, async (terminal) => {
    const seeds: HeldSeed[] = [];
    for (const [i, generation] of places.entries()) {
      const { entropy } = await openByShares(terminal, sets[i] as ShareSet);
      seeds.push({ generation, seed: seedOf(entropy) });
    }
    return seeds;
  });
}

export function neededSet({ dir }: SignerSettings, place: SeedSlot = 0): ShareSet {
  const set = readShareSet(dir, place);
  if (set === null)
    throw new Error(`There are no shares of a seed in ${dir}: npm run signer reshare makes them.`);
  return set;
}

const newestOf = ({ dir }: SignerSettings): number => generationsOf(dir).at(-1) ?? 0;

function placeOf(settings: SignerSettings, which: string | undefined): SeedSlot {
  if (which === undefined) return newestOf(settings);
  return which === 'next' ? 'NEXT' : readGeneration(which);
}

/** Copies the entropy, which stays unchanged. */
const heldOf = (generation: number, entropy: Uint8Array): HeldSeed => ({
  generation,
  seed: seedOf(new Uint8Array(entropy)),
});

/** Creates a seed; resolves once its written shares have opened it. */
async function makeSeed(
  stdio: Stdio,
  holders: ReturnType<typeof readHolders>,
  isPiped: boolean,
): Promise<{ entropy: Uint8Array; shares: readonly KeyShare[] }> {
  const entropy = makeEntropy();
  const shares = await splitSeed(entropy, holders);
  await withTerminal(stdio, (terminal) => handOut(terminal, entropy, shares, isPiped));
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
  holders: ReturnType<typeof readHolders>;
  isPiped: boolean;
} {
  const isPiped = args.at(-1) === 'piped';
  if (!isPiped && !isScreen)
    throw new Error(
      'Shares are shown on a terminal alone: in a file or a log they are no secret. A drill whose shares guard nothing says `piped` at the end.',
    );
  return { holders: readHolders(args.slice(0, isPiped ? -1 : undefined).join(' ')), isPiped };
}

/**
 * Shows each share on a page of its own, to its holder alone; typing back a word prevents skipping one. In the end
 * the shares of as many holders as needed must open the seed, or it throws.
 */
async function handOut(
  terminal: Terminal,
  entropy: Uint8Array,
  shares: readonly KeyShare[],
  isPiped: boolean,
): Promise<void> {
  const ask = async (prompt: string): Promise<string | null> => {
    const line = await terminal.ask(prompt);
    if (line === null && !isPiped) throw new Error('Cut off: nothing was kept.');
    return line;
  };
  for (const share of shares) {
    await ask(`Share ${share.number} of ${share.of}: when its holder alone sees this screen, press Enter.`);
    await terminal.page(async () => {
      terminal.say(pageOf(share));
      const at = randomInt(SHARE_WORDS);
      const word = wordsOfShare(share)[at];
      for (;;) {
        const typed = await ask(`Written down and compared? From the paper, word ${at + 1}: `);
        if (typed === null || readShareWord(typed.trim()) === word) return;
        terminal.say('It is another one.');
      }
    });
  }
  if (isPiped) return;
  const { set, needed, of } = shares[0] as KeyShare;
  terminal.say(
    `Now any ${needed} of the holders type theirs back from the paper; only then is anything kept.`,
  );
  const fingerprint = fingerprintOfSeed(entropy);
  const typed = await openByShares(terminal, { set, needed, of, fingerprint });
  typed.entropy.fill(0);
}

const WORDS_A_LINE = 4;

function pageOf(share: KeyShare): string {
  const words = wordsOfShare(share).map((word, i) => `${String(i + 1).padStart(3)} ${word.padEnd(10)}`);
  const lines = Array.from({ length: words.length / WORDS_A_LINE }, (_, i) =>
    words.slice(i * WORDS_A_LINE, (i + 1) * WORDS_A_LINE).join(''),
  );
  const { number, of, needed, set } = share;
  return [
    `Share ${number} of ${of}, set ${setText(set)}: any ${needed} open the seed`,
    '',
    ...lines,
    '',
  ].join('\n');
}

/** Creates the journal, whose absence is detected from now on. `isNew`: a new seed has none yet. */
function keepJournal({ dir }: SignerSettings, seeds: readonly HeldSeed[], isNew: boolean): void {
  new Journal(dir, seeds.map(journalKey), isNew ? ['MISSING'] : [], Date.now()).close();
}

/** Stores the seed encrypted if there is a passphrase; otherwise it isn't stored. */
function keepSeed(
  settings: SignerSettings,
  place: SeedSlot,
  entropy: Uint8Array,
  shares: readonly KeyShare[],
): void {
  // If interrupted between the two steps there is no next seed: it exists once its shares are recorded.
  if (settings.passphrase !== null) {
    if (place === 'NEXT') rmSync(seedFileOf(settings, place), { force: true });
    sealSeed(seedFileOf(settings, place), entropy, settings.passphrase);
  }
  writeShareSet(settings.dir, place, entropy, shares[0] as KeyShare);
}

/** Prints what all participants compare and sign; zeroes the seed. */
function sayState(stdio: Stdio, settings: SignerSettings, place: SeedSlot, { seed }: HeldSeed): void {
  const set = readShareSet(settings.dir, place);
  const codec = (chain: (typeof CHAINS)[number]) => codecOf(chain, 'main');
  const { eosAccount } = settings;
  const keys = createKeys({
    seeds: [{ generation: 0, seed }],
    retired: () => [],
    codecOf: codec,
    cold: () => null,
    eosAccount,
    eosGeneration: () => 0,
  });
  const name =
    place === 'NEXT' ? 'the next seed' : place === 0 ? 'the seed' : `the seed of generation ${place}`;
  if (set)
    writeLine(
      stdio,
      `Set ${setText(set.set)}: any ${set.needed} of ${set.of} shares open the seed ${set.fingerprint}.`,
    );
  if (place !== 0) writeLine(stdio, `It is ${name}, ${keys.publicKeys().integrityKey}.`);
  for (const chain of CHAINS) {
    // On EOS the address is an account's name, independent of its key.
    const key =
      chain === 'EOS' && eosAccount !== null ? ` ${codec(chain).keyOf(seed, { branch: 'hot' }).address}` : '';
    writeLine(stdio, `  ${chain.padEnd(18)} ${keys.hot(chain) ?? 'off'}${key}`);
  }
  keys.wipe();
  writeLine(
    stdio,
    seedExists(seedFileOf(settings, place))
      ? `It starts by itself: the seed is in ${settings.dir}, sealed with the passphrase.`
      : `The seed is on no disk: each start needs ${set?.needed ?? 'enough'} shares (npm run signer unlock).`,
  );
}
