/** What people do with the seed and its shares: docs/key-ceremony.md. */
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stdout } from 'node:process';
import { CHAINS } from '@sarraf/domain';
import { codecOf } from '../../chains/index.ts';
import { askSigner } from '../../custody/sending/signer-client.ts';
import { Journal } from '../journal.ts';
import { createKeys, journalKey } from '../keys.ts';
import { askPassphrase } from '../operate.ts';
import { makeEntropy, openEntropy, sealSeed, seedExists, seedOf } from '../seed-file.ts';
import type { SignerSettings } from '../settings.ts';
import { askShare, openByShares } from './ask-shares.ts';
import { type KeyShare, readShareWord, SHARE_WORDS, setText, wordsOfShare } from './key-share.ts';
import type { LockView, UnlockReply } from './lock.ts';
import { readShareSet, type ShareSet, writeShareSet } from './share-set.ts';
import { fingerprintOfSeed, joinShares, readHolders, splitSeed } from './split-seed.ts';
import { createTerminal, type Terminal } from './terminal.ts';

export const seedFileOf = ({ dir }: SignerSettings): string => join(dir, 'seed.json');

/** `npm run signer init [3 of 5]`: a new seed, and its shares, one holder after another. */
export async function init(settings: SignerSettings, args: readonly string[]): Promise<void> {
  const { holders, isPiped } = readArguments(args);
  if (seedExists(seedFileOf(settings)) || readShareSet(settings.dir))
    throw new Error(`There is a seed in ${settings.dir} already.`);
  const entropy = makeEntropy();
  const shares = await splitSeed(entropy, holders);
  await withTerminal((terminal) => handOut(terminal, entropy, shares, isPiped));
  // Nothing of it is on the disk before its papers have opened it: a ceremony that was cut off is begun anew.
  keepJournal(settings, entropy, true);
  keepSeed(settings, entropy, shares);
  sayState(settings, entropy);
  say('Before anything is paid to it, every share of it: npm run signer verify-shares');
}

/** `npm run signer verify-shares`: shares open this very seed. Nothing is written, and nothing started. */
export async function verifyShares(settings: SignerSettings): Promise<void> {
  const set = neededSet(settings);
  await withTerminal(async (terminal) => {
    const { entropy, shares } = await openByShares(terminal, set);
    say(`These ${shares.length} shares open the seed of this signer.`);
    const had = [...shares];
    while (had.length < set.of) {
      const more = await askShare(terminal, 'One more share', { known: set, had, mayEnd: true });
      if (more === null) break;
      had.push(more);
      const again = await joinShares(had);
      if (again === null || fingerprintOfSeed(again) !== set.fingerprint)
        throw new Error(`Share ${more.number} is whole, but doesn’t open the seed: it isn’t genuine.`);
      again.fill(0);
      say(`Share ${more.number} opens it too.`);
    }
    sayState(settings, entropy);
  });
}

/** `npm run signer reshare [3 of 5]`: new shares of the same seed, to whomever. Whoever has enough old ones opens it on. */
export async function reshare(settings: SignerSettings, args: readonly string[]): Promise<void> {
  const { holders, isPiped } = readArguments(args);
  const entropy = await openStored(settings);
  const shares = await splitSeed(entropy, holders);
  await withTerminal((terminal) => handOut(terminal, entropy, shares, isPiped));
  writeShareSet(settings.dir, entropy, shares[0] as KeyShare);
  sayState(settings, entropy);
  say(
    'The shares of before are refused here from now on, but enough of them are still the seed: destroy them.',
  );
  say('Before they are destroyed, every new one: npm run signer verify-shares');
}

/** `npm run signer restore`: the seed in another folder, from shares; beside its journal, where that was put there before. */
export async function restore(settings: SignerSettings): Promise<void> {
  if (seedExists(seedFileOf(settings))) throw new Error(`There is a seed in ${settings.dir} already.`);
  const { entropy, shares } = await withTerminal((terminal) =>
    openByShares(terminal, readShareSet(settings.dir)),
  );
  const hasJournal = existsSync(join(settings.dir, 'journal.jsonl'));
  // Throws, before anything is written, on one that is another seed's.
  keepJournal(settings, entropy, false);
  keepSeed(settings, entropy, shares);
  sayState(settings, entropy);
  if (!hasJournal)
    say(
      'Without its journal it begins latched, with the caps, allowances, keys and cold addresses of a new one, and knows nothing that was signed before: docs/key-ceremony.md, “Without the journal”.',
    );
}

