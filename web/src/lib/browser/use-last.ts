import { useEffect, useState } from 'react';

/** Returns the last non-null value, so that a sheet keeps its content while it closes. */
export function useLastNonNull<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  useEffect(() => {
    if (value !== null) setLast(value);
  }, [value]);
  return value ?? last;
}
