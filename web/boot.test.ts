import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const BOOT = readFileSync(join(import.meta.dirname, 'public/boot.js'), 'utf8');

/** Runs the script with this local storage and query string; returns the attributes of <html>. */
function boot(storedValues: Record<string, string> | null, search = '') {
  const root = { lang: '', dir: '', dataset: {} as Record<string, string> };
  const stored = { ...storedValues };
  runInNewContext(BOOT, {
    URLSearchParams,
    addEventListener: () => undefined,
    location: { search, pathname: '/faq' },
    localStorage: {
      getItem(key: string) {
        if (storedValues === null) throw new Error('no storage here');
        return stored[key] ?? null;
      },
      setItem(key: string, value: string) {
        stored[key] = value;
      },
    },
    document: {
      documentElement: root,
      currentScript: { dataset: {} },
      head: { append: () => undefined },
      createElement: () => ({}),
    },
  });
  return { theme: root.dataset.theme, lang: root.lang, dir: root.dir, stored };
}

test('defaults to the dark theme and right-to-left Persian, even without storage', () => {
  for (const storedValues of [{}, null])
    expect(boot(storedValues)).toMatchObject({ theme: 'dark', lang: 'fa', dir: 'rtl' });
});

test('applies stored choices before the first paint and ignores invalid ones', () => {
  expect(boot({ 'sarraf.theme': 'light', 'sarraf.language': 'en' })).toMatchObject({
    theme: 'light',
    lang: 'en',
    dir: 'ltr',
  });
  expect(boot({ 'sarraf.theme': 'blue', 'sarraf.language': 'xx' })).toMatchObject({
    theme: 'dark',
    lang: 'fa',
  });
});

test('prefers the language of a link to the stored one, and stores it', () => {
  const { lang, stored } = boot({ 'sarraf.language': 'fa' }, '?lang=en');
  expect([lang, stored['sarraf.language']]).toEqual(['en', 'en']);
});

/** A half-loaded, hidden server-rendered page; in English, while Persian is requested. */
function bootDrawn() {
  const listeners: Record<string, (event: { target?: object }) => void> = {};
  const added: Record<string, unknown>[] = [];
  const element = () => ({ append: (child: Record<string, unknown>) => added.push(child) });
  const root = { lang: 'en', dir: '', dataset: {} as Record<string, string> };
  const document = {
    documentElement: root,
    currentScript: { dataset: { main: '/main.js', parts: '/react.js', sheets: '/a.css' } },
    head: element(),
    body: element(),
    createElement: element,
    readyState: 'loading',
    visibilityState: 'hidden',
  };
  runInNewContext(BOOT, {
    URLSearchParams,
    addEventListener: (name: string, listener: () => void) => {
      listeners[name] = listener;
    },
    location: { search: '', pathname: '/faq' },
    localStorage: { getItem: () => null },
    document,
  });
  return { listeners, added, root, document };
}

test('preloads the scripts of a server-rendered page immediately and runs them once the page is complete', () => {
  const { listeners, added } = bootDrawn();
  const fetched = added.filter(({ rel }) => rel === 'modulepreload').map(({ href }) => href);
  expect(fetched).toEqual(['/react.js', '/main.js']);
  const running = () => added.filter(({ type }) => type === 'module').map(({ src }) => src);
  expect(running()).toEqual([]);
  listeners.DOMContentLoaded?.({});
  expect(running()).toEqual(['/main.js']);
});

test('shows the page and offers a reload when a script or the texts fail to load', () => {
  for (const lose of ['unstarted', 'error'] as const) {
    const { listeners, added, root, document } = bootDrawn();
    document.readyState = 'complete';
    // It is in a language other than the requested one.
    expect(root.dataset.redraw).toBe('');
    listeners.error?.({ target: { tagName: 'IMG' } });
    expect(added.some(({ role }) => role === 'alert')).toBe(false);
    listeners[lose]?.({ target: { type: 'module' } });
    expect(added.filter(({ role }) => role === 'alert')).toHaveLength(1);
    expect(added.find(({ href }) => href === '')?.textContent).toBe('تلاش دوباره');
    expect(root.dataset).not.toHaveProperty('redraw');
  }
});
