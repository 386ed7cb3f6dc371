import { useSyncExternalStore } from 'react';

/** Height of a window's other elements: bars, heads, the middle line and gaps, in pixels. */
const BESIDE = 246;
/** Height of a line of the order book, as in `order-book.module.css`. */
const LINE = 18;
const LEAST = 8;
const MOST = 40;
/** Below this width the page scrolls. */
const NARROW = 1180;
const NARROW_ROWS = 12;

/** Returns the number of lines per side that fit in the window. */
export const useBookRows = (): number => useSyncExternalStore(subscribe, rowsNow, () => LEAST);

function rowsNow(): number {
  if (innerWidth <= NARROW) return NARROW_ROWS;
  const room = Math.floor((innerHeight - BESIDE) / (2 * LINE));
  return Math.min(MOST, Math.max(LEAST, room));
}

function subscribe(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}
