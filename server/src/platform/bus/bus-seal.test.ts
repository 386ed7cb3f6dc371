import { afterEach, expect, it, vi } from 'vitest';
import { createBusSeal } from './bus-seal.ts';

const KEYS = [Buffer.alloc(32, 1)] as const;
afterEach(() => {
  vi.useRealTimers();
});

const textOf = (opened: { content: Buffer } | null) => opened?.content.toString('utf8') ?? null;

it('what one process seals another opens once, in order, at the place that it is meant for', () => {
  const [one, other] = [createBusSeal(KEYS), createBusSeal(KEYS)];
  const [first, second] = [one.seal('here', 'first'), one.seal('there', Buffer.from('second'))];
  expect(other.open('there', first)).toBeNull();
  expect(textOf(other.open('here', first))).toBe('first');
  expect(other.open('here', first)).toBeNull();
  expect(textOf(other.open('there', second))).toBe('second');
  // Older than what came before, if from another place.
  expect(other.open('here', first)).toBeNull();
  expect(createBusSeal([Buffer.alloc(32, 2)]).open('there', second)).toBeNull();
});

it('what is old is nothing, also to a process that has never heard of its sender', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const one = createBusSeal(KEYS);
  const frame = one.seal('here', 'text');
  vi.advanceTimersByTime(61_000);
  expect(createBusSeal(KEYS).open('here', frame)).toBeNull();
  expect(textOf(createBusSeal(KEYS).open('here', one.seal('here', 'text')))).toBe('text');
});
