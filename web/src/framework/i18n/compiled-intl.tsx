import format from 'icu-minify/format';
import { cloneElement, createContext, isValidElement, type ReactNode, useContext, useMemo } from 'react';
import type { createTranslator, IntlProvider as FullProvider } from 'use-intl';

/**
 * Replaces use-intl in built pages (vite.config.ts): its provider and hook over precompiled texts, without its
 * formatting of dates, lists and the like, which nothing here uses. The types are those of use-intl.
 */
type CompiledText = Parameters<typeof format>[0];
type Texts = { readonly [key: string]: CompiledText | Texts };
type TextValues = Record<string, unknown>;
interface LanguageMessages {
  locale: string;
  messages: Texts;
}

const LanguageContext = createContext<LanguageMessages>({ locale: 'fa', messages: {} });

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
  return useMemo(() => createTranslation(language, part), [language, part]);
}

const FORMATTERS = {
  getPluralRules: memoizeByLocale(
    (locale, options) => new Intl.PluralRules(locale, options as Intl.PluralRulesOptions),
  ),
  getNumberFormat: memoizeByLocale((locale, options) => new Intl.NumberFormat(locale, options as object)),
  getDateTimeFormat: memoizeByLocale((locale, options) => new Intl.DateTimeFormat(locale, options as object)),
};

function memoizeByLocale<T>(
  create: (locale: string, options?: object) => T,
): (locale: string, options?: object) => T {
  const cache = new Map<string, T>();
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    let cached = cache.get(key);
    if (cached === undefined) {
      cached = create(locale, options);
      cache.set(key, cached);
    }
    return cached;
  };
}

function createTranslation(
  { locale, messages }: LanguageMessages,
  part?: string,
): ReturnType<typeof createTranslator> {
  const texts = part === undefined ? messages : getByPath(messages, part);
  const say = (key: string, values: TextValues = {}) => {
    const text = getByPath(texts, key);
    if (text !== undefined)
      return format(text as CompiledText, locale, values as never, { formatters: FORMATTERS } as never);
    const missing = [part, key].filter(Boolean).join('.');
    console.error(`no text ${missing}`);
    return missing;
  };
  const rich = (key: string, values: TextValues) =>
    say(
      key,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withReactKeys(name, value)])),
    );
  const has = (key: string) => getByPath(texts, key) !== undefined;
  return Object.assign(say, { rich, has }) as unknown as ReturnType<typeof createTranslator>;
}

/** Adds a React key to the children of a tag in a text. */
function withReactKeys(name: string, value: unknown): unknown {
  if (typeof value !== 'function') return value;
  let count = 0;
  return (chunks: ReactNode) => {
    const element: ReactNode = value(chunks);
    if (!isValidElement(element)) return element;
    count += 1;
    return cloneElement(element, { key: `${name}${count}` });
  };
}

function getByPath(texts: unknown, path: string): unknown {
  let value = texts;
  for (const key of path.split('.')) value = (value as Texts | undefined)?.[key];
  return value;
}
