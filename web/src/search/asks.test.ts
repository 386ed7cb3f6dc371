import { expect, test } from 'vitest';
import { opensSearch } from './asks.ts';

const nowhere = { closest: () => null } as unknown as EventTarget;
/** An element that is, or is inside, an input field. */
const field = {
  closest: (what: string) => (what.includes('input') ? field : null),
} as unknown as EventTarget;
const PLAIN = { ctrlKey: false, metaKey: false, altKey: false, target: nowhere };

test('opensSearch accepts `/` by character or key code outside of input fields', () => {
  expect(opensSearch({ ...PLAIN, key: '/', code: 'Slash' })).toBe(true);
  // On a German keyboard it is Shift and 7, on a Persian one a full stop.
  expect(opensSearch({ ...PLAIN, key: '/', code: 'Digit7' })).toBe(true);
  expect(opensSearch({ ...PLAIN, key: '.', code: 'Slash' })).toBe(true);
  expect(opensSearch({ ...PLAIN, key: '?', code: 'Slash' })).toBe(false);
  expect(opensSearch({ ...PLAIN, key: '.', code: 'Period' })).toBe(false);
  expect(opensSearch({ ...PLAIN, key: '/', code: 'Slash', target: field })).toBe(false);
  expect(opensSearch({ ...PLAIN, key: '/', code: 'Slash', altKey: true })).toBe(false);
});

test('opensSearch accepts Ctrl or ⌘ with K anywhere, in any layout', () => {
  for (const key of ['k', 'K', 'ن'])
    for (const target of [nowhere, field]) {
      expect(opensSearch({ ...PLAIN, key, code: 'KeyK', target, ctrlKey: true })).toBe(true);
      expect(opensSearch({ ...PLAIN, key, code: 'KeyK', target, metaKey: true })).toBe(true);
      expect(opensSearch({ ...PLAIN, key, code: 'KeyK', target })).toBe(false);
    }
  expect(opensSearch({ ...PLAIN, key: '/', code: 'Slash', ctrlKey: true })).toBe(false);
});
