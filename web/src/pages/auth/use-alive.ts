import { type RefObject, useEffect, useRef } from 'react';

/** False once the component is unmounted: a later reply must not navigate. */
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
