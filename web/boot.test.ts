import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const BOOT = readFileSync(join(import.meta.dirname, 'public/boot.js'), 'utf8');

/** What stands on <html> after the script, with what this browser has kept and the address it is at. */
function boot(kept: Record<string, string> | null, search = '') {
  const root = { lang: '', dir: '', dataset: {} as Record<string, string> };
  const stored = { ...kept };
  runInNewContext(BOOT, {
    URLSearchParams,
    location: { search, pathname: '/faq' },
    localStorage: {
      getItem(key: string) {
        if (kept === null) throw new Error('no storage here');
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

test('dark and Persian from right to left are the defaults, also where nothing can be kept', () => {
  for (const kept of [{}, null]) expect(boot(kept)).toMatchObject({ theme: 'dark', lang: 'fa', dir: 'rtl' });
});

test('what was chosen before holds before the first paint, and nonsense does not', () => {
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

test('the language of a link counts before the choice, and is kept', () => {
  const { lang, stored } = boot({ 'sarraf.language': 'fa' }, '?lang=en');
  expect([lang, stored['sarraf.language']]).toEqual(['en', 'en']);
});
