import { expect, test } from 'vitest';
import { queueKeyOf, stepTo } from './queue-keys.ts';

const press = (change: Partial<KeyboardEvent>) => ({
  ...{ code: '', key: '', altKey: false, ctrlKey: false, metaKey: false, repeat: false },
  ...change,
});

test('keys are meant by their place, and what is held with another key is the browser’s', () => {
  expect(queueKeyOf(press({ code: 'KeyJ', key: 'ت' }))).toBe('next');
  expect(queueKeyOf(press({ code: 'ArrowUp', key: 'ArrowUp' }))).toBe('up');
  expect(queueKeyOf(press({ code: 'Slash', key: '؟' }))).toBe('list');
  expect(queueKeyOf(press({ code: 'KeyK', key: 'k', ctrlKey: true }))).toBeNull();
  expect(queueKeyOf(press({ code: 'KeyX', key: 'x' }))).toBeNull();
});

test('one goes on from where one was, and never past the ends', () => {
  expect(stepTo(-1, 1, null, 3)).toBe(0);
  expect(stepTo(0, 1, null, 3)).toBe(1);
  expect(stepTo(2, 1, 2, 3)).toBe(2);
  expect(stepTo(0, -1, 0, 3)).toBe(0);
  // What one stood on is decided and gone: the next one has its place.
  expect(stepTo(-1, 1, 1, 3)).toBe(1);
  expect(stepTo(-1, 1, 2, 2)).toBe(1);
});
