import { expect, test } from 'vitest';
import type { Press } from '../../../lib/browser/hotkeys.ts';
import { hotkeyOf } from './hotkeys.ts';

const press = (change: Partial<Press>): Press => ({
  ...{ code: '', key: '', altKey: false, ctrlKey: false, metaKey: false, repeat: false },
  ...change,
});

test('a key is meant by its place, whatever the language of the keyboard', () => {
  expect(hotkeyOf(press({ code: 'KeyB', key: 'b' }))).toBe('buy');
  expect(hotkeyOf(press({ code: 'KeyB', key: 'ذ' }))).toBe('buy');
  expect(hotkeyOf(press({ code: 'KeyX', key: 'x' }))).toBeNull();
});

test('the list’s sign is one by what it writes', () => {
  expect(hotkeyOf(press({ code: 'Slash', key: '?' }))).toBe('list');
  expect(hotkeyOf(press({ code: 'Slash', key: '؟' }))).toBe('list');
});

test('what is held with another key is the browser’s, and one that repeats is held by mistake', () => {
  for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { repeat: true }])
    expect(hotkeyOf(press({ code: 'KeyS', key: 's', ...held }))).toBeNull();
});
