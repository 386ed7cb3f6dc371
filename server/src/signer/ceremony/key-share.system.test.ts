import { wordlist } from '@scure/bip39/wordlists/english.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeShareWords, findShareWord, type KeyShare, parseKeyShare, SHARE_WORDS } from './key-share.ts';
import {
  computeSeedFingerprint,
  joinShares,
  parseShareThreshold,
  splitSeedIntoShares,
} from './split-seed.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const holders = fc
  .tuple(fc.integer({ min: 3, max: 15 }), fc.nat())
  .map(([of, n]) => ({ of, needed: 2 + (n % (of - 2)) }));
const shareOf = (part: Uint8Array): KeyShare => ({ set: '0123456789', number: 4, needed: 3, of: 5, part });

describe('a share', () => {
  it('is read as it was written, in full or by the first four letters', () =>
    fc.assert(
      fc.asyncProperty(bytes(32), holders, async (entropy, of) => {
        for (const share of await splitSeedIntoShares(entropy, of)) {
          const words = encodeShareWords(share);
          expect(words).toHaveLength(SHARE_WORDS);
          expect(parseKeyShare(words)).toEqual(share);
          expect(words.map((word) => findShareWord(word.slice(0, 4).toUpperCase()))).toEqual(words);
        }
      }),
      { numRuns: 20 },
    ));

  it('is refused with one wrong word, and the word is named', () =>
    fc.assert(
      fc.property(bytes(33), fc.nat(SHARE_WORDS - 1), fc.integer({ min: 1, max: 2047 }), (part, at, by) => {
        const words = encodeShareWords(shareOf(part));
        const other = wordlist[(wordlist.indexOf(words[at] as string) + by) % wordlist.length] as string;
        expect(() => parseKeyShare(words.with(at, other))).toThrow(`Look at word ${at + 1}.`);
      }),
      { numRuns: 8 },
    ));

  it('is refused with two swapped neighbours, and they are named', () =>
    fc.assert(
      fc.property(bytes(33), fc.nat(SHARE_WORDS - 2), (part, at) => {
        const words = encodeShareWords(shareOf(part));
        const [first, second] = [words[at] as string, words[at + 1] as string];
        fc.pre(first !== second);
        const changed = words.with(at, second).with(at + 1, first);
        expect(() => parseKeyShare(changed)).toThrow(
          `Words ${at + 1} and ${at + 2} seem to have changed places.`,
        );
      }),
      { numRuns: 8 },
    ));

  it('is refused with more errors, unknown words or too few words', () => {
    const words = encodeShareWords(shareOf(new Uint8Array(33).fill(9)));
    const other = (at: number) => (words[at] === 'zoo' ? 'zone' : 'zoo');
    expect(() => parseKeyShare(words.with(3, other(3)).with(20, other(20)))).toThrow('More than one word');
    expect(() => parseKeyShare(words.slice(1))).toThrow('32 words');
    expect(() => parseKeyShare(words.with(5, 'sarraf'))).toThrow('32 words');
    expect(['aban', 'abandon', 'ABANDON', 'zoo'].map(findShareWord)).toEqual([
      'abandon',
      'abandon',
      'abandon',
      'zoo',
    ]);
    expect(['aba', 'abandoned', 'sarraf', ''].map(findShareWord)).toEqual([null, null, null, null]);
  });
});

describe('shares of a seed', () => {
  it('open it with any quorum, and not with fewer', () =>
    fc.assert(
      fc.asyncProperty(bytes(32), holders, fc.infiniteStream(fc.nat()), async (entropy, of, random) => {
        const all = await splitSeedIntoShares(entropy, of);
        const order = all.map((share) => ({ share, by: random.next().value as number }));
        const some = order
          .sort((a, b) => a.by - b.by)
          .slice(0, of.needed)
          .map(({ share }) => share);
        expect(await joinShares(some)).toEqual(entropy);
        expect(await joinShares(some.slice(1))).toBeNull();
        expect(await joinShares(some.with(0, some[1] as KeyShare))).toBeNull();
        expect(await joinShares(all)).toEqual(entropy);
      }),
      { numRuns: 30 },
    ));

  it('below the quorum reveal nothing, even if declared sufficient', async () => {
    const entropy = new Uint8Array(32).fill(5);
    const [one, two] = (await splitSeedIntoShares(entropy, { needed: 3, of: 4 })) as [KeyShare, KeyShare];
    expect(await joinShares([one, two].map((share) => ({ ...share, needed: 2 })))).toBeNull();
  });

  it('are refused if one is of another set, or forged', async () => {
    const entropy = new Uint8Array(32).fill(5);
    const of = { needed: 2, of: 3 };
    const [one, two] = (await splitSeedIntoShares(entropy, of)) as [KeyShare, KeyShare];
    const [, other] = (await splitSeedIntoShares(entropy, of)) as [KeyShare, KeyShare];
    expect(other.set).not.toBe(two.set);
    expect(await joinShares([one, { ...other, set: one.set }])).toBeNull();
    expect(
      await joinShares([one, { ...two, part: two.part.with(0, (two.part[0] as number) ^ 1) }]),
    ).toBeNull();
    // Two with the same x.
    expect(await joinShares([one, { ...two, part: one.part }])).toBeNull();
  });

  it('are identified by the fingerprint of their seed', () => {
    const [one, two] = [5, 6].map((byte) => computeSeedFingerprint(new Uint8Array(32).fill(byte)));
    expect(one).toMatch(/^[0-9a-f]{32}$/);
    expect(one).not.toBe(two);
  });

  it.each(['1 of 3', '3 of 3', '4 of 3', '2 of 16', '0 of 5', '3', 'three of five', '3 of 5 of 7'])(
    'are never %s',
    (text) => expect(() => parseShareThreshold(text)).toThrow('How many shares'),
  );
  it('are three of five by default', () => {
    expect(parseShareThreshold('')).toEqual({ needed: 3, of: 5 });
    expect(parseShareThreshold('2 of 15')).toEqual({ needed: 2, of: 15 });
  });
});
