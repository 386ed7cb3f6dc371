import { findShareWord, formatSetId, type KeyShare, parseKeyShare, SHARE_WORDS } from './key-share.ts';
import type { ShareSet } from './share-set.ts';
import { computeSeedFingerprint, joinShares } from './split-seed.ts';
import type { Terminal } from './terminal.ts';

type ShareSetParams = Pick<KeyShare, 'set' | 'needed' | 'of'>;

/** Numbers in front of the words on the paper. */
const NUMBERING = /^\d+[.)]?$/;

/**
 * Reads as many shares as needed, each checked as soon as it is typed, and returns the entropy; `shares` are the
 * ones used. Throws at the end of input, and if they don't open the seed of `expected` (null: the one that they
 * name).
 */
export async function collectShares(
  terminal: Terminal,
  expected: ShareSet | null,
): Promise<{ entropy: Uint8Array; shares: readonly KeyShare[] }> {
  const shares: KeyShare[] = [];
  let params: ShareSetParams | null = expected;
  while (params === null || shares.length < params.needed) {
    const needed = params?.needed ?? null;
    const share = await askShare(
      terminal,
      `Share ${shares.length + 1}${needed === null ? '' : ` of the ${needed} that are needed`}`,
      { params, had: shares },
    );
    if (share === null)
      throw new Error(`${shares.length} of ${needed ?? 'the'} shares that are needed: nothing was opened.`);
    params ??= share;
    shares.push(share);
    terminal.say(`Share ${share.number} of ${share.of}, set ${formatSetId(share.set)}, is whole.`);
  }
  const entropy = await joinShares(shares);
  if (entropy === null || (expected && computeSeedFingerprint(entropy) !== expected.fingerprint))
    throw new Error('These shares are whole, but they don’t open the seed: one of them isn’t genuine.');
  return { entropy, shares };
}

/** Reads one share; an invalid one is reported and read again. Null: an empty line if `mayEnd`, or the end of input. */
export async function askShare(
  terminal: Terminal,
  title: string,
  {
    params,
    had,
    mayEnd = false,
  }: { params: ShareSetParams | null; had: readonly KeyShare[]; mayEnd?: boolean },
): Promise<KeyShare | null> {
  for (;;) {
    const words = await terminal.showPage(() => askWords(terminal, title, mayEnd));
    if (words === null) return null;
    try {
      const share = parseKeyShare(words);
      assertShareFits(share, params, had);
      return share;
    } catch (error) {
      terminal.say((error as Error).message);
    }
  }
}

/** Throws unless it may be the next share. */
export function assertShareFits(
  share: KeyShare,
  params: ShareSetParams | null,
  entered: readonly KeyShare[],
): void {
  if (params && (share.set !== params.set || share.needed !== params.needed || share.of !== params.of))
    throw new Error(
      `This share is of set ${formatSetId(share.set)}; needed is one of set ${formatSetId(params.set)}.`,
    );
  if (entered.some(({ number }) => number === share.number))
    throw new Error(`Share ${share.number} is there already; needed is another one.`);
}

async function askWords(terminal: Terminal, title: string, mayEnd: boolean): Promise<string[] | null> {
  terminal.say(
    `${title}: its ${SHARE_WORDS} words, or of each the first four letters, in as many lines as you like${mayEnd ? '; an empty line ends' : ''}.`,
  );
  const words: string[] = [];
  while (words.length < SHARE_WORDS) {
    const line = await terminal.ask(`word ${words.length + 1}> `);
    if (line === null || (mayEnd && words.length === 0 && line.trim() === '')) return null;
    for (const typed of line.split(/[\s,]+/).filter((text) => text !== '' && !NUMBERING.test(text))) {
      const word = findShareWord(typed);
      if (word === null) {
        terminal.say(`Word ${words.length + 1}: “${typed}” is not in the list. Continue from there.`);
        break;
      }
      words.push(word);
      if (words.length === SHARE_WORDS) break;
    }
  }
  return words;
}
