import { ERRORS } from '@sarraf/domain';
import { createTranslator } from 'use-intl';
import { expect, test } from 'vitest';
import { messages as en } from './en/index.ts';
import { errorKey } from './error-key.ts';
import { messages as fa } from './fa/index.ts';

type Tree = { readonly [key: string]: string | Tree };

function flat(tree: Tree, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') found.set(path + key, value);
    else for (const [below, text] of flat(value, `${path}${key}.`)) found.set(below, text);
  }
  return found;
}

const texts = { fa: flat(fa as unknown as Tree), en: flat(en as unknown as Tree) };
/** Names in braces, without what a plural or select says of them. */
const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\s*(\w+)\s*[,}]/g)].map((match) => match[1] ?? ''))].sort();

test('both languages have the same keys', () => {
  expect([...texts.en.keys()].sort()).toEqual([...texts.fa.keys()].sort());
});

test('no text is empty or has blanks at its ends', () => {
  for (const [language, all] of Object.entries(texts)) {
    for (const [key, text] of all)
      expect(text !== '' && text === text.trim(), `${language} ${key}`).toBe(true);
  }
});

test('a text asks for the same values in both languages', () => {
  for (const [key, text] of texts.fa) {
    expect(placeholders(texts.en.get(key) ?? ''), key).toEqual(placeholders(text));
  }
});

test('every refusal of the server has its words', () => {
  for (const code of Object.keys(ERRORS)) {
    const key = `error.${errorKey(code)}`;
    expect(texts.fa.has(key) && texts.en.has(key), code).toBe(true);
  }
});

test('one of something is said in the singular', () => {
  const say = createTranslator({ locale: 'en', messages: en, namespace: 'figuresDesk.figures' });
  expect(say('count', { count: 1, shown: '1' })).toBe('one trade');
  expect(say('count', { count: 1200, shown: '1,200' })).toBe('1,200 trades');
});

test('Persian texts use Persian letters, digits and marks', () => {
  for (const [key, text] of texts.fa) {
    const plain = text.replace(/\{[^}]*\}/g, '');
    expect(/[يكةى٠-٩0-9]|[؀-ۿ][,;?]/.test(plain), `${key}: ${text}`).toBe(false);
    // نمی‌, می‌ and ها are joined by a half space.
    expect(/(^| )ن?می [؀-ۿ]| (ها|های|هایی)( |$|[.،؛])/.test(plain), `${key}: ${text}`).toBe(false);
  }
});

test('English texts hold no Persian, but for the name of the language', () => {
  for (const [key, text] of texts.en) {
    if (key !== 'nav.otherLanguage') expect(/[؀-ۿ]/.test(text), `${key}: ${text}`).toBe(false);
  }
});
