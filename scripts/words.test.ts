/**
 * docs/words.md: abandoned words stay out of dictionaries, articles, mails and SMS, in both languages; and Persian
 * typography is right.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ProductText, readProductTexts, type TextLanguage } from './product-texts.ts';

const root = join(import.meta.dirname, '..');
/** Justified uses of these words, by the beginning of their file and key. */
const JUSTIFIED: readonly [word: string, places: readonly string[], why: string][] = [
  ['تازه', ['content/announcement/limit-orders'], 'a moment ago'],
  [
    'Sheba',
    ['web account bank.sheba', 'content/faq/verification-documents', 'content/manual/verify-identity'],
    'beside the field it is entered into: IBAN (Sheba)',
  ],
];
/** Texts reviewed by lawyers. */
const LEGAL = /^content\/(?:page\/terms|privacy-policy)\./;

const texts = { fa: readProductTexts('fa'), en: readProductTexts('en') };

const LETTER = '\\u0620-\\u065f\\u066e-\\u06d3\\u06fa-\\u06ffA-Za-z';
/** As a separate word, or with an ending after a half-space. */
const asWord = (word: string) => new RegExp(`(?<![${LETTER}\\u200c])${word}(?![${LETTER}])`, 'gi');

/** Returns the words of the last table of docs/words.md, by their language. */
function retired(language: TextLanguage): string[] {
  const [, table = ''] = readFileSync(join(root, 'docs/words.md'), 'utf8').split(
    '## Words that are not used',
  );
  return [...table.matchAll(/^\| ([^|]+) \|/gm)]
    .flatMap(([, cell = '']) => cell.split(/[,،] */))
    .filter((word) => word !== 'instead of' && !word.startsWith('-'))
    .filter((word) => /[A-Za-z]/.test(word) === (language === 'en'));
}

const isJustified = (word: string, name: string) =>
  LEGAL.test(name) ||
  JUSTIFIED.some(([of, places]) => of === word && places.some((one) => name.startsWith(one)));

const findErrors = (of: readonly ProductText[], pattern: RegExp): string[] =>
  of.flatMap(({ name, text }) => [...text.matchAll(pattern)].map(([match]) => `${name}: “${match}”`));

describe.each(['fa', 'en'] as const)('the texts in %s', (language) => {
  it('are found in their files', () => {
    expect(retired(language).length).toBeGreaterThan(15);
    expect('کپی نشانی‌ها'.match(asWord('نشانی'))).not.toBeNull();
    expect('می‌نشانیم'.match(asWord('نشانی'))).toBeNull();
    expect('It signs in.'.match(asWord('sign in'))).toBeNull();
  });

  it.each(retired(language))('do not contain “%s”', (word) => {
    const left = texts[language].filter(({ name }) => !isJustified(word, name));
    expect(findErrors(left, asWord(word))).toEqual([]);
  });

  it('contain no exclamation marks and no double spaces', () => {
    expect(
      findErrors(
        texts[language].filter(({ name }) => !name.startsWith('content/')),
        / {2,}|!/g,
      ),
    ).toEqual([]);
  });
});

it('Persian texts use Persian quotation marks, and half-spaces between letters only', () => {
  const persianTexts = texts.fa
    .filter(({ name }) => !name.startsWith('content/'))
    .map(({ name, text }) => ({ name, text: text.replace(/<c>[^<]*<\/c>/g, '') }));
  expect(findErrors(persianTexts, /"|(?<=[\s(«]|^)\u200c|\u200c(?=[\s.،؛:)»\u200c]|$)|\u0654/g)).toEqual([]);
});

it('failed loads are described in one way', () => {
  const loading = (of: readonly ProductText[]) =>
    of.filter(({ name }) => /(?:^|[. a-z])[fF]ailed$/.test(name));
  expect(loading(texts.fa).length).toBeGreaterThan(20);
  expect(findErrors(loading(texts.fa), /نرسید|نیامد/g)).toEqual([]);
  expect(findErrors(loading(texts.en), /didn[’']t (?:arrive|come)|be loaded/g)).toEqual([]);
});

it('the list has no justification for a word that isn’t there', () => {
  const idle = JUSTIFIED.flatMap(([word, places]) =>
    places.filter(
      (place) =>
        ![...texts.fa, ...texts.en].some(
          ({ name, text }) => name.startsWith(place) && text.match(asWord(word)) !== null,
        ),
    ),
  );
  expect(idle).toEqual([]);
});
