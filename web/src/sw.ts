/// <reference lib="webworker" />
/**
 * The service worker, built to /sw.js: caches the site's own files by their hashed names, so that they load without
 * a network, and shows an offline page in place of a page that can't be fetched. Never caches replies of the API or
 * pages.
 */
const worker = self as unknown as ServiceWorkerGlobalScope;

/** Set by scripts/build-web.ts: the files every page starts with, and a name that changes with any file. */
declare const SHELL: readonly string[];
declare const VERSION: string;

const CACHE_PREFIX = 'sarraf-';
const CACHE_NAME = `${CACHE_PREFIX}${VERSION}`;
const OFFLINE = '/offline.html';
/** Files of the offline page; without a hash in their name, so the network comes first. */
const OFFLINE_PAGE_FILES = ['/boot.js', '/offline.css'];

worker.addEventListener('install', (event) => {
  const fetchFresh = (address: string) => new Request(address, { cache: 'no-cache' });
  event.waitUntil(
    caches
      .open(CACHE_NAME)
      .then((cache) => cache.addAll([...SHELL, OFFLINE, ...OFFLINE_PAGE_FILES].map(fetchFresh))),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      worker.registration.navigationPreload?.enable(),
      caches
        .keys()
        .then((names) =>
          Promise.all(
            names
              .filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME)
              .map((name) => caches.delete(name)),
          ),
        ),
    ]),
  );
});

/** The person requested the new version: it takes over now, and the page reloads itself. */
worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') void worker.skipWaiting();
});

/** A browser notification shown by this worker (inbox/browser-notices.ts) opens its page. */
worker.addEventListener('notificationclick', (event) => {
  const notificationPath: unknown = event.notification.data;
  event.notification.close();
  event.waitUntil(openPath(typeof notificationPath === 'string' ? notificationPath : '/profile/notices'));
});

async function openPath(path: string): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: 'window' });
  if (!page) await worker.clients.openWindow(path);
  else await page.navigate(path).then((client) => (client ?? page).focus());
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  // Also for the API (a return from the bank, a sign-in): the browser has already sent the navigation by its
  // preload, and one that is not handled here would be sent a second time.
  if (request.mode === 'navigate') event.respondWith(respondToNavigation(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(respondWithAsset(request));
  else if (OFFLINE_PAGE_FILES.includes(pathname))
    event.respondWith(fetch(request).catch(async () => (await caches.match(pathname)) ?? Response.error()));
});

async function respondToNavigation(event: FetchEvent): Promise<Response> {
  try {
    return ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

/** A file with a hash in its name never changes. */
async function respondWithAsset(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE_NAME);
  const cached = await cache.match(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.status === 200) await cache.put(request, response.clone()).catch(() => undefined);
  return response;
}
