import { useEffect, useState } from 'react';

/** What stays in sight while the sheet that shows it goes down. */
export function useLastNonNull<T>(of: T | null): T | null {
  const [last, setLast] = useState(of);
  useEffect(() => {
    if (of !== null) setLast(of);
  }, [of]);
  return of ?? last;
}
