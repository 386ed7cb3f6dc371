import { createHash } from 'node:crypto';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** One holder's share of a seed. */
export interface KeyShare {
  /**
   * Identifies the shares that belong together, 10 hex digits: salt and a digest of the seed, so that two sets of
   * one seed differ.
   */
  set: string;
  /** From 1 to `of`. */
  number: number;
  /** Number of shares that opens the seed; fewer reveal nothing of it. */
  needed: number;
  of: number;
  /** 33 bytes, as they were split. */
  part: Uint8Array;
}

export const MAX_HOLDERS = 15;
export const SHARE_WORDS = 32;
const VERSION = 1;
const SET_LENGTH = 5;
const PART_LENGTH = 33;
const CHECKSUM_LENGTH = 4;
const BODY_LENGTH = 2 + SET_LENGTH + PART_LENGTH;
const BITS_PER_WORD = 11n;
/** The first four letters identify each word of the list. */
const MIN_LETTERS = 4;

/**
 * Encodes 44 bytes as 32 words of BIP39's English list, 11 bits each: version and `needed`, `of` and `number` (four
 * bits each), set, part, and 32 bits of checksum over all of it.
 */
export function encodeShareWords({ set, number, needed, of, part }: KeyShare): string[] {
  const body = Buffer.concat([
    Buffer.from([(VERSION << 4) | needed, (of << 4) | number]),
    Buffer.from(set, 'hex'),
    part,
  ]);
  const bits = BigInt(`0x${Buffer.concat([body, computeChecksum(body)]).toString('hex')}`);
  return Array.from({ length: SHARE_WORDS }, (_, i) => {
    const index = (bits >> (BITS_PER_WORD * BigInt(SHARE_WORDS - 1 - i))) & 0x7ffn;
    return wordlist[Number.parseInt(index.toString(), 10)] as string;
  });
}

/** Returns the word of the list for a text of at least its first four letters; null: none. */
export function findShareWord(input: string): string | null {
  const text = input.normalize('NFKC').toLowerCase();
  const matches = (word: string) => word === text || (text.length >= MIN_LETTERS && word.startsWith(text));
  return wordlist.find(matches) ?? null;
}

/** Parses a share. Throws on an invalid one, naming the words that probably differ from the paper. */
export function parseKeyShare(words: readonly string[]): KeyShare {
  const indexes = words.map((word) => wordlist.indexOf(word));
  if (words.length !== SHARE_WORDS || indexes.includes(-1))
    throw new Error(`a share has ${SHARE_WORDS} words of the list`);
  const bytes = decodeIndexes(indexes);
  if (!hasValidChecksum(bytes))
    throw new Error(`This share isn’t what was written down. ${describeSuspects(indexes)}`);
  const [first = 0, second = 0] = bytes;
  if (first >> 4 !== VERSION) throw new Error('This share is of a newer version of Sarraf.');
  return {
    set: bytes.subarray(2, 2 + SET_LENGTH).toString('hex'),
    needed: first & 0xf,
    of: second >> 4,
    number: second & 0xf,
    part: new Uint8Array(bytes.subarray(2 + SET_LENGTH, BODY_LENGTH)),
  };
}

/** Formats a set for comparison by people. */
export const formatSetId = (set: string): string => `${set.slice(0, 5)} ${set.slice(5)}`;

function decodeIndexes(indexes: readonly number[]): Buffer {
  const bits = indexes.reduce((sum, index) => (sum << BITS_PER_WORD) | BigInt(index), 0n);
  return Buffer.from(bits.toString(16).padStart((BODY_LENGTH + CHECKSUM_LENGTH) * 2, '0'), 'hex');
}

const computeChecksum = (body: Uint8Array): Buffer =>
  createHash('sha256').update('sarraf key share v1').update(body).digest().subarray(0, CHECKSUM_LENGTH);

const hasValidChecksum = (bytes: Buffer): boolean =>
  computeChecksum(bytes.subarray(0, BODY_LENGTH)).equals(bytes.subarray(BODY_LENGTH));

/** Finds one wrong word, or two swapped neighbours, by trying all possibilities. */
function describeSuspects(indexes: readonly number[]): string {
  const isValid = (changed: readonly number[]) => hasValidChecksum(decodeIndexes(changed));
  for (let position = 0; position < indexes.length; position += 1) {
    const [current, next] = [indexes[position] as number, indexes[position + 1]];
    if (next !== undefined && isValid(indexes.with(position, next).with(position + 1, current)))
      return `Words ${position + 1} and ${position + 2} seem to have changed places.`;
    for (let index = 0; index < wordlist.length; index += 1)
      if (isValid(indexes.with(position, index))) return `Look at word ${position + 1}.`;
  }
  return 'More than one word is wrong.';
}
