import { type RefObject, useEffect, useState } from 'react';

/** Whether any part of an element is in the window; true until it is known. */
export function useInView(element: RefObject<Element | null>): boolean {
  const [inView, setInView] = useState(true);
  useEffect(() => {
    const seen = element.current;
    if (!seen) return;
    const watch = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? true));
    watch.observe(seen);
    return () => watch.disconnect();
  }, [element]);
  return inView;
}
