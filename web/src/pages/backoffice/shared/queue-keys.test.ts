import { expect, test } from 'vitest';
import { getNextIndex, matchQueueKey } from './queue-keys.ts';

const press = (change: Partial<KeyboardEvent>) => ({
  ...{ code: '', key: '', altKey: false, ctrlKey: false, metaKey: false, repeat: false },
  ...change,
});

test('matchQueueKey matches physical keys and ignores keys with a modifier', () => {
  expect(matchQueueKey(press({ code: 'KeyJ', key: 'ت' }))).toBe('next');
  expect(matchQueueKey(press({ code: 'ArrowUp', key: 'ArrowUp' }))).toBe('up');
  expect(matchQueueKey(press({ code: 'Slash', key: '؟' }))).toBe('list');
  expect(matchQueueKey(press({ code: 'KeyK', key: 'k', ctrlKey: true }))).toBeNull();
  expect(matchQueueKey(press({ code: 'KeyX', key: 'x' }))).toBeNull();
});

test('getNextIndex continues from the current item, and stays within the queue', () => {
  expect(getNextIndex(-1, 1, null, 3)).toBe(0);
  expect(getNextIndex(0, 1, null, 3)).toBe(1);
  expect(getNextIndex(2, 1, 2, 3)).toBe(2);
  expect(getNextIndex(0, -1, 0, 3)).toBe(0);
  // The current item was decided and removed: the next one has its index.
  expect(getNextIndex(-1, 1, 1, 3)).toBe(1);
  expect(getNextIndex(-1, 1, 2, 2)).toBe(1);
});
