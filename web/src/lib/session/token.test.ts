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
/** Cookies by name, with all that was said of each. */
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

test('who is remembered has the token in local storage, with its prefix, and in no cookie', () => {
  storeToken('abc', true);
  expect(stored.get('sarraf.token')).toBe('Bearer abc');
  expect(cookies.size).toBe(0);
  expect(rereadToken()).toBe('Bearer abc');
});

test('who is not has it in a cookie that ends with the browser, and nothing in local storage', () => {
  storeToken('Bearer abc', false);
  expect(stored.size).toBe(0);
  const cookie = cookies.get('sarraf_token') ?? '';
  expect(decodeURIComponent(cookie)).toMatch(/^Bearer abc;/);
  expect(cookie).not.toMatch(/max-age|expires/i);
  expect(cookie).toMatch(/secure/i);
  expect(cookie).toMatch(/samesite=strict/i);
  expect(rereadToken()).toBe('Bearer abc');
});

test('a new token of the session takes the place of the old where that was', () => {
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

test('what another tab takes it for is never gone while a new one of the session takes its place', () => {
  for (const remember of [true, false]) {
    storeToken('first', remember);
    const kept = remember ? stored : cookies;
    const gone = vi.spyOn(kept, 'delete');
    replaceToken('second');
    expect(gone).not.toHaveBeenCalled();
    gone.mockRestore();
  }
});

test('a token of another signing in is not taken over: the page begins anew, and what was typed is gone', () => {
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

test('the next token of the same session, and the end of it, are taken over from another tab', () => {
  storeToken('mine', true);
  stored.set('sarraf.token', 'Bearer next');
  expect([rereadToken(), getToken()]).toEqual(['Bearer next', 'Bearer next']);
  stored.clear();
  expect([rereadToken(), getToken()]).toEqual([null, null]);
});
