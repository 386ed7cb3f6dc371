/**
 * The server-rendered page is hydrated part by part, each with the data it was rendered with. If newer data came in
 * between, React would render the part again: so queries await `pendingHydration` first.
 */
let running: Promise<void> | null = null;
let finish: () => void = () => undefined;

/** Resolves when the whole page is hydrated. */
export function beginHydration(): Promise<void> {
  running = new Promise((resolve) => {
    finish = resolve;
  });
  return running;
}

export function endHydration(): void {
  finish();
  running = null;
}

/** Null if there is nothing to wait for. */
export const pendingHydration = (): Promise<void> | null => running;
