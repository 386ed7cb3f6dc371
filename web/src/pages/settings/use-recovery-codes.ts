import { useCallback, useState } from 'react';

/** Holds the codes while they are shown; they are stored nowhere else. */
export function useRecoveryCodes() {
  const [shownCodes, setShownCodes] = useState<readonly string[] | null>(null);
  const hide = useCallback(() => setShownCodes(null), []);
  return { shownCodes, show: setShownCodes, hide };
}
