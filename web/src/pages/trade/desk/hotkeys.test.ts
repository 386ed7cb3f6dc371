import { expect, test } from 'vitest';
import type { KeyPress } from '../../../lib/browser/hotkeys.ts';
import { matchHotkey } from './hotkeys.ts';

const press = (change: Partial<KeyPress>): KeyPress => ({
  ...{ code: '', key: '', altKey: false, ctrlKey: false, metaKey: false, repeat: false },
  ...change,
});

test('matchHotkey matches the physical key, whatever the keyboard’s language', () => {
  expect(matchHotkey(press({ code: 'KeyB', key: 'b' }))).toBe('buy');
  expect(matchHotkey(press({ code: 'KeyB', key: 'ذ' }))).toBe('buy');
  expect(matchHotkey(press({ code: 'KeyX', key: 'x' }))).toBeNull();
});

test('matchHotkey matches the key of the list by its character', () => {
  expect(matchHotkey(press({ code: 'Slash', key: '?' }))).toBe('list');
  expect(matchHotkey(press({ code: 'Slash', key: '؟' }))).toBe('list');
});

test('matchHotkey ignores keys with a modifier and repeated keys', () => {
  for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { repeat: true }])
    expect(matchHotkey(press({ code: 'KeyS', key: 's', ...held }))).toBeNull();
});
