import { type RefObject, useEffect, useRef } from 'react';

/** False once the component is unmounted: a later reply must not navigate. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
