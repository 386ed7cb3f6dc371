/**
 * The app's own history over the browser's, because every navigation must pass the guard first. A refused
 * navigation leaves the address, the page and its form inputs unchanged.
 */
export interface RouterLocation {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
  key: string;
}
export type NavigationAction = 'PUSH' | 'REPLACE' | 'POP';
/** Calls `proceed` immediately, later or never. */
export type Guard = (pathname: string, proceed: () => void, search?: string) => void;

interface Shown {
  place: RouterLocation;
  move: NavigationAction;
}

const listeners = new Set<() => void>();
let guard: Guard = (_, proceed) => proceed();
let shown: Shown = { place: read(), move: 'POP' };
/** A slow guard of an earlier navigation must not win over a later one. */
let latest = 0;
let keeper: ((proceed: () => void) => void) | null = null;

export const getNavigationSnapshot = (): Shown => shown;

export function subscribeToNavigation(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const connectGuard = (next: Guard): void => {
  guard = next;
};

/**
 * Registers a page with unsaved input, which is consulted before any navigation; returns a function that
 * unregisters it. The browser's own back button can't be blocked.
 */
export function blockNavigation(ask: (proceed: () => void) => void): () => void {
  keeper = ask;
  return () => {
    if (keeper === ask) keeper = null;
  };
}

export function navigate(to: string, options: { replace?: boolean; state?: unknown } = {}): void {
  const url = new URL(to, location.href);
  keepLanguage(url);
  if (keeper && url.pathname !== location.pathname) keeper(() => move(url, options));
  else move(url, options);
}

function move(url: URL, options: { replace?: boolean; state?: unknown }): void {
  latest += 1;
  const mine = latest;
  guard(
    url.pathname,
    () => {
      if (mine !== latest) return;
      const state = { usr: options.state ?? null, key: crypto.randomUUID().slice(0, 8) };
      const address = url.pathname + url.search + url.hash;
      if (options.replace) history.replaceState(state, '', address);
      else history.pushState(state, '', address);
      show(options.replace ? 'REPLACE' : 'PUSH');
    },
    url.search,
  );
}

/** Keeps the language in the address if it is there: a shared link shows the page in the sender's language. */
function keepLanguage(url: URL): void {
  const language = new URLSearchParams(location.search).get('lang');
  if (language && !PERSONAL.test(url.pathname) && !url.searchParams.has('lang'))
    url.searchParams.set('lang', language);
}

/** Pages that are never shared. */
const PERSONAL = /^\/(profile|backoffice)(\/|$)/;

/** Called after a change of language: adds the language to a public page's address unless it is the site's default. */
export function nameLanguage(language: string): void {
  const url = new URL(location.href);
  if (language === 'fa' || PERSONAL.test(url.pathname)) url.searchParams.delete('lang');
  else url.searchParams.set('lang', language);
  if (url.href === location.href) return;
  history.replaceState(history.state, '', url.pathname + url.search + url.hash);
  show('REPLACE');
}

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    latest += 1;
    show('POP');
  });
}

/** Sets the page to render on the server. */
export function setServerLocation(pathname: string, search = ''): void {
  shown = { place: { pathname, search, hash: '', state: null, key: 'default' }, move: 'POP' };
}

/**
 * Removes the server's meta tags of the page it rendered: phones share the address they contain, even after
 * navigating away.
 */
export function removeServerMetaTags(): void {
  for (const tag of document.querySelectorAll('[rel=canonical],[hreflang],[property]')) tag.remove();
}

function show(move: NavigationAction): void {
  removeServerMetaTags();
  shown = { place: read(), move };
  for (const listener of listeners) listener();
}

function read(): RouterLocation {
  if (typeof window === 'undefined')
    return { pathname: '/', search: '', hash: '', state: null, key: 'default' };
  const { pathname, search, hash } = window.location;
  const kept = window.history.state as { usr?: unknown; key?: string } | null;
  return { pathname, search, hash, state: kept?.usr ?? null, key: kept?.key ?? 'default' };
}
