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

interface NavigationSnapshot {
  place: RouterLocation;
  move: NavigationAction;
}

const listeners = new Set<() => void>();
let guard: Guard = (_, proceed) => proceed();
let snapshot: NavigationSnapshot = { place: readLocation(), move: 'POP' };
/** A slow guard of an earlier navigation must not win over a later one. */
let latestAttempt = 0;
let blocker: ((proceed: () => void) => void) | null = null;

export const getNavigationSnapshot = (): NavigationSnapshot => snapshot;

export function subscribeToNavigation(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const setGuard = (next: Guard): void => {
  guard = next;
};

/**
 * Registers a page with unsaved input, which is consulted before any navigation; returns a function that
 * unregisters it. The browser's own back button can't be blocked.
 */
export function blockNavigation(confirmLeaving: (proceed: () => void) => void): () => void {
  blocker = confirmLeaving;
  return () => {
    if (blocker === confirmLeaving) blocker = null;
  };
}

interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
  /** As when the page is opened by its address: it explains itself why it can't be shown. */
  unguarded?: boolean;
}

export function navigate(to: string, options: NavigateOptions = {}): void {
  const url = new URL(to, location.href);
  preserveLanguage(url);
  if (blocker && url.pathname !== location.pathname) blocker(() => guardAndNavigate(url, options));
  else guardAndNavigate(url, options);
}

function guardAndNavigate(url: URL, options: NavigateOptions): void {
  latestAttempt += 1;
  const attempt = latestAttempt;
  const proceed = () => {
    if (attempt !== latestAttempt) return;
    const state = { usr: options.state ?? null, key: crypto.randomUUID().slice(0, 8) };
    const address = url.pathname + url.search + url.hash;
    if (options.replace) history.replaceState(state, '', address);
    else history.pushState(state, '', address);
    publishLocation(options.replace ? 'REPLACE' : 'PUSH');
  };
  if (options.unguarded) proceed();
  else guard(url.pathname, proceed, url.search);
}

/** Keeps the language in the address if it is there: a shared link shows the page in the sender's language. */
function preserveLanguage(url: URL): void {
  const language = new URLSearchParams(location.search).get('lang');
  if (language && !PERSONAL_PATHS.test(url.pathname) && !url.searchParams.has('lang'))
    url.searchParams.set('lang', language);
}

/** Pages that are never shared. */
const PERSONAL_PATHS = /^\/(profile|backoffice)(\/|$)/;

/** Called after a change of language: adds the language to a public page's address unless it is the site's default. */
export function updateUrlLanguage(language: string): void {
  const url = new URL(location.href);
  if (language === 'fa' || PERSONAL_PATHS.test(url.pathname)) url.searchParams.delete('lang');
  else url.searchParams.set('lang', language);
  if (url.href === location.href) return;
  history.replaceState(history.state, '', url.pathname + url.search + url.hash);
  publishLocation('REPLACE');
}

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    latestAttempt += 1;
    publishLocation('POP');
  });
}

/** Sets the page to render on the server. */
export function setServerLocation(pathname: string, search = ''): void {
  snapshot = { place: { pathname, search, hash: '', state: null, key: 'default' }, move: 'POP' };
}

/**
 * Removes the server's meta tags of the page it rendered: phones share the address they contain, even after
 * navigating away.
 */
export function removeServerMetaTags(): void {
  for (const tag of document.querySelectorAll('[rel=canonical],[hreflang],[property]')) tag.remove();
}

function publishLocation(action: NavigationAction): void {
  removeServerMetaTags();
  snapshot = { place: readLocation(), move: action };
  for (const listener of listeners) listener();
}

function readLocation(): RouterLocation {
  if (typeof window === 'undefined')
    return { pathname: '/', search: '', hash: '', state: null, key: 'default' };
  const { pathname, search, hash } = window.location;
  const stored = window.history.state as { usr?: unknown; key?: string } | null;
  return { pathname, search, hash, state: stored?.usr ?? null, key: stored?.key ?? 'default' };
}
