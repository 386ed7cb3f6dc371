import { useState } from 'react';

const KEY = 'sarraf.hide-small';

/** The choice is kept on this device. */
export function useHideSmall(): [boolean, (hide: boolean) => void] {
  const [hide, setHide] = useState(stored);
  const keep = (next: boolean) => {
    setHide(next);
    try {
      localStorage.setItem(KEY, next ? '1' : '0');
    } catch {
      // Without storage the choice holds for this visit.
    }
  };
  return [hide, keep];
}

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === '1';
  } catch {
    return false;
  }
}
