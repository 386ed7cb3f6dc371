import { Type } from 'typebox';
import { type Operation, validateRequest } from '../operations.ts';
import { checkFits } from './ask-shares.ts';
import { type KeyShare, readKeyShare, SHARE_WORDS } from './key-share.ts';
import type { ShareSet } from './share-set.ts';
import { fingerprintOfSeed, joinShares } from './split-seed.ts';

/** Shares are dropped if they aren't completed within this time. */
const TIMEOUT_MS = 30 * 60_000;

/** A closed seed, and the numbers of the shares entered so far; never their content. */
export interface WaitingSeed {
  generation: number;
  set: ShareSet;
  had: readonly number[];
}

/** State of a signer that waits for shares: the seeds that are still closed, oldest first. */
export interface LockView {
  seeds: readonly WaitingSeed[];
}

/** `fault`: why the share was refused, or all were dropped. */
export interface UnlockReply extends LockView {
  isOpen: boolean;
  fault: string | null;
}

/** `by`: numbers of the shares. */
interface Opened {
  generation: number;
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
 * Collects shares from several people, each at their own terminal. `opened` resolves with the entropy of each seed,
 * and the shares used; the words are sent to the signer's socket only, and are neither stored nor logged.
 */
export function createUnlockSession(readSets: () => readonly { generation: number; set: ShareSet }[]): {
  operations: ReadonlyMap<string, Operation>;
  opened: Promise<readonly Opened[]>;
} {
  const shares: KeyShare[] = [];
  const done: Opened[] = [];
  let timer: NodeJS.Timeout | undefined;
  let open: (result: readonly Opened[]) => void = () => {};
  let isOpen = false;
  const opened = new Promise<readonly Opened[]>((resolve) => {
    open = resolve;
  });
  const sharesOf = (set: ShareSet) => shares.filter((share) => share.set === set.set);
  const closed = () =>
    readSets().filter(({ generation }) => !done.some((other) => other.generation === generation));
  const view = (): readonly WaitingSeed[] =>
    isOpen
      ? []
      : closed().map(({ generation, set }) => ({
          generation,
          set,
          had: sharesOf(set).map(({ number }) => number),
        }));

  function drop(which: (share: KeyShare) => boolean): void {
    const kept = shares.filter((share) => !which(share));
    for (const { part } of shares.filter(which)) part.fill(0);
    shares.splice(0, shares.length, ...kept);
  }

  /** Also closes seeds that were opened already, because the others weren't completed. */
  function forget(): void {
    clearTimeout(timer);
    drop(() => true);
    for (const { entropy } of done.splice(0)) entropy.fill(0);
  }

  async function take(words: readonly string[]): Promise<string | null> {
    const waiting = closed();
    // After a reshare, the previous shares open nothing here.
    drop((share) => !waiting.some(({ set }) => set.set === share.set));
    let wanted: { generation: number; set: ShareSet } | undefined;
    try {
      const share = readKeyShare(words);
      wanted = waiting.find(({ set }) => set.set === share.set) ?? waiting[0];
      if (wanted === undefined) return null;
      checkFits(share, wanted.set, sharesOf(wanted.set));
      shares.push(share);
    } catch (error) {
      return (error as Error).message;
    }
    clearTimeout(timer);
    timer = setTimeout(forget, TIMEOUT_MS).unref();
    const { generation, set } = wanted;
    const mine = sharesOf(set);
    if (mine.length < set.needed) return null;
    const by = mine.map(({ number }) => number);
    const entropy = await joinShares(mine);
    drop((share) => share.set === set.set);
    if (entropy === null || fingerprintOfSeed(entropy) !== set.fingerprint)
      return 'These shares are whole, but don’t open the seed: one of them isn’t genuine. All are forgotten.';
    done.push({ generation, entropy, by });
    if (closed().length > 0) return null;
    clearTimeout(timer);
    isOpen = true;
    open(done.toSorted((a, b) => a.generation - b.generation));
    return null;
  }

  let turn: Promise<unknown> = Promise.resolve();
  const operations = new Map<string, Operation>([
    ['/lock', async (): Promise<LockView> => ({ seeds: view() })],
    [
      '/unlock',
      (request) => {
        const { words } = validateRequest<{ words: string[] }>(Unlock, request);
        const mine = turn.then(async (): Promise<UnlockReply> => {
          const fault = isOpen ? null : await take(words);
          return { seeds: view(), isOpen, fault };
        });
        turn = mine.catch(() => {});
        return mine;
      },
    ],
  ]);
  return { operations, opened };
}
