import { AppError } from '@sarraf/domain';
import { expect, it } from 'vitest';
import { ExpensiveWorkQueue } from './turns.ts';

/** Turns whose work ends on command; `begun` is the order in which it started. */
function crowd() {
  const turns = new ExpensiveWorkQueue();
  const begun: string[] = [];
  const refused: { from: string; retryAfter: unknown }[] = [];
  const ends: (() => void)[] = [];
  const ask = (from: string, isKnownClient = false) =>
    turns
      .runInTurn({ from, isKnownClient }, () => {
        begun.push(from);
        return new Promise<void>((end) => ends.push(end));
      })
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        refused.push({ from, retryAfter: error.data?.retryAfter });
      });
  return {
    begun,
    refused,
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
  const { ask, begun, refused, finish } = crowd();
  for (let i = 0; i < 40; i += 1) void ask('192.0.2.1');
  void ask('192.0.2.2');
  await finish(2);
  // Two are running, and one more was queued before.
  expect(begun.indexOf('192.0.2.2')).toBe(3);
  // Beyond twenty of the same address, requests are refused with a retry time.
  expect(refused).toHaveLength(18);
  expect(refused.every(({ retryAfter }) => retryAfter === 1)).toBe(true);
});

it('a thousand addresses of one /48 share one turn', async () => {
  const { ask, begun, refused, finish } = crowd();
  for (let i = 0; i < 1_000; i += 1) void ask(`2a01:4f8:c0c:${i.toString(16)}::/64`);
  void ask('2a01:4f8:c0d:1::/64');
  void ask('198.51.100.7');
  await finish(4);
  expect(begun.indexOf('2a01:4f8:c0d:1::/64')).toBe(3);
  expect(begun.indexOf('198.51.100.7')).toBe(4);
  expect(refused.length).toBeGreaterThan(700);
  expect(refused.every(({ retryAfter }) => typeof retryAfter === 'number' && retryAfter <= 6)).toBe(true);
});

it('known browsers come before all others, however many wait', async () => {
  const { ask, begun, finish } = crowd();
  for (let i = 0; i < 240; i += 1) void ask(`203.0.113.${i}`);
  void ask('the owner', true);
  await finish(1);
  expect(begun.at(-1)).toBe('the owner');
});

it('a request that would wait for more than five seconds is refused with the retry time', async () => {
  const { ask, refused } = crowd();
  for (let i = 0; i < 300; i += 1) void ask(`203.0.113.${i}`);
  await Promise.resolve();
  await Promise.resolve();
  // 40 ms each, two at a time: 250 wait.
  expect(refused).toHaveLength(300 - 2 - 251);
  expect(refused[0]).toEqual({ from: '203.0.113.253', retryAfter: 6 });
});
