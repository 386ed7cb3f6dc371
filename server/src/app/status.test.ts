import type { Pause } from '@sarraf/domain/contracts';
import { expect, it } from 'vitest';
import { createCachedStatus } from './status.ts';

const PAUSED = { scope: 'COIN', name: 'TRON', text: { fa: '…', en: '…' }, endsAt: null } satisfies Pause;
const BOOKS = { checkedAt: '2026-11-26T08:00:00.000Z', transfers: 12, laws: 60 };

/** An exchange whose condition is set by the test. */
function exchange() {
  const inputs = { now: 0, settles: true, isOn: false, paused: false, open: 0, priceless: false };
  let looks = 0;
  let unreadable = false;
  const read = async <T>(value: T): Promise<T> => {
    if (unreadable) throw new Error('the database is away');
    return value;
  };
  const status = createCachedStatus({
    clock: { now: () => inputs.now },
    closures: {
      now: () => ({
        isOn: inputs.isOn,
        text: null,
        expectedEnd: null,
        paused: inputs.paused ? [PAUSED] : [],
      }),
    },
    market: {
      coin: (asset) => ({ active: asset !== 'EOS' }) as never,
      price: (coin) =>
        coin === 'EOS' || (inputs.priceless && coin === 'TRON') ? null : { buy: 2n, sell: 1n },
    },
    watch: { readPublicCheck: () => read(BOOKS), readState: () => read({ open: inputs.open }) },
    canSettle: async () => {
      looks += 1;
      return inputs.settles;
    },
  });
  return {
    inputs,
    looks: () => looks,
    breakReads: () => {
      unreadable = true;
    },
    /** Five seconds later. */
    async after(change: Partial<typeof inputs>) {
      Object.assign(inputs, change, { now: inputs.now + 5_000 });
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
  const { inputs, status, looks, breakReads, after } = exchange();
  expect((await status()).books).toEqual(BOOKS);
  inputs.now += 4_999;
  await Promise.all(Array.from({ length: 50 }, status));
  expect(looks()).toBe(1);
  breakReads();
  expect(await after({ settles: false })).toBe('DISTURBED');
  expect((await status()).books).toEqual({ checkedAt: null, transfers: null, laws: null });
  expect(looks()).toBe(2);
});
