/** Figures that articles take from the code and the tables: `{bank.minDeposit}` in a text is shown as 50,000 Toman. */
import type { ArticleLanguage } from '@sarraf/domain/contracts';

/** By name, formatted for readers of the language; null: known, but not set or not available now. */
export type TextFigures = ReadonlyMap<string, string | null>;

const PLACEHOLDER = /\{([A-Za-z][A-Za-z0-9_.]*)\}/g;
/** A block that contains no block of its kind. */
const BLOCK = /<(p|li|tr)(?: [^>]*)?>(?:(?!<\1[ >])[\s\S])*?<\/\1>\n?/g;

export const listFigureNames = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** Returns the names in these texts that are no figure. */
export const findUnknownFigures = (texts: readonly string[], figures: TextFigures): string[] =>
  texts.flatMap(listFigureNames).filter((name) => !figures.has(name));

/** Fills in a text without markup. */
export const fillFiguresInLine = (text: string, figures: TextFigures): string =>
  text.replace(PLACEHOLDER, (_, name: string) => figures.get(name) ?? '—');

/** Fills in HTML; a paragraph, list item or row with a missing figure is left out. */
export const fillFiguresInHtml = (html: string, figures: TextFigures): string =>
  html
    .replace(BLOCK, (block) =>
      listFigureNames(block).every((name) => figures.get(name) != null) ? block : '',
    )
    .replace(PLACEHOLDER, (_, name: string) => escapeHtml(figures.get(name) ?? '—'));

/** Readers of Arabic get Persian figures, as in texts that aren't translated. */
export const figuresLanguageOf = (language: ArticleLanguage): 'fa' | 'en' =>
  language === 'en' ? 'en' : 'fa';
