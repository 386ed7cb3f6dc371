import { type RefObject, useEffect, useRef } from 'react';

/** False once the screen is gone: an answer that comes later leads nowhere any more. */
export function useIsMounted(): RefObject<boolean> {
  const alive = useRef(true);
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);
  return alive;
}
