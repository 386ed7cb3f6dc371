import { asksForList, type Press } from '../../../lib/browser/hotkeys.ts';

/** What a key of the desk does, by the key's place on the keyboard, so that a Persian one has the same. */
export const HOTKEYS = {
  KeyB: 'buy',
  KeyS: 'sell',
  KeyL: 'limit',
  KeyM: 'market',
  KeyP: 'price',
  KeyA: 'amount',
  KeyF: 'screen',
} as const;
export type Hotkey = (typeof HOTKEYS)[keyof typeof HOTKEYS] | 'list';

/** Null: it is for somebody else. */
export function hotkeyOf(press: Press): Hotkey | null {
  if (press.altKey || press.ctrlKey || press.metaKey || press.repeat) return null;
  if (asksForList(press)) return 'list';
  return press.code in HOTKEYS ? HOTKEYS[press.code as keyof typeof HOTKEYS] : null;
}
