import { useCallback, useState } from 'react';

/** Holds the codes while they are shown; they are stored nowhere else. */
export function useRecoveryCodes() {
  const [shown, setShown] = useState<readonly string[] | null>(null);
  const hide = useCallback(() => setShown(null), []);
  return { shown, show: setShown, hide };
}
