import { useSyncExternalStore } from 'react';
import { getServiceWorkerUrl } from '../../lib/browser/trusted-types.ts';

/** Minimum time between update checks when the tab becomes visible. */
const MIN_CHECK_INTERVAL_MS = 60_000;

/** How long to wait for the new service worker to take over before reloading anyway. */
const TAKE_OVER_MS = 2_000;

/** `ready`: a new version is waiting; `needed`: a chunk of this version failed to load and may no longer exist. */
type UpdateState = 'ready' | 'needed' | null;

const listeners = new Set<() => void>();
let updateState: UpdateState = null;
let waitingWorker: ServiceWorker | null = null;

export const useNewVersion = (): UpdateState =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => updateState,
    () => null,
  );

/** The page never reloads automatically: the person may be filling in a form. */
export function applyUpdate(): void {
  const worker = waitingWorker;
  const reload = () => location.reload();
  if (!worker) return reload();
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  worker.postMessage('take-over');
  // A browser lets the old worker finish its fetches first, for minutes if the network hangs. The old worker caches
  // no page, so the reload gets the new version anyway.
  setTimeout(reload, TAKE_OVER_MS);
}

export const dismissUpdate = (): void => setUpdateState(null);

/** Registers the service worker, which caches the site's files, and watches for new versions. */
export function watchVersions(): void {
  // A chunk failed to load although there is a connection: most likely of a version that no longer exists.
  window.addEventListener('vite:preloadError', () => {
    if (navigator.onLine) setUpdateState(updateState ?? 'needed');
  });
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Where service workers are blocked, some browsers return undefined instead of rejecting.
  const register = () =>
    void navigator.serviceWorker.register(getServiceWorkerUrl()).then(
      (registration: ServiceWorkerRegistration | undefined) =>
        registration && watchRegistration(registration),
      () => undefined,
    );
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

function watchRegistration(registration: ServiceWorkerRegistration): void {
  const check = () => {
    // The first worker ever has no predecessor to wait for.
    if (!registration.waiting || !navigator.serviceWorker.controller) return;
    waitingWorker = registration.waiting;
    setUpdateState('ready');
  };
  check();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', check);
  });
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < MIN_CHECK_INTERVAL_MS) return;
    checkedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}

function setUpdateState(next: UpdateState): void {
  updateState = next;
  for (const listener of listeners) listener();
}
