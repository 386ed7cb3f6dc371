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
/** The trade draft (`trade-box/overlays/load-trade-draft.ts`) is stored before signing in and cleared at sign-out. */
const TRADE_DRAFT = 'trade';
const listeners = new Set<() => void>();
let currentToken: string | null | undefined;
let currentSignIn = '';

/** "Bearer …", or null. */
export function getToken(): string | null {
  if (currentToken === undefined) setCurrentToken(readStored(TOKEN));
  return currentToken ?? null;
}

/**
 * Reads the token from storage: another tab may have replaced it. Undefined: by a token of another sign-in. The
 * page then shows another person's data, so it is reloaded and sends no request until then.
 */
export function rereadToken(): string | null | undefined {
  const before = getToken();
  const now = readStored(TOKEN);
  if (now === before) return now;
  if (before && now && (readStored(SIGN_IN) ?? '') !== currentSignIn) {
    clearPersonalData();
    location.reload();
    return undefined;
  }
  setCurrentToken(now);
  notifyListeners();
  return now;
}

export const isSignedIn = (): boolean => getToken() !== null;

export function storeToken(token: string, remember: boolean): void {
  clearPersonalData();
  writeToken(token, remember, crypto.randomUUID());
}

/** Replaces the session's token in the storage that holds the old one. */
export function replaceToken(token: string): void {
  writeToken(token, readStorage(TOKEN) !== null, currentSignIn);
}

/** Overwrites the stored token without removing it first: another tab would take the session for ended. */
function writeToken(token: string, remember: boolean, signInId: string): void {
  currentToken = token.startsWith('Bearer ') ? token : `Bearer ${token}`;
  currentSignIn = signInId;
  // The token last: when another tab is notified of it, the sign-in id is already stored.
  for (const [name, text] of [
    [SIGN_IN, signInId],
    [TOKEN, currentToken],
  ] as const) {
    const stored = remember && writeStorage(name, text);
    writeCookie(name, stored ? null : text);
    if (!stored) removeStored(name);
  }
  notifyListeners();
}

export function clearToken(): void {
  currentToken = null;
  for (const name of [SIGN_IN, TOKEN]) {
    writeCookie(name, null);
    removeStored(name);
  }
  notifyListeners();
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

function setCurrentToken(token: string | null): void {
  currentToken = token;
  currentSignIn = readStored(SIGN_IN) ?? '';
}

function notifyListeners(): void {
  if (currentToken === null) {
    clearPersonalData();
    removeStored(TRADE_DRAFT);
  }
  for (const listener of listeners) listener();
}

function clearPersonalData(): void {
  try {
    for (const key of Object.values(PERSONAL_STORAGE_KEYS)) sessionStorage.removeItem(key);
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}

const readStored = (name: string): string | null => readStorage(name) ?? readCookie(name);

function readStorage(name: string): string | null {
  try {
    return localStorage.getItem(`sarraf.${name}`);
  } catch {
    return null;
  }
}

function writeStorage(name: string, text: string): boolean {
  try {
    localStorage.setItem(`sarraf.${name}`, text);
    return true;
  } catch {
    return false;
  }
}

function removeStored(name: string): void {
  try {
    localStorage.removeItem(`sarraf.${name}`);
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}

function readCookie(name: string): string | null {
  const start = `sarraf_${name}=`;
  const found = document.cookie.split('; ').find((part) => part.startsWith(start));
  return found ? decodeURIComponent(found.slice(start.length)) || null : null;
}

function writeCookie(name: string, text: string | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const maxAge = text === null ? '; Max-Age=0' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous, and the token is needed now.
  document.cookie = `sarraf_${name}=${encodeURIComponent(text ?? '')}; Path=/; SameSite=Strict${secure}${maxAge}`;
}
