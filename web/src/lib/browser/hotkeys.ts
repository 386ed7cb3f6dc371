import { useEffect, useRef, useSyncExternalStore } from 'react';

/** The properties of a key press that decide whether it is meant for the page. */
export interface Press {
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
export const asksForList = ({ key, altKey, ctrlKey, metaKey }: Press): boolean =>
  !altKey && !ctrlKey && !metaKey && (key === '?' || key === '؟');

/** Null: the press is not for this page. */
export type KeysOf<K extends string> = (press: Press) => K | 'list' | null;

/** Whether the person is typing, or a dialog is open. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  (target.closest(
    'input:not([type=radio], [type=checkbox]), textarea, select, [role=combobox], [contenteditable]',
  ) !== null ||
    document.querySelector('[role=dialog], [role=alertdialog], [role=listbox], [role=menu]') !== null);

/** `act` returns false if the key changes nothing now and is left to the browser. */
export function useHotkeys<K extends string>(
  keysOf: KeysOf<K>,
  // biome-ignore lint/suspicious/noConfusingVoidType: most actions return nothing.
  act: (hotkey: K | 'list') => boolean | void,
): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const hotkey = keysOf(event);
      if (hotkey === null || isTaken(event.target) || (hotkey !== 'list' && !areOn())) return;
      if (latest.current(hotkey) !== false) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [keysOf]);
}

const KEY = 'sarraf.hotkeys';
const listeners = new Set<() => void>();
let chosen: boolean | null = null;

/** Hotkeys can be turned off, for people who use speech input or press keys by accident. */
function areOn(): boolean {
  if (chosen !== null) return chosen;
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export function turnHotkeys(on: boolean): void {
  chosen = on;
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off');
  } catch {
    // Without storage the choice holds for this page only.
  }
  for (const listener of listeners) listener();
}

export const useHotkeysOn = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    areOn,
    () => true,
  );
