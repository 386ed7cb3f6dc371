import { useSyncExternalStore } from 'react';
import { serviceWorkerAddress } from '../browser/trusted-types.ts';

/** How often a tab that comes back asks for a new version. */
const LOOK_MS = 60_000;

/** How long the new version may take to take over before the page is loaded again all the same. */
const TAKE_OVER_MS = 2_000;

/** `ready`: a new version waits; `needed`: a part of this one could not be fetched, which may be gone with it. */
type News = 'ready' | 'needed' | null;

const listeners = new Set<() => void>();
let news: News = null;
let waiting: ServiceWorker | null = null;

export const useNewVersion = (): News =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => news,
    () => null,
  );

/** The page never loads itself again on its own account: somebody may be writing a trade. */
export function applyUpdate(): void {
  const worker = waiting;
  const reload = () => location.reload();
  if (!worker) return reload();
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  worker.postMessage('take-over');
  // A browser lets the old one finish what it fetches first, for minutes where the network hangs. It keeps no page, so
  // what it loads is the new version too.
  setTimeout(reload, TAKE_OVER_MS);
}

export const dismissUpdate = (): void => tell(null);

/** Keeps the site's files for later visits, and sees when there are newer ones. */
export function watchVersions(): void {
  // A part of a page that did not come although there is a connection: most likely of a version that is gone.
  window.addEventListener('vite:preloadError', () => {
    if (navigator.onLine) tell(news ?? 'needed');
  });
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Where service workers are blocked, some browsers answer nothing instead of refusing.
  const register = () =>
    void navigator.serviceWorker.register(serviceWorkerAddress()).then(
      (registration: ServiceWorkerRegistration | undefined) => registration && follow(registration),
      () => undefined,
    );
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

function follow(registration: ServiceWorkerRegistration): void {
  const check = () => {
    // The first one ever has no older one to wait for.
    if (!registration.waiting || !navigator.serviceWorker.controller) return;
    waiting = registration.waiting;
    tell('ready');
  };
  check();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', check);
  });
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < LOOK_MS) return;
    lookedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}

function tell(next: News): void {
  news = next;
  for (const listener of listeners) listener();
}
