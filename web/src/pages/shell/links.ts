import type { Messages } from '../../i18n/fa/index.ts';

type NavKey = keyof Messages['nav'];

export interface NavigationEntry {
  key: NavKey;
  to: string;
}

/** The top bar: what one compares before choosing an exchange, what helps once one has, and who stands behind it. */
export const PRODUCT_LINKS: readonly NavigationEntry[] = [
  { key: 'markets', to: '/markets' },
  { key: 'wages', to: '/wages' },
];
export const HELP_LINKS: readonly NavigationEntry[] = [
  { key: 'guide', to: '/guide' },
  { key: 'faq', to: '/faq' },
  { key: 'announcements', to: '/announcements' },
  { key: 'terms', to: '/terms' },
];
export const COMPANY_LINKS: readonly NavigationEntry[] = [
  { key: 'blog', to: '/blog' },
  { key: 'about', to: '/about-us' },
  { key: 'contact', to: '/contact-us' },
];

/** Whether a link's place is here or above here. */
export const isWithin = (pathname: string, to: string): boolean => `${pathname}/`.startsWith(`${to}/`);
