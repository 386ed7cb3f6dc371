/**
 * The page that the server drew is taken over part by part, each from the data it was drawn with. Where newer data came in
 * between, React would draw the part anew: so what asks for data awaits `hydrated` first.
 */
let running: Promise<void> | null = null;
let finish: () => void = () => undefined;

/** Resolves when the whole page listens. */
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

/** Null where nothing needs to be waited for. */
export const pendingHydration = (): Promise<void> | null => running;
