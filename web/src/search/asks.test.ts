import { expect, test } from 'vitest';
import { asksToSearch } from './asks.ts';

const nowhere = { closest: () => null } as unknown as EventTarget;
/** As a field, or something in one, answers. */
const field = {
  closest: (what: string) => (what.includes('input') ? field : null),
} as unknown as EventTarget;
const PLAIN = { ctrlKey: false, metaKey: false, altKey: false, target: nowhere };

test('`/` asks to search, by its key or its letter, unless something is typed', () => {
  expect(asksToSearch({ ...PLAIN, key: '/', code: 'Slash' })).toBe(true);
  // German: Shift and 7. Persian: a full stop.
  expect(asksToSearch({ ...PLAIN, key: '/', code: 'Digit7' })).toBe(true);
  expect(asksToSearch({ ...PLAIN, key: '.', code: 'Slash' })).toBe(true);
  expect(asksToSearch({ ...PLAIN, key: '?', code: 'Slash' })).toBe(false);
  expect(asksToSearch({ ...PLAIN, key: '.', code: 'Period' })).toBe(false);
  expect(asksToSearch({ ...PLAIN, key: '/', code: 'Slash', target: field })).toBe(false);
  expect(asksToSearch({ ...PLAIN, key: '/', code: 'Slash', altKey: true })).toBe(false);
});

test('Ctrl or ⌘ with K asks anywhere, in any layout', () => {
  for (const key of ['k', 'K', 'ن'])
    for (const target of [nowhere, field]) {
      expect(asksToSearch({ ...PLAIN, key, code: 'KeyK', target, ctrlKey: true })).toBe(true);
      expect(asksToSearch({ ...PLAIN, key, code: 'KeyK', target, metaKey: true })).toBe(true);
      expect(asksToSearch({ ...PLAIN, key, code: 'KeyK', target })).toBe(false);
    }
  expect(asksToSearch({ ...PLAIN, key: '/', code: 'Slash', ctrlKey: true })).toBe(false);
});
