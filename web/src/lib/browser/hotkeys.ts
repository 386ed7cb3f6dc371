import { useEffect, useRef, useSyncExternalStore } from 'react';

/** The properties of a key press that decide whether it is meant for the page. */
export interface KeyPress {
  code: string;
  key: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  repeat: boolean;
}

/**
 * Whether a press opens the list of keys: compared by the character, since its key differs between keyboard
 * layouts.
 */
export const opensHotkeyList = ({ key, altKey, ctrlKey, metaKey }: KeyPress): boolean =>
  !altKey && !ctrlKey && !metaKey && (key === '?' || key === '؟');

/** Null: the press is not for this page. */
export type HotkeyMatcher<K extends string> = (press: KeyPress) => K | 'list' | null;

/** Whether the person is typing, or a dialog is open. */
const isTypingOrInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  (target.closest(
    'input:not([type=radio], [type=checkbox]), textarea, select, [role=combobox], [contenteditable]',
  ) !== null ||
    document.querySelector('[role=dialog], [role=alertdialog], [role=listbox], [role=menu]') !== null);

/** `act` returns false if the key changes nothing now and is left to the browser. */
export function useHotkeys<K extends string>(
  matchHotkey: HotkeyMatcher<K>,
  // biome-ignore lint/suspicious/noConfusingVoidType: most actions return nothing.
  onHotkey: (hotkey: K | 'list') => boolean | void,
): void {
  const latestHandler = useRef(onHotkey);
  useEffect(() => {
    latestHandler.current = onHotkey;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const hotkey = matchHotkey(event);
      if (hotkey === null || isTypingOrInDialog(event.target) || (hotkey !== 'list' && !areHotkeysEnabled()))
        return;
      if (latestHandler.current(hotkey) !== false) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [matchHotkey]);
}

const KEY = 'sarraf.hotkeys';
const listeners = new Set<() => void>();
let enabledByChoice: boolean | null = null;

/** Hotkeys can be turned off, for people who use speech input or press keys by accident. */
function areHotkeysEnabled(): boolean {
  if (enabledByChoice !== null) return enabledByChoice;
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export function setHotkeysEnabled(enabled: boolean): void {
  enabledByChoice = enabled;
  try {
    localStorage.setItem(KEY, enabled ? 'on' : 'off');
  } catch {
    // Without storage the choice holds for this page only.
  }
  for (const listener of listeners) listener();
}

export const useHotkeysEnabled = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    areHotkeysEnabled,
    () => true,
  );
