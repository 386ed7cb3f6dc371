/**
 * The server-rendered page is hydrated part by part, each with the data it was rendered with. If newer data came in
 * between, React would render the part again: so queries await `pendingHydration` first.
 */
let currentHydration: Promise<void> | null = null;
let resolveHydration: () => void = () => undefined;

/** Resolves when the whole page is hydrated. */
export function beginHydration(): Promise<void> {
  currentHydration = new Promise((resolve) => {
    resolveHydration = resolve;
  });
  return currentHydration;
}

export function endHydration(): void {
  resolveHydration();
  currentHydration = null;
}

/** Null if there is nothing to wait for. */
export const pendingHydration = (): Promise<void> | null => currentHydration;
