import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = `${import.meta.dirname}/`;
const files = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }));

/** The gallery is for those who build; nobody reads its words. */
const forPeople = files('**/*.tsx').filter(({ path }) => !path.includes('/gallery/'));

const PHYSICAL =
  /(?:^|[\s;{])((?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right|top|bottom)[\w-]*|left|right|top|bottom|(?:min-|max-)?(?:width|height)|border-(?:top|bottom)-(?:left|right)-radius)\s*:/g;
const PHYSICAL_VALUE = /(?:text-align|float|clear|justify-[\w-]+)\s*:\s*(?:left|right)\b/g;

test('the rules look at what is there', () => {
  expect(forPeople.length).toBeGreaterThan(20);
  expect(files('**/*.css').length).toBeGreaterThan(10);
});

test('styles are logical: no left, right, top, bottom, width or height', () => {
  for (const { path, text } of files('**/*.css')) {
    const css = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\((?:min|max)-(?:width|height)[^)]*\)/g, '');
    expect(
      [...css.matchAll(PHYSICAL), ...css.matchAll(PHYSICAL_VALUE)].map((m) => m[0].trim()),
      path,
    ).toEqual([]);
  }
});

test('inline styles are logical too', () => {
  for (const { path, text } of forPeople) {
    const styles = [...text.matchAll(/style=\{\{([\s\S]*?)\}\}/g)].map((m) => m[1] ?? '').join(';');
    expect(
      /\b(left|right|top|bottom|width|height|(margin|padding)(Left|Right|Top|Bottom))\s*:/.test(styles),
      path,
    ).toBe(false);
  }
});

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');

test('components hold no literal text', () => {
  for (const { path, text } of forPeople) {
    const code = withoutComments(text);
    expect(/[؀-ۿ]/.test(code), `${path}: Persian letters`).toBe(false);
    // Words between a tag's end and the next tag's start, on lines of markup.
    const words = [...code.matchAll(/>\s*([^<>{}=;()]*[A-Za-z]{2,}[^<>{}=;()]*?)\s*<\//g)].map((m) => m[1]);
    expect(words, `${path}: text between tags`).toEqual([]);
    const named = [
      ...code.matchAll(/\s(?:aria-label|title|placeholder|alt|label)="([^"]*[A-Za-z]{2,}[^"]*)"/g),
    ];
    expect(
      named.map((m) => m[0]),
      `${path}: text in an attribute`,
    ).toEqual([]);
  }
});

test('no file of the web is longer than 300 lines', () => {
  for (const { path, text } of [...files('**/*.ts'), ...files('**/*.tsx'), ...files('**/*.css')]) {
    expect(text.split('\n').length, path).toBeLessThanOrEqual(301);
  }
});

test('contracts are imported by type alone, so that their schemas stay out of the bundle', () => {
  const bundled = [...files('**/*.ts'), ...files('**/*.tsx')].filter(({ path }) => !path.includes('.test.'));
  for (const { path, text } of bundled) {
    const imports = [...text.matchAll(/import ([^;]*?) from '@sarraf\/domain\/contracts'/g)].map(
      (m) => m[1] ?? '',
    );
    for (const what of imports) expect(what.startsWith('type '), `${path}: ${what}`).toBe(true);
  }
});

test('what the first screen shows uses texts of the first part of the dictionary alone', () => {
  const firstScreen = files('**/*.{ts,tsx}').filter(({ path }) =>
    /^(ui|trade-box|pages\/(home|shell))\//.test(path),
  );
  expect(firstScreen.length).toBeGreaterThan(40);
  for (const { path, text } of firstScreen) {
    expect(
      /useTranslations\(['"](auth|help|profile|wallet|sandbox|backoffice)|['"`](auth|help|profile|wallet|sandbox|backoffice)\.[a-z]/.exec(
        text,
      )?.[0] ?? '',
      path,
    ).toBe('');
  }
});
