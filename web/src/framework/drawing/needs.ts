import { COINS, parseMarket, QUOTES } from '@sarraf/domain';
import type * as contracts from '@sarraf/domain/contracts';
import { buildApiUrl } from '../../lib/api/api.ts';
import { blogSlug, chooseQuote, getDefaultQuote } from '../../lib/market/coins.ts';
import { marketsUrl } from '../../lib/market/markets.ts';
import { pricesUrl } from '../../lib/market/prices.ts';
import { NOT_FOUND } from '../../routes.tsx';
import type { Language } from '../i18n/language.ts';
import { matchPath, type Params } from '../navigation/match-path.ts';
import { findPage, type Pattern } from './pages.ts';

export interface ScreenNeeds {
  /** The API requests whose replies the page renders, as written by `addressOf`. */
  addresses: readonly string[];
  /** Requests for the head alone, not sent along with the page. */
  unsent?: readonly string[];
  /** The request whose subject must exist; otherwise the page doesn't either. */
  subject?: string;
  /** How long a rendered page is served before it is checked again, in milliseconds. */
  freshMs: number;
}

/** Content is checked less often than prices; in both cases a page is rendered again only if something changed. */
const PRICES_MS = 5_000;
const CONTENT_MS = 15_000;

type Contract = (typeof contracts)[keyof typeof contracts];
type PublicPath = Extract<Contract, { method: 'GET'; access: 'public' }>['path'];

const apiUrl = (path: PublicPath, params?: Record<string, string>): string => buildApiUrl(path, { params });
const BRAND = apiUrl('/brand');
const INFO = apiUrl('/exchange-info');

/**
 * With the prices of the layout's ticker. Not for pages without other prices: the ticker alone would make them
 * render and be sent again.
 */
const withTickerPrices = (language: Language, ...addresses: string[]): ScreenNeeds => ({
  addresses: [...new Set([BRAND, pricesUrl(getDefaultQuote(language)), ...addresses])],
  freshMs: PRICES_MS,
});
const contentNeeds = (...addresses: string[]): ScreenNeeds => ({
  addresses: [BRAND, ...addresses],
  freshMs: CONTENT_MS,
});
/** Needed for an English page to convert Toman to Tether. */
const tetherPriceUrls = (language: Language): string[] => (language === 'en' ? [pricesUrl('TOMAN')] : []);
const pageTextUrl = (name: string): string => apiUrl('/pages/:name', { name });

const NEEDS: Record<Pattern, (params: Params, language: Language, search: string) => ScreenNeeds | null> = {
  '/': (_, language) => {
    const quote = getDefaultQuote(language);
    const priceUrls = [pricesUrl(quote), pricesUrl(quote, true)];
    return {
      ...withTickerPrices(
        language,
        ...priceUrls,
        apiUrl('/coins/details'),
        apiUrl('/users/account-levels'),
        apiUrl('/trades/market-info-home'),
        apiUrl('/status'),
        ...tetherPriceUrls(language),
      ),
      unsent: [INFO],
    };
  },
  '/markets': (_, language, search) => {
    const quote = language === 'en' || search === 'unit=TETHER' ? 'TETHER' : 'TOMAN';
    return withTickerPrices(language, pricesUrl(quote), pricesUrl(quote, true), marketsUrl(quote));
  },
  '/market/:coin/:sourceCoin': ({ coin, sourceCoin }, language) => {
    const market = parseMarket(`${coin}_${sourceCoin}`);
    if (!market) return null;
    const quote = chooseQuote(language, market.coin, market.quote);
    return withTickerPrices(
      language,
      pricesUrl(quote),
      marketsUrl(quote),
      apiUrl('/coins/details'),
      apiUrl('/blog/:slug', { slug: blogSlug(market.coin) }),
    );
  },
  '/wages': (_, language) =>
    contentNeeds(
      apiUrl('/users/account-levels'),
      apiUrl('/coins/details'),
      pageTextUrl('fees'),
      ...tetherPriceUrls(language),
    ),
  '/faq': () => contentNeeds(apiUrl('/faq')),
  '/guide': () => contentNeeds(apiUrl('/user-manual')),
  '/terms': () => contentNeeds(pageTextUrl('terms'), INFO),
  '/about-us': (_, language) =>
    contentNeeds(
      pageTextUrl('about'),
      apiUrl('/trades/market-info-home'),
      apiUrl('/coins/details'),
      apiUrl('/status'),
      ...tetherPriceUrls(language),
    ),
  '/contact-us': () => contentNeeds(pageTextUrl('contact'), INFO),
  '/blog': () => contentNeeds(apiUrl('/blog')),
  '/blog/:slug': ({ slug = '' }) => {
    const subject = apiUrl('/blog/:slug', { slug });
    return { ...contentNeeds(subject), subject };
  },
  '/announcements': () => contentNeeds(apiUrl('/announcements')),
};

/** Returns null if there is no such page. `search` is the query string of one of the page's variants, or empty. */
export function screenNeedsOf(path: string, search: string, language: Language): ScreenNeeds | null {
  if (path === NOT_FOUND.path) return contentNeeds();
  const pattern = findPage(path)?.path;
  const params = pattern && matchPath(pattern, path);
  return params ? NEEDS[pattern](params, language, search) : null;
}

/** Returns all addresses of a pattern that don't depend on content written by staff, for the site map. */
export function pathsOf(pattern: Pattern | typeof NOT_FOUND.path): string[] {
  if (pattern === '/market/:coin/:sourceCoin')
    return COINS.flatMap((coin) =>
      QUOTES.filter((quote) => parseMarket(`${coin}_${quote}`)).map((quote) => `/market/${coin}/${quote}`),
    );
  return /[:*]/.test(pattern) ? [] : [pattern];
}
