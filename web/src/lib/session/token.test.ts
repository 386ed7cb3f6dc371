import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  clearToken,
  getToken,
  PERSONAL_STORAGE_KEYS,
  replaceToken,
  rereadToken,
  storeToken,
} from './token.ts';

let stored: Map<string, string>;
/** Cookies by name, with all their attributes. */
let cookies: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  cookies = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.stubGlobal('document', {
    get cookie() {
      return [...cookies].map(([name, text]) => `${name}=${text.split(';')[0]}`).join('; ');
    },
    set cookie(text: string) {
      const name = text.slice(0, text.indexOf('='));
      if (/max-age=0/i.test(text)) cookies.delete(name);
      else cookies.set(name, text.slice(name.length + 1));
    },
  });
});
afterEach(() => {
  clearToken();
  vi.unstubAllGlobals();
});

test('stores the token of a remembered session in local storage with its prefix, and in no cookie', () => {
  storeToken('abc', true);
  expect(stored.get('sarraf.token')).toBe('Bearer abc');
  expect(cookies.size).toBe(0);
  expect(rereadToken()).toBe('Bearer abc');
});

test('stores the token in a session cookie, and not in local storage, unless the session is to be remembered', () => {
  storeToken('Bearer abc', false);
  expect(stored.size).toBe(0);
  const cookie = cookies.get('sarraf_token') ?? '';
  expect(decodeURIComponent(cookie)).toMatch(/^Bearer abc;/);
  expect(cookie).not.toMatch(/max-age|expires/i);
  expect(cookie).toMatch(/secure/i);
  expect(cookie).toMatch(/samesite=strict/i);
  expect(rereadToken()).toBe('Bearer abc');
});

test('stores the session’s new token where the old one was stored', () => {
  for (const remember of [true, false]) {
    storeToken('first', remember);
    replaceToken('second');
    expect([stored.has('sarraf.token'), cookies.has('sarraf_token')]).toEqual([remember, !remember]);
    expect([stored.size, cookies.size].toSorted()).toEqual([0, 2]);
    expect(rereadToken()).toBe('Bearer second');
  }
});

test('clearing the token removes it from local storage, cookies and memory', () => {
  storeToken('abc', true);
  clearToken();
  storeToken('abc', false);
  clearToken();
  expect([stored.size, cookies.size, getToken(), rereadToken()]).toEqual([0, 0, null, null]);
});

test('another tab never finds the token missing while a new token of the session replaces it', () => {
  for (const remember of [true, false]) {
    storeToken('first', remember);
    const storage = remember ? stored : cookies;
    const deleteSpy = vi.spyOn(storage, 'delete');
    replaceToken('second');
    expect(deleteSpy).not.toHaveBeenCalled();
    deleteSpy.mockRestore();
  }
});

test('reloads the page, losing its input, instead of adopting a token of another sign-in', () => {
  const reload = vi.fn();
  const tab = new Map<string, string>();
  vi.stubGlobal('location', { protocol: 'https:', reload });
  vi.stubGlobal('sessionStorage', { removeItem: (key: string) => void tab.delete(key) });
  storeToken('mine', true);
  for (const key of Object.values(PERSONAL_STORAGE_KEYS)) tab.set(key, 'mine');
  stored.set('sarraf.sign-in', 'theirs');
  stored.set('sarraf.token', 'Bearer theirs');
  expect([rereadToken(), getToken()]).toEqual([undefined, 'Bearer mine']);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(tab.size).toBe(0);
});

test('adopts the next token of the same session, and its end, from another tab', () => {
  storeToken('mine', true);
  stored.set('sarraf.token', 'Bearer next');
  expect([rereadToken(), getToken()]).toEqual(['Bearer next', 'Bearer next']);
  stored.clear();
  expect([rereadToken(), getToken()]).toEqual([null, null]);
});
