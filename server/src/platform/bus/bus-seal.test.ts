import { afterEach, expect, it, vi } from 'vitest';
import { createBusSeal } from './bus-seal.ts';

const KEYS = [Buffer.alloc(32, 1)] as const;
afterEach(() => {
  vi.useRealTimers();
});

const textOf = (opened: { content: Buffer } | null) => opened?.content.toString('utf8') ?? null;

it('a message sealed by one process is opened once by another, in order and on its own subject alone', () => {
  const [one, other] = [createBusSeal(KEYS), createBusSeal(KEYS)];
  const [first, second] = [one.seal('here', 'first'), one.seal('there', Buffer.from('second'))];
  expect(other.open('there', first)).toBeNull();
  expect(textOf(other.open('here', first))).toBe('first');
  expect(other.open('here', first)).toBeNull();
  expect(textOf(other.open('there', second))).toBe('second');
  // Older than the previous message, although that had another subject.
  expect(other.open('here', first)).toBeNull();
  expect(createBusSeal([Buffer.alloc(32, 2)]).open('there', second)).toBeNull();
});

it('rejects a message that is too old, also in a process that does not know its sender', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const one = createBusSeal(KEYS);
  const frame = one.seal('here', 'text');
  vi.advanceTimersByTime(61_000);
  expect(createBusSeal(KEYS).open('here', frame)).toBeNull();
  expect(textOf(createBusSeal(KEYS).open('here', one.seal('here', 'text')))).toBe('text');
});
