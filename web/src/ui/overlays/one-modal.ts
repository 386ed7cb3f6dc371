/** Modals never stack: one that opens asks the one before to close. */
let closeCurrent: (() => void) | null = null;

/** Call when a modal opens; the returned function when it has closed. */
export function takeTheFloor(close: () => void): () => void {
  const before = closeCurrent;
  closeCurrent = close;
  before?.();
  return () => {
    if (closeCurrent === close) closeCurrent = null;
  };
}
