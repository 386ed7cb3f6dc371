import { useCallback, useState } from 'react';

/** A choice stored on this device: how it is parsed from the stored text or null, and how it is serialised. */
export interface Kept<T> {
  key: string;
  read: (text: string | null) => T;
  write: (value: T) => string;
}

export function useKept<T>(kept: Kept<T>): [T, (next: T) => void] {
  const [value, setValue] = useState(() => kept.read(storedText(kept.key)));
  const choose = useCallback(
    (next: T) => {
      setValue(next);
      try {
        localStorage.setItem(kept.key, kept.write(next));
      } catch {
        // Without storage the choice holds for this page only.
      }
    },
    [kept],
  );
  return [value, choose];
}

function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Parses stored JSON; null if it is not valid. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
