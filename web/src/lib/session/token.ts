/**
 * The session token (requirements §4 "Token handling"): stored with its Bearer prefix in local storage if the
 * person asked to be remembered, otherwise in a session cookie. The browser sends that cookie with every request to
 * us; the server ignores it: only the Authorization header, which only this page's own code writes, authenticates
 * (decision 4).
 */
const TOKEN = 'token';
/**
 * Id of the sign-in, the same for all its tokens: stored next to the token, so that another tab recognises its own
 * session.
 */
const SIGN_IN = 'sign-in';
/** Session storage keys of the signed-in person's data. */
export const PERSONAL_STORAGE_KEYS = {
  accountDraft: 'sarraf.account-draft',
  bankCode: 'sarraf.bank-code',
} as const;
/** The trade draft (`trade-box/load-trade-draft.ts`) is stored before signing in and cleared at sign-out. */
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
 * Reads the token from storage: another tab may have replaced it. Undefined: by a token of another sign-in. The
 * page then shows another person's data, so it is reloaded and sends no request until then.
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

/** Replaces the session's token in the storage that holds the old one. */
export function replaceToken(token: string): void {
  keep(token, fromStorage(TOKEN) !== null, signIn);
}

/** Overwrites the stored token without removing it first: another tab would take the session for ended. */
function keep(token: string, remember: boolean, of: string): void {
  current = token.startsWith('Bearer ') ? token : `Bearer ${token}`;
  signIn = of;
  // The token last: when another tab is notified of it, the sign-in id is already stored.
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

/** Applies sign-ins and sign-outs of other tabs. */
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
    // Storage is unavailable, so nothing was stored.
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
    // Storage is unavailable, so nothing was stored.
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
