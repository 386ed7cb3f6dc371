/**
 * The session token (requirements §4 "Token handling"): kept with its Bearer prefix in local storage when the
 * person asked to be remembered, otherwise in a session cookie. The browser sends that along with whatever it asks of
 * us, as any cookie; the server never looks at it: what signs in is the Authorization header, which only this page's
 * own code writes (decision 4).
 */
const TOKEN = 'token';
/** Of one signing in, whatever tokens it has had: beside the token, so that another tab knows its own by it. */
const SIGN_IN = 'sign-in';
/** What pages keep in this tab of who is signed in. */
export const PERSONAL_STORAGE_KEYS = {
  accountDraft: 'sarraf.account-draft',
  bankCode: 'sarraf.bank-code',
} as const;
/** What they meant to trade (`trade-box/load-trade-draft.ts`) is kept before they sign in, and goes when they sign out. */
const TRADE = 'trade';
const listeners = new Set<() => void>();
let current: string | null | undefined;
let signIn = '';

/** "Bearer …", or null. */
export function getToken(): string | null {
  if (current === undefined) take(read(TOKEN));
  return current ?? null;
}

/**
 * The token as it is kept at this moment: another tab may have replaced it. Undefined: with one of another signing in.
 * Whatever stands here is of somebody else then, so the page begins anew and speaks in nobody's name until it does.
 */
export function rereadToken(): string | null | undefined {
  const before = getToken();
  const now = read(TOKEN);
  if (now === before) return now;
  if (before && now && (read(SIGN_IN) ?? '') !== signIn) {
    dropKept();
    location.reload();
    return undefined;
  }
  take(now);
  tell();
  return now;
}

export const isSignedIn = (): boolean => getToken() !== null;

export function storeToken(token: string, remember: boolean): void {
  dropKept();
  keep(token, remember, crypto.randomUUID());
}

/** The same session under another token, kept where the old one was. */
export function replaceToken(token: string): void {
  keep(token, fromStorage(TOKEN) !== null, signIn);
}

/** Over what was kept before and never after it is gone: another tab would take the session for ended. */
function keep(token: string, remember: boolean, of: string): void {
  current = token.startsWith('Bearer ') ? token : `Bearer ${token}`;
  signIn = of;
  // The token last: whoever hears of it finds the other there.
  for (const [name, text] of [
    [SIGN_IN, of],
    [TOKEN, current],
  ] as const) {
    const stored = remember && toStorage(name, text);
    writeCookie(name, stored ? null : text);
    if (!stored) unstore(name);
  }
  tell();
}

export function clearToken(): void {
  current = null;
  for (const name of [SIGN_IN, TOKEN]) {
    writeCookie(name, null);
    unstore(name);
  }
  tell();
}

export function subscribeToToken(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Signing in or out in another tab counts here too. */
export function watchOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === `sarraf.${TOKEN}`) rereadToken();
  });
}

function take(token: string | null): void {
  current = token;
  signIn = read(SIGN_IN) ?? '';
}

function tell(): void {
  if (current === null) {
    dropKept();
    unstore(TRADE);
  }
  for (const listener of listeners) listener();
}

function dropKept(): void {
  try {
    for (const key of Object.values(PERSONAL_STORAGE_KEYS)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept there.
  }
}

const read = (name: string): string | null => fromStorage(name) ?? fromCookie(name);

function fromStorage(name: string): string | null {
  try {
    return localStorage.getItem(`sarraf.${name}`);
  } catch {
    return null;
  }
}

function toStorage(name: string, text: string): boolean {
  try {
    localStorage.setItem(`sarraf.${name}`, text);
    return true;
  } catch {
    return false;
  }
}

function unstore(name: string): void {
  try {
    localStorage.removeItem(`sarraf.${name}`);
  } catch {
    // Nothing was kept there.
  }
}

function fromCookie(name: string): string | null {
  const start = `sarraf_${name}=`;
  const found = document.cookie.split('; ').find((part) => part.startsWith(start));
  return found ? decodeURIComponent(found.slice(start.length)) || null : null;
}

function writeCookie(name: string, text: string | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const life = text === null ? '; Max-Age=0' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous, and the token is needed now.
  document.cookie = `sarraf_${name}=${encodeURIComponent(text ?? '')}; Path=/; SameSite=Strict${secure}${life}`;
}
