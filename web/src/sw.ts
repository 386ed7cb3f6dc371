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

const PREFIX = 'sarraf-';
const NAME = `${PREFIX}${VERSION}`;
const OFFLINE = '/offline.html';
/** Files of the offline page; without a hash in their name, so the network comes first. */
const ITS_FILES = ['/boot.js', '/offline.css'];

worker.addEventListener('install', (event) => {
  const fetchAnew = (address: string) => new Request(address, { cache: 'no-cache' });
  event.waitUntil(
    caches.open(NAME).then((kept) => kept.addAll([...SHELL, OFFLINE, ...ITS_FILES].map(fetchAnew))),
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
              .filter((name) => name.startsWith(PREFIX) && name !== NAME)
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
  const place: unknown = event.notification.data;
  event.notification.close();
  event.waitUntil(openPlace(typeof place === 'string' ? place : '/profile/notices'));
});

async function openPlace(place: string): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: 'window' });
  if (!page) await worker.clients.openWindow(place);
  else await page.navigate(place).then((client) => (client ?? page).focus());
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  // Also for the API (a return from the bank, a sign-in): the browser has already sent the navigation by its
  // preload, and one that is not handled here would be sent a second time.
  if (request.mode === 'navigate') event.respondWith(page(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
  else if (ITS_FILES.includes(pathname))
    event.respondWith(fetch(request).catch(async () => (await caches.match(pathname)) ?? Response.error()));
});

async function page(event: FetchEvent): Promise<Response> {
  try {
    return ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

/** A file with a hash in its name never changes. */
async function asset(request: Request): Promise<Response> {
  const kept = await caches.open(NAME);
  const known = await kept.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (response.status === 200) await kept.put(request, response.clone()).catch(() => undefined);
  return response;
}
