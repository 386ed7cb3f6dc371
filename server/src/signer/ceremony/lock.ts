import { Type } from 'typebox';
import { checked, type Operation } from '../operations.ts';
import { checkFits } from './ask-shares.ts';
import { type KeyShare, readKeyShare, SHARE_WORDS } from './key-share.ts';
import type { ShareSet } from './share-set.ts';
import { fingerprintOfSeed, joinShares } from './split-seed.ts';

/** Shares that nobody came to complete are forgotten. */
const PATIENCE_MS = 30 * 60_000;

/** What a signer that waits for shares says of itself; never what they say. */
export interface LockView {
  set: ShareSet;
  /** Numbers of the shares that it has. */
  had: readonly number[];
}

/** `fault`: why the share was not taken, or all of them were given back. */
export interface UnlockReply {
  had: readonly number[];
  isOpen: boolean;
  fault: string | null;
}

/** `by`: numbers of the shares. */
interface Opened {
  entropy: Uint8Array;
  by: readonly number[];
}

const Unlock = Type.Object(
  {
    words: Type.Array(Type.String({ minLength: 1, maxLength: 10 }), {
      minItems: SHARE_WORDS,
      maxItems: SHARE_WORDS,
    }),
  },
  { additionalProperties: false },
);

/**
 * Collects shares from several people, each at their own terminal. `opened` is the entropy, once, and by which shares; the
 * words come to the signer's socket alone, and nothing of them is kept or logged.
 */
export function createLock(readSet: () => ShareSet): {
  operations: ReadonlyMap<string, Operation>;
  opened: Promise<Opened>;
} {
  const shares: KeyShare[] = [];
  let timer: NodeJS.Timeout | undefined;
  let open: (result: Opened) => void = () => {};
  let isOpen = false;
  const opened = new Promise<Opened>((resolve) => {
    open = resolve;
  });
  const numbers = () => shares.map(({ number }) => number);

  function forget(): void {
    clearTimeout(timer);
    for (const { part } of shares.splice(0)) part.fill(0);
  }

  async function take(words: readonly string[]): Promise<string | null> {
    const set = readSet();
    // After new shares were made, those of before open nothing here.
    if (shares.some((share) => share.set !== set.set)) forget();
    try {
      const share = readKeyShare(words);
      checkFits(share, set, shares);
      shares.push(share);
    } catch (error) {
      return (error as Error).message;
    }
    clearTimeout(timer);
    timer = setTimeout(forget, PATIENCE_MS).unref();
    if (shares.length < set.needed) return null;
    const by = numbers();
    const entropy = await joinShares(shares);
    forget();
    if (entropy === null || fingerprintOfSeed(entropy) !== set.fingerprint)
      return 'These shares are whole, but don’t open the seed: one of them isn’t genuine. All are forgotten.';
    isOpen = true;
    open({ entropy, by });
    return null;
  }

  let turn: Promise<unknown> = Promise.resolve();
  const operations = new Map<string, Operation>([
    ['/lock', async (): Promise<LockView> => ({ set: readSet(), had: numbers() })],
    [
      '/unlock',
      (request) => {
        const { words } = checked<{ words: string[] }>(Unlock, request);
        const mine = turn.then(async (): Promise<UnlockReply> => {
          const fault = isOpen ? null : await take(words);
          return { had: numbers(), isOpen, fault };
        });
        turn = mine.catch(() => {});
        return mine;
      },
    ],
  ]);
  return { operations, opened };
}
