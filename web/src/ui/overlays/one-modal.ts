/** Modals never stack: one that opens asks the one before to close. */
let closeCurrent: (() => void) | null = null;

/** Call when a modal opens; the returned function when it has closed. */
export function registerOpenModal(close: () => void): () => void {
  const before = closeCurrent;
  closeCurrent = close;
  before?.();
  return () => {
    if (closeCurrent === close) closeCurrent = null;
  };
}

/** What had the focus before any modal; one that a modal opens goes back to where that one came from. */
let opener: Element | null = null;

/** Call before a modal's own fields take the focus. */
export function rememberOpener(): void {
  const active = document.activeElement;
  if (active && active !== document.body && !active.closest('[role$=dialog]')) opener = active;
}

/** Where the focus goes as a modal closes: nowhere, if it has gone elsewhere already. */
export function focusAfter(modal: Element | null): HTMLElement | boolean {
  const active = document.activeElement;
  if (active && active !== document.body && !modal?.contains(active)) return false;
  return opener instanceof HTMLElement && opener.isConnected ? opener : true;
}
