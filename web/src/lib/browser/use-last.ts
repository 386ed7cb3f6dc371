import { useEffect, useState } from 'react';

/** Returns the last non-null value, so that a sheet keeps its content while it closes. */
export function useLastNonNull<T>(of: T | null): T | null {
  const [last, setLast] = useState(of);
  useEffect(() => {
    if (of !== null) setLast(of);
  }, [of]);
  return of ?? last;
}
