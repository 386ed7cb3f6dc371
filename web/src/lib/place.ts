/**
 * Where the person is: the page's own small history over the browser's, because every navigation must pass the
 * guard first. A refused one leaves address, page and what was typed on it as they are.
 */
export interface Place {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
  key: string;
}
export type Move = 'PUSH' | 'REPLACE' | 'POP';
/** Calls `proceed` at once, later or never. */
export type Guard = (pathname: string, proceed: () => void, search?: string) => void;

interface Shown {
  place: Place;
  move: Move;
}

const listeners = new Set<() => void>();
let guard: Guard = (_, proceed) => proceed();
let shown: Shown = { place: read(), move: 'POP' };
/** A slow guard of an earlier navigation must not win over a later one. */
let latest = 0;

export const currentShown = (): Shown => shown;

export function onMove(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const connectGuard = (next: Guard): void => {
  guard = next;
};

export function go(to: string, options: { replace?: boolean; state?: unknown } = {}): void {
  const url = new URL(to, location.href);
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

export const goBack = (steps = 1): void => history.go(-steps);

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    latest += 1;
    show('POP');
  });
}

/** The page that is drawn where there is no browser. */
export function placeAt(pathname: string): void {
  shown = { place: { pathname, search: '', hash: '', state: null, key: 'default' }, move: 'POP' };
}

function show(move: Move): void {
  shown = { place: read(), move };
  for (const listener of listeners) listener();
}

function read(): Place {
  if (typeof window === 'undefined')
    return { pathname: '/', search: '', hash: '', state: null, key: 'default' };
  const { pathname, search, hash } = window.location;
  const kept = window.history.state as { usr?: unknown; key?: string } | null;
  return { pathname, search, hash, state: kept?.usr ?? null, key: kept?.key ?? 'default' };
}
