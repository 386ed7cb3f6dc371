import { type KeyPress, opensHotkeyList } from '../../../lib/browser/hotkeys.ts';

/** Hotkeys of the trade screen, by physical key, so that they are the same on a Persian keyboard. */
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

/** Returns the hotkey of a press; null: not one of ours. */
export function matchHotkey(press: KeyPress): Hotkey | null {
  if (press.altKey || press.ctrlKey || press.metaKey || press.repeat) return null;
  if (opensHotkeyList(press)) return 'list';
  return press.code in HOTKEYS ? HOTKEYS[press.code as keyof typeof HOTKEYS] : null;
}
