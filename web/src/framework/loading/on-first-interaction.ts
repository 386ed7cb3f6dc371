/** Focus events are not interactions: forms focus fields automatically. */
const INTERACTION_EVENTS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'scroll'] as const;
let hasInteracted = false;
const waitingWork = new Set<() => void>();

/** Runs work at the person's first interaction with the page, or immediately if there was one. */
export function onFirstInteraction(work: () => void): () => void {
  if (hasInteracted) {
    work();
    return () => undefined;
  }
  if (waitingWork.size === 0)
    for (const eventName of INTERACTION_EVENTS)
      window.addEventListener(eventName, runWaitingWork, { passive: true, capture: true });
  waitingWork.add(work);
  return () => waitingWork.delete(work);
}

function runWaitingWork(): void {
  hasInteracted = true;
  for (const eventName of INTERACTION_EVENTS)
    window.removeEventListener(eventName, runWaitingWork, { capture: true });
  for (const work of waitingWork) work();
  waitingWork.clear();
}
