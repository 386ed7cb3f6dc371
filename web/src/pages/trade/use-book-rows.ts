import { useSyncExternalStore } from 'react';

/** Of a window: bars above, the book's heads, its middle, and the room between parts; pixels. */
const BESIDE = 246;
/** Height of a line of the book, as `order-book.module.css` has it. */
const LINE = 18;
const LEAST = 8;
const MOST = 40;
/** Below this width the book stands among others in a page that scrolls. */
const NARROW = 1180;
const NARROW_ROWS = 12;

/** Lines of one side of the book: as many as the window has room for. */
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
