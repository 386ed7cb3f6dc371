import format from 'icu-minify/format';
import { cloneElement, createContext, isValidElement, type ReactNode, useContext, useMemo } from 'react';
import type { createTranslator, IntlProvider as FullProvider } from 'use-intl';

/**
 * Replaces use-intl in built pages (vite.config.ts): its provider and hook over precompiled texts, without its
 * formatting of dates, lists and the like, which nothing here uses. The types are those of use-intl.
 */
type Compiled = Parameters<typeof format>[0];
type Texts = { readonly [key: string]: Compiled | Texts };
type Values = Record<string, unknown>;
interface Language {
  locale: string;
  messages: Texts;
}

const LanguageContext = createContext<Language>({ locale: 'fa', messages: {} });

export function IntlProvider({
  locale,
  messages,
  children,
}: Pick<Parameters<typeof FullProvider>[0], 'locale' | 'messages'> & { children: ReactNode }) {
  const language = useMemo(() => ({ locale, messages: messages as unknown as Texts }), [locale, messages]);
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

/** Like use-intl's: returns the texts of a part of the dictionary by key. */
export function useTranslations(part?: string): ReturnType<typeof createTranslator> {
  const language = useContext(LanguageContext);
  return useMemo(() => translatorOf(language, part), [language, part]);
}

const FORMATS = {
  getPluralRules: once((locale, options) => new Intl.PluralRules(locale, options as Intl.PluralRulesOptions)),
  getNumberFormat: once((locale, options) => new Intl.NumberFormat(locale, options as object)),
  getDateTimeFormat: once((locale, options) => new Intl.DateTimeFormat(locale, options as object)),
};

function once<T>(make: (locale: string, options?: object) => T): (locale: string, options?: object) => T {
  const made = new Map<string, T>();
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    let known = made.get(key);
    if (known === undefined) {
      known = make(locale, options);
      made.set(key, known);
    }
    return known;
  };
}

function translatorOf({ locale, messages }: Language, part?: string): ReturnType<typeof createTranslator> {
  const texts = part === undefined ? messages : at(messages, part);
  const say = (key: string, values: Values = {}) => {
    const text = at(texts, key);
    if (text !== undefined)
      return format(text as Compiled, locale, values as never, { formatters: FORMATS } as never);
    const missing = [part, key].filter(Boolean).join('.');
    console.error(`no text ${missing}`);
    return missing;
  };
  const rich = (key: string, values: Values) =>
    say(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, keyed(name, value)])));
  const has = (key: string) => at(texts, key) !== undefined;
  return Object.assign(say, { rich, has }) as unknown as ReturnType<typeof createTranslator>;
}

/** Adds a React key to the children of a tag in a text. */
function keyed(name: string, value: unknown): unknown {
  if (typeof value !== 'function') return value;
  let count = 0;
  return (chunks: ReactNode) => {
    const element: ReactNode = value(chunks);
    if (!isValidElement(element)) return element;
    count += 1;
    return cloneElement(element, { key: `${name}${count}` });
  };
}

function at(texts: unknown, path: string): unknown {
  let found = texts;
  for (const key of path.split('.')) found = (found as Texts | undefined)?.[key];
  return found;
}
