import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { encodeShareWords, type KeyShare } from './key-share.ts';
import { createUnlockSession, type LockView, type UnlockReply } from './lock.ts';
import { computeSeedFingerprint, splitSeedIntoShares } from './split-seed.ts';

const MINUTE = 60_000;
const entropy = new Uint8Array(32).fill(9);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function locked() {
  const shares = await splitSeedIntoShares(entropy, { needed: 3, of: 4 });
  const { set, needed, of } = shares[0] as KeyShare;
  const knownSet = { set, needed, of, fingerprint: computeSeedFingerprint(entropy) };
  const { operations, opened } = createUnlockSession(() => [{ generation: 0, set: knownSet }]);
  const ask = (path: string, request: unknown) => operations.get(path)?.(request);
  return {
    opened,
    had: async () => ((await ask('/lock', null)) as LockView).seeds[0]?.had ?? [],
    bring: async (number: number) =>
      (await ask('/unlock', { words: encodeShareWords(shares[number - 1] as KeyShare) })) as UnlockReply,
    ask,
  };
}

it('drops shares that were not completed within half an hour', async () => {
  const { bring, had, opened } = await locked();
  await bring(1);
  vi.advanceTimersByTime(29 * MINUTE);
  await bring(2);
  vi.advanceTimersByTime(29 * MINUTE);
  expect(await had()).toEqual([1, 2]);
  vi.advanceTimersByTime(MINUTE);
  expect(await had()).toEqual([]);
  expect(await bring(3)).toMatchObject({ seeds: [{ had: [3] }], isOpen: false, fault: null });
  await bring(4);
  expect(await bring(1)).toMatchObject({ isOpen: true, fault: null });
  expect(await opened).toEqual([{ generation: 0, entropy, by: [3, 4, 1] }]);
});

it('opens once, also for shares that arrive concurrently', async () => {
  const { bring, had, opened } = await locked();
  const replies = await Promise.all([1, 1, 2, 3, 4].map(bring));
  expect(replies.map(({ isOpen }) => isOpen)).toEqual([false, false, false, true, true]);
  expect(replies[1]?.fault).toContain('Share 1 is there already');
  expect(await had()).toEqual([]);
  expect((await opened)[0]?.by).toEqual([1, 2, 3]);
});

it('refuses an invalid share', async () => {
  const { ask } = await locked();
  for (const request of [null, {}, { words: [] }, { words: ['zoo'] }, { words: Array(32).fill('') }])
    expect(() => ask('/unlock', request)).toThrow();
  expect(await ask('/unlock', { words: Array(32).fill('zoo') })).toMatchObject({
    isOpen: false,
    seeds: [{ had: [] }],
  });
});
