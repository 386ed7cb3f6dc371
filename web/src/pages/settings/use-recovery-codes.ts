import { useCallback, useState } from 'react';

/** The codes as long as they are shown; nothing else keeps them. */
export function useRecoveryCodes() {
  const [shown, setShown] = useState<readonly string[] | null>(null);
  const hide = useCallback(() => setShown(null), []);
  return { shown, show: setShown, hide };
}
