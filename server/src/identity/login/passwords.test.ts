import { AppError } from '@sarraf/domain';
import { expect, it } from 'vitest';
import { ExpensiveWorkQueue } from './turns.ts';

/** Turns whose work ends on command; `begun` is the order in which it started. */
function crowd() {
  const turns = new ExpensiveWorkQueue();
  const startedAddresses: string[] = [];
  const refusals: { from: string; retryAfter: unknown }[] = [];
  const ends: (() => void)[] = [];
  const ask = (from: string, isKnownClient = false) =>
    turns
      .runInTurn({ from, isKnownClient }, () => {
        startedAddresses.push(from);
        return new Promise<void>((end) => ends.push(end));
      })
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        refusals.push({ from, retryAfter: error.data?.retryAfter });
      });
  return {
    startedAddresses,
    refusals,
    ask,
    async finish(count: number) {
      for (let i = 0; i < count; i += 1) {
        ends.shift()?.();
        for (let n = 0; n < 10; n += 1) await Promise.resolve();
      }
    },
  };
}

it('many requests of one address delay another address by only one of them', async () => {
  const { ask, startedAddresses, refusals, finish } = crowd();
  for (let i = 0; i < 40; i += 1) void ask('192.0.2.1');
  void ask('192.0.2.2');
  await finish(2);
  // Two are running, and one more was queued before.
  expect(startedAddresses.indexOf('192.0.2.2')).toBe(3);
  // Beyond twenty of the same address, requests are refused with a retry time.
  expect(refusals).toHaveLength(18);
  expect(refusals.every(({ retryAfter }) => retryAfter === 1)).toBe(true);
});

it('a thousand addresses of one /48 share one turn', async () => {
  const { ask, startedAddresses, refusals, finish } = crowd();
  for (let i = 0; i < 1_000; i += 1) void ask(`2a01:4f8:c0c:${i.toString(16)}::/64`);
  void ask('2a01:4f8:c0d:1::/64');
  void ask('198.51.100.7');
  await finish(4);
  expect(startedAddresses.indexOf('2a01:4f8:c0d:1::/64')).toBe(3);
  expect(startedAddresses.indexOf('198.51.100.7')).toBe(4);
  expect(refusals.length).toBeGreaterThan(700);
  expect(refusals.every(({ retryAfter }) => typeof retryAfter === 'number' && retryAfter <= 6)).toBe(true);
});

it('known browsers come before all others, however many wait', async () => {
  const { ask, startedAddresses, finish } = crowd();
  for (let i = 0; i < 240; i += 1) void ask(`203.0.113.${i}`);
  void ask('the owner', true);
  await finish(1);
  expect(startedAddresses.at(-1)).toBe('the owner');
});

it('a request that would wait for more than five seconds is refused with the retry time', async () => {
  const { ask, refusals } = crowd();
  for (let i = 0; i < 300; i += 1) void ask(`203.0.113.${i}`);
  await Promise.resolve();
  await Promise.resolve();
  // 40 ms each, two at a time: 250 wait.
  expect(refusals).toHaveLength(300 - 2 - 251);
  expect(refusals[0]).toEqual({ from: '203.0.113.253', retryAfter: 6 });
});
