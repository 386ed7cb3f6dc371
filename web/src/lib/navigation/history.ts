/**
 * Where the person is: the page's own small history over the browser's, because every navigation must pass the
 * guard first. A refused one leaves address, page and what was typed on it as they are.
 */
export interface RouterLocation {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
  key: string;
}
export type NavigationAction = 'PUSH' | 'REPLACE' | 'POP';
/** Calls `proceed` at once, later or never. */
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
 * A page with something unsaved is asked before the person goes to another one; answers how to let go. The browser's
 * own way back can't be held.
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

/** An address that names its language goes on doing so: whoever it is sent to sees the page as it was sent. */
function keepLanguage(url: URL): void {
  const language = new URLSearchParams(location.search).get('lang');
  if (language && !PERSONAL.test(url.pathname) && !url.searchParams.has('lang'))
    url.searchParams.set('lang', language);
}

/** Pages that nobody sends to anybody. */
const PERSONAL = /^\/(profile|backoffice)(\/|$)/;

/** After a change of language: the address of a public page names the one that isn't the site's first. */
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

/** The page that is drawn where there is no browser. */
export function setServerLocation(pathname: string, search = ''): void {
  shown = { place: { pathname, search, hash: '', state: null, key: 'default' }, move: 'POP' };
}

/** Takes back what the server said of the page it drew: its address is what phones send, wherever one has gone since. */
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
