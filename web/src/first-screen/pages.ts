import { matchPath } from 'react-router';
import type { LazyPage } from '../lib/lazy-page.ts';
import {
  AboutUs,
  Announcements,
  Blog,
  BlogArticle,
  ContactUs,
  Faq,
  Guide,
  Home,
  Market,
  Markets,
  NotFound,
  Terms,
  Wages,
} from '../routes.tsx';

/** A public page that the server sends as HTML, with its data. */
export interface DrawnPage {
  /** As in routes.tsx. */
  pattern: string;
  page: LazyPage;
  /** By which its styles are found. */
  module: string;
  /** Searches that make another page of it. */
  variants?: readonly string[];
}

export const PAGES = [
  { pattern: '/', page: Home, module: 'src/pages/home/index.tsx' },
  {
    pattern: '/markets',
    page: Markets,
    module: 'src/pages/markets/index.tsx',
    variants: ['unit=TETHER'],
  },
  { pattern: '/market/:coin/:sourceCoin', page: Market, module: 'src/pages/market/index.tsx' },
  { pattern: '/wages', page: Wages, module: 'src/pages/wages/index.tsx' },
  { pattern: '/faq', page: Faq, module: 'src/pages/faq/index.tsx' },
  { pattern: '/guide', page: Guide, module: 'src/pages/guide/index.tsx' },
  { pattern: '/terms', page: Terms, module: 'src/pages/terms/index.tsx' },
  { pattern: '/about-us', page: AboutUs, module: 'src/pages/about-us/index.tsx' },
  { pattern: '/contact-us', page: ContactUs, module: 'src/pages/contact-us/index.tsx' },
  { pattern: '/blog', page: Blog, module: 'src/pages/blog/index.tsx' },
  { pattern: '/blog/:slug', page: BlogArticle, module: 'src/pages/blog/article.tsx' },
  { pattern: '/announcements', page: Announcements, module: 'src/pages/announcements/index.tsx' },
] as const satisfies readonly DrawnPage[];

/** What is drawn of every address that is no page; its pattern is the path that it is drawn at. */
export const NOT_FOUND = {
  pattern: '/*',
  page: NotFound,
  module: 'src/pages/not-found/index.tsx',
} as const satisfies DrawnPage;

export type Pattern = (typeof PAGES)[number]['pattern'];

export const pageAt = (pathname: string) => PAGES.find(({ pattern }) => matchPath(pattern, pathname));
