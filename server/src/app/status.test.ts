import type { Pause } from '@sarraf/domain/contracts';
import { expect, it } from 'vitest';
import { createCachedStatus } from './status.ts';

const PAUSED = { scope: 'COIN', name: 'TRON', text: { fa: '…', en: '…' }, endsAt: null } satisfies Pause;
const BOOKS = { checkedAt: '2026-11-26T08:00:00.000Z', transfers: 12, laws: 60 };

/** An exchange whose condition is set by the test. */
function exchange() {
  const given = { now: 0, settles: true, isOn: false, paused: false, open: 0, priceless: false };
  let looks = 0;
  let unreadable = false;
  const read = async <T>(value: T): Promise<T> => {
    if (unreadable) throw new Error('the database is away');
    return value;
  };
  const status = createCachedStatus({
    clock: { now: () => given.now },
    closures: {
      now: () => ({ isOn: given.isOn, text: null, expectedEnd: null, paused: given.paused ? [PAUSED] : [] }),
    },
    market: {
      coin: (asset) => ({ active: asset !== 'EOS' }) as never,
      price: (coin) =>
        coin === 'EOS' || (given.priceless && coin === 'TRON') ? null : { buy: 2n, sell: 1n },
    },
    watch: { readPublicCheck: () => read(BOOKS), readState: () => read({ open: given.open }) },
    canSettle: async () => {
      looks += 1;
      return given.settles;
    },
  });
  return {
    given,
    looks: () => looks,
    breakReads: () => {
      unreadable = true;
    },
    /** Five seconds later. */
    async after(change: Partial<typeof given>) {
      Object.assign(given, change, { now: given.now + 5_000 });
      return (await status()).state;
    },
    status,
  };
}

it('the status is the worst condition, and WORKING if there is none', async () => {
  const { after } = exchange();
  // A coin that isn't traded needs no price.
  expect(await after({})).toBe('WORKING');
  expect(await after({ priceless: true })).toBe('LIMITED');
  expect(await after({ priceless: false, paused: true })).toBe('LIMITED');
  expect(await after({ paused: false, open: 1 })).toBe('LIMITED');
  expect(await after({ settles: false })).toBe('DISTURBED');
  expect(await after({ isOn: true })).toBe('MAINTENANCE');
  expect(await after({ isOn: false, settles: true, open: 0 })).toBe('WORKING');
});

it('the status is checked at most once in five seconds, and returned while nothing can be read', async () => {
  const { given, status, looks, breakReads, after } = exchange();
  expect((await status()).books).toEqual(BOOKS);
  given.now += 4_999;
  await Promise.all(Array.from({ length: 50 }, status));
  expect(looks()).toBe(1);
  breakReads();
  expect(await after({ settles: false })).toBe('DISTURBED');
  expect((await status()).books).toEqual({ checkedAt: null, transfers: null, laws: null });
  expect(looks()).toBe(2);
});