/** `npm run signer unlock`: shares to a signer that waits for them, one after another, from as many terminals as people like. */
export async function unlock(settings: SignerSettings): Promise<void> {
  const view = (await askSigner(settings, 'lock', null)) as LockView | null;
  if (view === null) return say('The signer is open.');
  const { set } = view;
  let had = view.had;
  await withTerminal(async (terminal) => {
    for (;;) {
      const title = `Share of set ${setText(set.set)}, ${had.length} of ${set.needed} are there`;
      const share = await askShare(terminal, title, { known: set, had: [], mayEnd: true });
      if (share === null) throw new Error(`The signer waits: ${had.length} of ${set.needed} shares.`);
      const words = wordsOfShare(share);
      const reply = (await askSigner(settings, 'unlock', { words })) as UnlockReply;
      had = reply.had;
      if (reply.isOpen) return say('The signer is open.');
      say(reply.fault ?? `Share ${share.number} is taken.`);
    }
  });
}

/** The entropy: by the passphrase where one seals it, else by shares. */
export async function openStored(settings: SignerSettings): Promise<Uint8Array> {
  const file = seedFileOf(settings);
  return seedExists(file)
    ? openEntropy(file, settings.passphrase ?? (await askPassphrase()))
    : openTyped(settings);
}

/** By shares that are typed at this terminal. */
export async function openTyped(settings: SignerSettings): Promise<Uint8Array> {
  const set = neededSet(settings);
  return withTerminal(async (terminal) => (await openByShares(terminal, set)).entropy);
}

export function neededSet({ dir }: SignerSettings): ShareSet {
  const set = readShareSet(dir);
  if (set === null)
    throw new Error(`There are no shares of a seed in ${dir}: npm run signer reshare makes them.`);
  return set;
}

async function withTerminal<T>(work: (terminal: Terminal) => Promise<T>): Promise<T> {
  const terminal = createTerminal();
  try {
    return await work(terminal);
  } finally {
    terminal.close();
  }
}

function readArguments(args: readonly string[]): {
  holders: ReturnType<typeof readHolders>;
  isPiped: boolean;
} {
  const isPiped = args.at(-1) === 'piped';
  if (!isPiped && !(stdout.isTTY && process.stdin.isTTY))
    throw new Error(
      'Shares are shown on a terminal alone: in a file or a log they are no secret. A drill whose shares guard nothing says `piped` at the end.',
    );
  return { holders: readHolders(args.slice(0, isPiped ? -1 : undefined).join(' ')), isPiped };
}

/**
 * Each on a page of its own, while its holder alone looks; a word that is typed back keeps one from being skipped. In the end
 * the papers of as many as are needed must open the seed, or it throws.
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

/** Its absence is missed from now on. `isNew`: a new seed has none yet. */
function keepJournal({ dir }: SignerSettings, entropy: Uint8Array, isNew: boolean): void {
  const seed = seedOf(new Uint8Array(entropy));
  new Journal(dir, journalKey(seed), isNew ? ['MISSING'] : [], Date.now()).close();
  seed.fill(0);
}

/** Encrypted where there is a passphrase; else it is on no disk. */
function keepSeed(settings: SignerSettings, entropy: Uint8Array, shares: readonly KeyShare[]): void {
  writeShareSet(settings.dir, entropy, shares[0] as KeyShare);
  if (settings.passphrase !== null) sealSeed(seedFileOf(settings), entropy, settings.passphrase);
}

/** What everybody in the room compares and signs; the entropy is zeroed. */
function sayState(settings: SignerSettings, entropy: Uint8Array): void {
  const { set, needed, of, fingerprint } = neededSet(settings);
  const codec = (chain: (typeof CHAINS)[number]) => codecOf(chain, 'main');
  const { eosAccount } = settings;
  const keys = createKeys({ seed: seedOf(entropy), codecOf: codec, cold: () => null, eosAccount });
  say(`Set ${setText(set)}: any ${needed} of ${of} shares open the seed ${fingerprint}.`);
  for (const chain of CHAINS) say(`  ${chain.padEnd(18)} ${keys.hot(chain) ?? 'off'}`);
  keys.wipe();
  say(
    seedExists(seedFileOf(settings))
      ? `It starts by itself: the seed is in ${settings.dir}, sealed with the passphrase.`
      : `The seed is on no disk: each start needs ${needed} shares (npm run signer unlock).`,
  );
}

function say(line: string): void {
  stdout.write(`${line}\n`);
}
