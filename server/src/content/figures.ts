/** Figures that articles take from the code and the tables: `{bank.minDeposit}` in a text reads 50,000 Toman on the site. */
import type { ArticleLanguage } from '@sarraf/domain/contracts';

/** By name, as a reader of the language sees it; null: known, and not set or not offered now. */
export type Figures = ReadonlyMap<string, string | null>;

const PLACEHOLDER = /\{([A-Za-z][A-Za-z0-9_.]*)\}/g;
/** A block that has no block of its kind in it. */
const BLOCK = /<(p|li|tr)(?: [^>]*)?>(?:(?!<\1[ >])[\s\S])*?<\/\1>\n?/g;

export const figuresIn = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** The names in these texts that no figure has. */
export const unknownFigures = (texts: readonly string[], figures: Figures): string[] =>
  texts.flatMap(figuresIn).filter((name) => !figures.has(name));

/** A text without markup. */
export const fillLine = (text: string, figures: Figures): string =>
  text.replace(PLACEHOLDER, (_, name: string) => figures.get(name) ?? '—');

/** HTML; a paragraph, list item or row with a figure that isn't there says nothing, so it is left out. */
export const fillHtml = (html: string, figures: Figures): string =>
  html
    .replace(BLOCK, (block) => (figuresIn(block).every((name) => figures.get(name) != null) ? block : ''))
    .replace(PLACEHOLDER, (_, name: string) => escapeHtml(figures.get(name) ?? '—'));

/** Who reads Arabic reads Persian figures, as in texts that aren't translated. */
export const figuresLanguage = (language: ArticleLanguage): 'fa' | 'en' => (language === 'en' ? 'en' : 'fa');
