import { useState } from 'react';

const KEY = 'sarraf.all-coins';

/** Whether coins without a balance are listed too; stored on this device. */
export function useShowAll(): [boolean, (all: boolean) => void] {
  const [showsAll, setShowsAll] = useState(loadChoice);
  const saveChoice = (next: boolean) => {
    setShowsAll(next);
    try {
      localStorage.setItem(KEY, next ? '1' : '0');
    } catch {
      // Without storage the choice holds for this visit.
    }
  };
  return [showsAll, saveChoice];
}

function loadChoice(): boolean {
  try {
    return localStorage.getItem(KEY) === '1';
  } catch {
    return false;
  }
}
