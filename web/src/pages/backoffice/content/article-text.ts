import { ASSETS, isOwnPicture } from '@sarraf/domain';
import type { ArticleKind, ArticleLanguage, ArticleText } from '@sarraf/domain/contracts';

export const ARTICLE_KINDS = [
  'FAQ',
  'MANUAL',
  'PAGE',
  'ANNOUNCEMENT',
  'BLOG',
] as const satisfies ArticleKind[];
export const ARTICLE_LANGUAGES = ['fa', 'en', 'ar'] as const satisfies ArticleLanguage[];
export const ARTICLE_STATES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const satisfies ArticleText['state'][];
/** Pages with a fixed address on the site. */
export const FIXED_PAGE_SLUGS = ['terms', 'about', 'contact', 'fees'] as const;

export const isSlug = (text: string): boolean => text.length <= 80 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
export const parseArticleKind = (text: string | null | undefined): ArticleKind | undefined =>
  ARTICLE_KINDS.find((kind) => kind === text);
export const parseArticleLanguage = (text: string | null): ArticleLanguage | undefined =>
  ARTICLE_LANGUAGES.find((language) => language === text);
export const getArticleDirection = (language: ArticleLanguage): 'rtl' | 'ltr' =>
  language === 'en' ? 'ltr' : 'rtl';

export const getArticlePath = (kind: ArticleKind, slug: string, language: ArticleLanguage): string =>
  `/backoffice/content/${kind}/${slug}?lang=${language}`;
export const getDraftKey = (kind: ArticleKind, slug: string, language: ArticleLanguage): string =>
  `${kind}/${slug}/${language}`;

/** Order of a new article: among the last, until it is set. */
const LAST_ORDER = 1_000;

/** Returns a new article; values that don't depend on the language are taken from the other one. */
export const createEmptyArticle = (otherLanguage: ArticleText | undefined): ArticleText => ({
  title: otherLanguage?.coin ? ASSETS[otherLanguage.coin].englishName : '',
  summary: '',
  body: '',
  coin: otherLanguage?.coin ?? null,
  subject: otherLanguage?.subject ?? null,
  picture: null,
  place: otherLanguage?.place ?? LAST_ORDER,
  state: 'DRAFT',
});

/** Field names that the server uses when it refuses an article. */
export const ERROR_FIELDS = ['title', 'body', 'coin', 'subject', 'slug', 'picture', 'place'] as const;
export type ArticleErrorField = (typeof ERROR_FIELDS)[number];

/** Returns why the article can't be saved. */
export function validateArticle({ title, body, picture, state }: ArticleText): ArticleErrorField | null {
  if (title.trim() === '') return 'title';
  if (picture !== null && !isOwnPicture(picture)) return 'picture';
  return state === 'PUBLISHED' && body.trim() === '' ? 'body' : null;
}

/** Returns the unknown placeholder in a refusal of the server: `figure.bank.rate`. */
export const findUnknownFigure = (errors: readonly string[]): string | undefined =>
  errors.find((error) => error.startsWith('figure.'))?.slice('figure.'.length);

/** Maps a refused field of the server: `title`, or `text.title` if refused by its contract. */
export const toArticleError = (error: string | undefined): ArticleErrorField | undefined =>
  ERROR_FIELDS.find((field) => field === error?.replace(/^text\./, ''));
