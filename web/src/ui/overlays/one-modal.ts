/** Modals never stack: an opening modal closes the previous one. */
let closeCurrent: (() => void) | null = null;

/** Registers a modal when it opens; call the returned function when it has closed. */
export function registerOpenModal(close: () => void): () => void {
  const closePrevious = closeCurrent;
  closeCurrent = close;
  closePrevious?.();
  return () => {
    if (closeCurrent === close) closeCurrent = null;
  };
}

/** The element focused before the first modal; a modal opened from another one returns to the same element. */
let opener: Element | null = null;

/** Remembers the focused element; call it before a modal's own fields take the focus. */
export function rememberOpener(): void {
  const active = document.activeElement;
  if (active && active !== document.body && !active.closest('[role$=dialog]')) opener = active;
}

/** Returns the element to focus as a modal closes: none if the focus has already moved elsewhere. */
export function getFocusAfter(modal: Element | null): HTMLElement | boolean {
  const active = document.activeElement;
  if (active && active !== document.body && !modal?.contains(active)) return false;
  return opener instanceof HTMLElement && opener.isConnected ? opener : true;
}
