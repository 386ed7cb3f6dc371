import { expect, it } from 'vitest';
import type { Caller } from '../../platform/http/http.ts';
import { createCallerCache } from './fresh-callers.ts';

const START = Date.parse('2026-11-29T12:00:00Z');

/** Sessions named after their user; returns the cache, its clock, and the keys that were read from the database. */
function createFixture() {
  const clock = { time: START, now: () => clock.time };
  const reads: string[] = [];
  let wait: Promise<void> | undefined;
  const cache = createCallerCache(clock, async (key: string) => {
    reads.push(key);
    await wait;
    const [userId = ''] = key.split(' ');
    return { caller: { userId, endsAt: START + 60_000 } as Caller };
  });
  const find = async (key: string) => cache.find(key, key);
  return { cache, clock, reads, find, holdReads: (until: Promise<void>) => (wait = until) };
}

it('reads a caller again when the clock was set back', async () => {
  const { clock, find, reads } = createFixture();
  await find('ali 1');
  clock.time -= 1;
  await find('ali 1');
  expect(reads).toHaveLength(2);
});

it('reads a caller again once the cached one is five seconds old', async () => {
  const { clock, find, reads } = createFixture();
  await find('ali 1');
  clock.time += 4_999;
  await find('ali 1');
  expect(reads).toEqual(['ali 1']);
  clock.time += 1;
  await find('ali 1');
  expect(reads).toEqual(['ali 1', 'ali 1']);
});

it('reads every session of a changed user again, and no other', async () => {
  const { cache, find, reads } = createFixture();
  for (const key of ['ali 1', 'ali 2', 'sara 1']) await find(key);
  cache.dropUser('ali');
  for (const key of ['ali 1', 'ali 2', 'sara 1', 'ali 1']) await find(key);
  expect(reads.slice(3)).toEqual(['ali 1', 'ali 2']);
  expect([cache.mayHaveChanged('ali'), cache.mayHaveChanged('sara')]).toEqual([true, false]);
  cache.dropUser('ali');
  await find('ali 1');
  expect(reads.slice(5)).toEqual(['ali 1']);
});

it('caches nothing that was being read while its user changed', async () => {
  const { cache, find, reads, holdReads } = createFixture();
  const { promise, resolve } = Promise.withResolvers<void>();
  holdReads(promise);
  const early = find('ali 1');
  cache.dropUser('ali');
  const late = find('ali 1');
  resolve();
  await Promise.all([early, late]);
  expect(reads).toEqual(['ali 1', 'ali 1']);
  await find('ali 1');
  expect(reads).toHaveLength(2);
});

it('reads everything again after a change of everyone', async () => {
  const { cache, find, reads } = createFixture();
  for (const key of ['ali 1', 'sara 1']) await find(key);
  cache.dropAll();
  for (const key of ['ali 1', 'sara 1']) await find(key);
  expect(reads).toHaveLength(4);
  expect(cache.mayHaveChanged('ali')).toBe(true);
});
