import { ASSETS, isOwnPicture } from '@sarraf/domain';
import type { ArticleKind, ArticleLanguage, ArticleText } from '@sarraf/domain/contracts';

export const KINDS_OF_ARTICLE = [
  'FAQ',
  'MANUAL',
  'PAGE',
  'ANNOUNCEMENT',
  'BLOG',
] as const satisfies ArticleKind[];
export const ARTICLE_LANGUAGES = ['fa', 'en', 'ar'] as const satisfies ArticleLanguage[];
export const ARTICLE_STATES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const satisfies ArticleText['state'][];
/** Pages with a fixed address on the site. */
export const PAGES = ['terms', 'about', 'contact', 'fees'] as const;

export const isSlug = (text: string): boolean => text.length <= 80 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
export const articleKindOf = (text: string | null | undefined): ArticleKind | undefined =>
  KINDS_OF_ARTICLE.find((kind) => kind === text);
export const languageOf = (text: string | null): ArticleLanguage | undefined =>
  ARTICLE_LANGUAGES.find((language) => language === text);
export const articleDirectionOf = (language: ArticleLanguage): 'rtl' | 'ltr' =>
  language === 'en' ? 'ltr' : 'rtl';

export const articlePath = (kind: ArticleKind, slug: string, language: ArticleLanguage): string =>
  `/backoffice/content/${kind}/${slug}?lang=${language}`;
export const draftKey = (kind: ArticleKind, slug: string, language: ArticleLanguage): string =>
  `${kind}/${slug}/${language}`;

/** Order of a new article: among the last, until it is set. */
const LAST = 1_000;

/** Returns a new article; values that don't depend on the language are taken from the other one. */
export const emptyText = (like: ArticleText | undefined): ArticleText => ({
  title: like?.coin ? ASSETS[like.coin].englishName : '',
  summary: '',
  body: '',
  coin: like?.coin ?? null,
  picture: null,
  place: like?.place ?? LAST,
  state: 'DRAFT',
});

/** Field names that the server uses when it refuses an article. */
export const FAULTS = ['title', 'body', 'coin', 'slug', 'picture', 'place'] as const;
export type ArticleFault = (typeof FAULTS)[number];

/** Returns why the article can't be saved. */
export function articleFaultOf({ title, body, picture, state }: ArticleText): ArticleFault | null {
  if (title.trim() === '') return 'title';
  if (picture !== null && !isOwnPicture(picture)) return 'picture';
  return state === 'PUBLISHED' && body.trim() === '' ? 'body' : null;
}

/** Returns the unknown placeholder in a refusal of the server: `figure.bank.rate`. */
export const unknownFigure = (errors: readonly string[]): string | undefined =>
  errors.find((error) => error.startsWith('figure.'))?.slice('figure.'.length);

/** Maps a refused field of the server: `title`, or `text.title` if refused by its contract. */
export const faultNamed = (error: string | undefined): ArticleFault | undefined =>
  FAULTS.find((fault) => fault === error?.replace(/^text\./, ''));
