import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropToken, getToken, keepToken, replaceToken, rereadToken } from './token.ts';

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
  dropToken();
  vi.unstubAllGlobals();
});

test('who is remembered has the token in local storage, with its prefix, and in no cookie', () => {
  keepToken('abc', true);
  expect([...stored.values()]).toEqual(['Bearer abc']);
  expect(cookies.size).toBe(0);
  expect(rereadToken()).toBe('Bearer abc');
});

test('who is not has it in a cookie that ends with the browser, and nothing in local storage', () => {
  keepToken('Bearer abc', false);
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
    keepToken('first', remember);
    replaceToken('second');
    expect([stored.size, cookies.size]).toEqual(remember ? [1, 0] : [0, 1]);
    expect(rereadToken()).toBe('Bearer second');
  }
});

test('dropped, it is nowhere', () => {
  keepToken('abc', true);
  dropToken();
  keepToken('abc', false);
  dropToken();
  expect([stored.size, cookies.size, getToken(), rereadToken()]).toEqual([0, 0, null, null]);
});
