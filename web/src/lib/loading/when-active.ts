/** Focus events are not interactions: forms focus fields automatically. */
const MOVES = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'scroll'] as const;
let active = false;
const waiting = new Set<() => void>();

/** Runs work at the person's first interaction with the page, or immediately if there was one. */
export function onFirstInteraction(work: () => void): () => void {
  if (active) {
    work();
    return () => undefined;
  }
  if (waiting.size === 0)
    for (const move of MOVES) window.addEventListener(move, start, { passive: true, capture: true });
  waiting.add(work);
  return () => waiting.delete(work);
}

function start(): void {
  active = true;
  for (const move of MOVES) window.removeEventListener(move, start, { capture: true });
  for (const work of waiting) work();
  waiting.clear();
}
