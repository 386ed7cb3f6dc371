/** The product's texts (messages/): both languages have the same keys, with the same values, in their own script. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../messages');
type Tree = { readonly [key: string]: string | Tree };
/** A part of a parsed message: text, `{name}`, a plural or select with its options, or a tag. */
interface Part {
  type: number;
  value?: string;
  pluralType?: string;
  options?: Record<string, { value: Part[] }>;
  children?: Part[];
}
const WORDS = 0;

const filesOf = (language: string) =>
  globSync(`*/${language}/*.json`, { cwd: root })
    .map((file) => file.replaceAll('\\', '/').replace(`/${language}/`, ' '))
    .sort();

/** By file and key: `web trade.json action.buy`, `server notices.json RECOVERED lines.0`. */
function textsOf(language: string): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (tree: Tree, path: string): void => {
    for (const [key, value] of Object.entries(tree))
      if (typeof value === 'string') texts.set(path + key, value);
      else walk(value, `${path}${key}.`);
  };
  for (const file of filesOf(language))
    walk(JSON.parse(readFileSync(join(root, file.replace(' ', `/${language}/`)), 'utf8')), `${file} `);
  return texts;
}

const texts = { fa: textsOf('fa'), en: textsOf('en') };
const inEach = [...texts.fa, ...texts.en];
// The server's mails escape values: markup in them has no effect.
const parse = (key: string, text: string): Part[] =>
  new IntlMessageFormat(text, 'en', undefined, { ignoreTag: key.startsWith('server ') }).getAst() as Part[];

const below = ({ options = {}, children = [] }: Part): Part[] => [
  ...Object.values(options).flatMap(({ value }) => value),
  ...children,
];

/** Returns the values of a message: names, the options of each select, and tags. Plurals differ between languages. */
function valuesOf(parts: readonly Part[]): string[] {
  const own = ({ type, value, options, children, pluralType }: Part): string[] => {
    // The number of a plural has no name of its own.
    if (type === WORDS || value === undefined) return [];
    if (children) return [`<${value}>`];
    return [options && !pluralType ? `${value}: ${Object.keys(options).sort().join()}` : `${value}`];
  };
  return [...new Set(parts.flatMap((part) => [...own(part), ...valuesOf(below(part))]))].sort();
}

/** Returns the text of every option. */
const wordsOf = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => (part.type === WORDS ? [part.value ?? ''] : wordsOf(below(part))));

const findErrors = (of: Iterable<[string, string]>, pattern: RegExp): string[] =>
  [...of].flatMap(([key, text]) =>
    wordsOf(parse(key, text))
      .filter((words) => pattern.test(words))
      .map((words) => `${key}: ${words}`),
  );

it('messages are in the same files in both languages', () => {
  expect(filesOf('fa')).toContain('server notices.json');
  expect(filesOf('en')).toEqual(filesOf('fa'));
});

it('messages have the same keys in both languages', () => {
  expect([...texts.en.keys()].sort()).toEqual([...texts.fa.keys()].sort());
});

it('messages have the same values in both languages', () => {
  expect(valuesOf(parse('', '{a} {b, select, x {<i>{c}</i>} other {}} {d, plural, other {#}}'))).toEqual([
    '<i>',
    'a',
    'b: other,x',
    'c',
    'd',
  ]);
  for (const [key, text] of texts.fa)
    expect(valuesOf(parse(key, texts.en.get(key) ?? '')), key).toEqual(valuesOf(parse(key, text)));
});

it('messages are neither empty nor padded with blanks', () => {
  expect(inEach.filter(([, text]) => text === '' || text !== text.trim())).toEqual([]);
});

it('messages have no apostrophe that ICU takes for a quotation mark', () => {
  expect(inEach.filter(([, text]) => /''|'[{}<>#|]/.test(text))).toEqual([]);
});

/** Code, and names of algorithms and standards, which are the same in every language. */
const ALGORITHMS = /<c>[^<]*<\/c>|Ed25519|(?:HMAC-)?SHA-?256|base64|UTF-8|CRC32|ISO \d+|RFC \d+/g;

it('Persian messages have Persian letters, digits and punctuation', () => {
  const persian = [...texts.fa].map(([key, text]): [string, string] => [key, text.replace(ALGORITHMS, '')]);
  expect(findErrors(persian, /[يكةى٠-٩0-9]|[؀-ۿ][,;?]/)).toEqual([]);
  // نمی‌, می‌ and ها are joined by a half space.
  expect(findErrors(texts.fa, /(^| )ن?می [؀-ۿ]| (ها|های|هایی)( |$|[.،؛])/)).toEqual([]);
});

it('English messages contain no Persian, except the name of the language', () => {
  const others = [...texts.en].filter(([key]) => key !== 'web common.json nav.otherLanguage');
  expect(others).toHaveLength(texts.en.size - 1);
  expect(findErrors(others, /[؀-ۿ]/)).toEqual([]);
});
