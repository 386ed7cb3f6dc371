import { useSyncExternalStore } from 'react';

/** Height of a window's other elements: bars, heads, the middle line and gaps, in pixels. */
const OTHER_HEIGHT_PX = 246;
/** Height of a line of the order book, as in `order-book.module.css`. */
const LINE_HEIGHT_PX = 18;
const MIN_ROWS = 8;
const MAX_ROWS = 40;
/** Below this width the page scrolls. */
const NARROW_WIDTH_PX = 1180;
const NARROW_ROWS = 12;

/** Returns the number of lines per side that fit in the window. */
export const useBookRows = (): number => useSyncExternalStore(subscribe, computeRows, () => MIN_ROWS);

function computeRows(): number {
  if (innerWidth <= NARROW_WIDTH_PX) return NARROW_ROWS;
  const availableHeight = Math.floor((innerHeight - OTHER_HEIGHT_PX) / (2 * LINE_HEIGHT_PX));
  return Math.min(MAX_ROWS, Math.max(MIN_ROWS, availableHeight));
}

function subscribe(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}
