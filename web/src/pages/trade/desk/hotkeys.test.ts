import { expect, test } from 'vitest';
import type { Press } from '../../../lib/browser/hotkeys.ts';
import { hotkeyOf } from './hotkeys.ts';

const press = (change: Partial<Press>): Press => ({
  ...{ code: '', key: '', altKey: false, ctrlKey: false, metaKey: false, repeat: false },
  ...change,
});

test('hotkeyOf matches the physical key, whatever the keyboard’s language', () => {
  expect(hotkeyOf(press({ code: 'KeyB', key: 'b' }))).toBe('buy');
  expect(hotkeyOf(press({ code: 'KeyB', key: 'ذ' }))).toBe('buy');
  expect(hotkeyOf(press({ code: 'KeyX', key: 'x' }))).toBeNull();
});

test('hotkeyOf matches the key of the list by its character', () => {
  expect(hotkeyOf(press({ code: 'Slash', key: '?' }))).toBe('list');
  expect(hotkeyOf(press({ code: 'Slash', key: '؟' }))).toBe('list');
});

test('hotkeyOf ignores keys with a modifier and repeated keys', () => {
  for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { repeat: true }])
    expect(hotkeyOf(press({ code: 'KeyS', key: 's', ...held }))).toBeNull();
});
