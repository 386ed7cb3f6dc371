import { useCallback, useState } from 'react';

/** A choice stored on this device: how it is parsed from the stored text or null, and how it is serialised. */
export interface StoredChoice<T> {
  key: string;
  read: (text: string | null) => T;
  write: (value: T) => string;
}

export function useStoredChoice<T>(choice: StoredChoice<T>): [T, (next: T) => void] {
  const [value, setValue] = useState(() => choice.read(readStorage(choice.key)));
  const saveValue = useCallback(
    (next: T) => {
      setValue(next);
      try {
        localStorage.setItem(choice.key, choice.write(next));
      } catch {
        // Without storage the choice holds for this page only.
      }
    },
    [choice],
  );
  return [value, saveValue];
}

function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Parses stored JSON; null if it is not valid. */
export function parseJsonOrNull(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
