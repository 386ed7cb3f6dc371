import { Type } from 'typebox';
import { type Operation, validateRequest } from '../operations.ts';
import { assertShareFits } from './collect-shares.ts';
import { type KeyShare, parseKeyShare, SHARE_WORDS } from './key-share.ts';
import type { ShareSet } from './share-set.ts';
import { computeSeedFingerprint, joinShares } from './split-seed.ts';

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
interface OpenedSeed {
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
  opened: Promise<readonly OpenedSeed[]>;
} {
  const shares: KeyShare[] = [];
  const openedSeeds: OpenedSeed[] = [];
  let timer: NodeJS.Timeout | undefined;
  let resolveOpened: (result: readonly OpenedSeed[]) => void = () => {};
  let isOpen = false;
  const opened = new Promise<readonly OpenedSeed[]>((resolve) => {
    resolveOpened = resolve;
  });
  const sharesOf = (set: ShareSet) => shares.filter((share) => share.set === set.set);
  const listClosedSeeds = () =>
    readSets().filter(({ generation }) => !openedSeeds.some((other) => other.generation === generation));
  const listWaitingSeeds = (): readonly WaitingSeed[] =>
    isOpen
      ? []
      : listClosedSeeds().map(({ generation, set }) => ({
          generation,
          set,
          had: sharesOf(set).map(({ number }) => number),
        }));

  function dropShares(condition: (share: KeyShare) => boolean): void {
    const remaining = shares.filter((share) => !condition(share));
    for (const { part } of shares.filter(condition)) part.fill(0);
    shares.splice(0, shares.length, ...remaining);
  }

  /** Also closes seeds that were opened already, because the others weren't completed. */
  function forgetAll(): void {
    clearTimeout(timer);
    dropShares(() => true);
    for (const { entropy } of openedSeeds.splice(0)) entropy.fill(0);
  }

  async function takeShare(words: readonly string[]): Promise<string | null> {
    const closedSeeds = listClosedSeeds();
    // After a reshare, the previous shares open nothing here.
    dropShares((share) => !closedSeeds.some(({ set }) => set.set === share.set));
    let target: { generation: number; set: ShareSet } | undefined;
    try {
      const share = parseKeyShare(words);
      target = closedSeeds.find(({ set }) => set.set === share.set) ?? closedSeeds[0];
      if (target === undefined) return null;
      assertShareFits(share, target.set, sharesOf(target.set));
      shares.push(share);
    } catch (error) {
      return (error as Error).message;
    }
    clearTimeout(timer);
    timer = setTimeout(forgetAll, TIMEOUT_MS).unref();
    const { generation, set } = target;
    const setShares = sharesOf(set);
    if (setShares.length < set.needed) return null;
    const shareNumbers = setShares.map(({ number }) => number);
    const entropy = await joinShares(setShares);
    dropShares((share) => share.set === set.set);
    if (entropy === null || computeSeedFingerprint(entropy) !== set.fingerprint)
      return 'These shares are whole, but don’t open the seed: one of them isn’t genuine. All are forgotten.';
    openedSeeds.push({ generation, entropy, by: shareNumbers });
    if (listClosedSeeds().length > 0) return null;
    clearTimeout(timer);
    isOpen = true;
    resolveOpened(openedSeeds.toSorted((a, b) => a.generation - b.generation));
    return null;
  }

  let lastRequest: Promise<unknown> = Promise.resolve();
  const operations = new Map<string, Operation>([
    ['/lock', async (): Promise<LockView> => ({ seeds: listWaitingSeeds() })],
    [
      '/unlock',
      (request) => {
        const { words } = validateRequest<{ words: string[] }>(Unlock, request);
        const result = lastRequest.then(async (): Promise<UnlockReply> => {
          const problem = isOpen ? null : await takeShare(words);
          return { seeds: listWaitingSeeds(), isOpen, fault: problem };
        });
        lastRequest = result.catch(() => {});
        return result;
      },
    ],
  ]);
  return { operations, opened };
}
