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
/** The pages that the site has a place for. */
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

/** Among the last, until somebody says where. */
const LAST = 1_000;

/** A text that isn't there yet; what doesn't depend on the language is as in another one. */
export const emptyText = (like: ArticleText | undefined): ArticleText => ({
  title: like?.coin ? ASSETS[like.coin].englishName : '',
  summary: '',
  body: '',
  coin: like?.coin ?? null,
  picture: null,
  place: like?.place ?? LAST,
  state: 'DRAFT',
});

/** Fields that the server names, too, when it refuses them. */
export const FAULTS = ['title', 'body', 'coin', 'slug', 'picture', 'place'] as const;
export type ArticleFault = (typeof FAULTS)[number];

/** Why it can't be saved. */
export function articleFaultOf({ title, body, picture, state }: ArticleText): ArticleFault | null {
  if (title.trim() === '') return 'title';
  if (picture !== null && !isOwnPicture(picture)) return 'picture';
  return state === 'PUBLISHED' && body.trim() === '' ? 'body' : null;
}

/** The placeholder that stands for nothing, of what the server refused: `figure.bank.rate`. */
export const unknownFigure = (errors: readonly string[]): string | undefined =>
  errors.find((error) => error.startsWith('figure.'))?.slice('figure.'.length);

/** What the server refused: `title`, or `text.title` where its contract did. */
export const faultNamed = (error: string | undefined): ArticleFault | undefined =>
  FAULTS.find((fault) => fault === error?.replace(/^text\./, ''));
