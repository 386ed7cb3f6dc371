/**
 * The session token (specification §4 "Token handling"): kept with its Bearer prefix in local storage when the
 * person asked to be remembered, otherwise in a session cookie that only this page reads. It is never sent as
 * a cookie: every call carries it in the Authorization header.
 */
const KEY = 'sarraf.token';
const COOKIE = 'sarraf_token';
const listeners = new Set<() => void>();
let current: string | null | undefined;

/** "Bearer …", or null. */
export function getToken(): string | null {
  if (current === undefined) current = fromStorage() ?? fromCookie();
  return current;
}

/** The token as it is kept at this moment: another tab may have replaced it. */
export function rereadToken(): string | null {
  const before = current;
  current = undefined;
  const now = getToken();
  if (before !== undefined && now !== before) tell();
  return now;
}

export const isSignedIn = (): boolean => getToken() !== null;

export function keepToken(token: string, remember: boolean): void {
  dropToken(false);
  current = token.startsWith('Bearer ') ? token : `Bearer ${token}`;
  if (!remember || !toStorage(current)) writeCookie(current);
  tell();
}

/** The same session under another token, kept where the old one was. */
export function replaceToken(token: string): void {
  keepToken(token, fromStorage() !== null);
}

export function dropToken(announce = true): void {
  current = null;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept there.
  }
  writeCookie(null);
  if (announce) tell();
}

export function onToken(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Signing in or out in another tab counts here too. */
export function watchOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== KEY) return;
    current = undefined;
    tell();
  });
}

function tell(): void {
  for (const listener of listeners) listener();
}

function fromStorage(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function toStorage(token: string): boolean {
  try {
    localStorage.setItem(KEY, token);
    return true;
  } catch {
    return false;
  }
}

function fromCookie(): string | null {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${COOKIE}=`));
  return found ? decodeURIComponent(found.slice(COOKIE.length + 1)) || null : null;
}

function writeCookie(token: string | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const value = token === null ? '; Max-Age=0' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous, and the token is needed now.
  document.cookie = `${COOKIE}=${encodeURIComponent(token ?? '')}; Path=/; SameSite=Strict${secure}${value}`;
}
