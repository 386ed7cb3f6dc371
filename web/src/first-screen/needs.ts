import { COINS, parseMarket, QUOTES } from '@sarraf/domain';
import type * as contracts from '@sarraf/domain/contracts';
import type { Language } from '../i18n/language.ts';
import { addressOf } from '../lib/api/api.ts';
import { blogSlug, mainQuote, quoteIn } from '../lib/market/coins.ts';
import { marketsAddress } from '../lib/market/markets.ts';
import { pricesAddress } from '../lib/market/prices.ts';
import { matchPath, type Params } from '../lib/navigation/match-path.ts';
import { NOT_FOUND } from '../routes.tsx';
import { type Pattern, pageAt } from './pages.ts';

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

const api = (path: PublicPath, params?: Record<string, string>): string => addressOf(path, { params });
const BRAND = api('/brand');
const INFO = api('/exchange-info');

/**
 * With the prices of the layout's ticker. Not for pages without other prices: the ticker alone would make them
 * render and be sent again.
 */
const prices = (language: Language, ...addresses: string[]): ScreenNeeds => ({
  addresses: [...new Set([BRAND, pricesAddress(mainQuote(language)), ...addresses])],
  freshMs: PRICES_MS,
});
const content = (...addresses: string[]): ScreenNeeds => ({
  addresses: [BRAND, ...addresses],
  freshMs: CONTENT_MS,
});
/** Needed for an English page to convert Toman to Tether. */
const tetherPrice = (language: Language): string[] => (language === 'en' ? [pricesAddress('TOMAN')] : []);
const text = (name: string): string => api('/pages/:name', { name });

const NEEDS: Record<Pattern, (params: Params, language: Language, search: string) => ScreenNeeds | null> = {
  '/': (_, language) => {
    const quote = mainQuote(language);
    const shown = [pricesAddress(quote), pricesAddress(quote, true)];
    return {
      ...prices(
        language,
        ...shown,
        api('/coins/details'),
        api('/users/account-levels'),
        api('/trades/market-info-home'),
        api('/status'),
        ...tetherPrice(language),
      ),
      unsent: [INFO],
    };
  },
  '/markets': (_, language, search) => {
    const quote = language === 'en' || search === 'unit=TETHER' ? 'TETHER' : 'TOMAN';
    return prices(language, pricesAddress(quote), pricesAddress(quote, true), marketsAddress(quote));
  },
  '/market/:coin/:sourceCoin': ({ coin, sourceCoin }, language) => {
    const market = parseMarket(`${coin}_${sourceCoin}`);
    if (!market) return null;
    const quote = quoteIn(language, market.coin, market.quote);
    return prices(
      language,
      pricesAddress(quote),
      marketsAddress(quote),
      api('/coins/details'),
      api('/blog/:slug', { slug: blogSlug(market.coin) }),
    );
  },
  '/wages': (_, language) =>
    content(api('/users/account-levels'), api('/coins/details'), text('fees'), ...tetherPrice(language)),
  '/faq': () => content(api('/faq')),
  '/guide': () => content(api('/user-manual')),
  '/terms': () => content(text('terms'), INFO),
  '/about-us': (_, language) =>
    content(
      text('about'),
      api('/trades/market-info-home'),
      api('/coins/details'),
      api('/status'),
      ...tetherPrice(language),
    ),
  '/contact-us': () => content(text('contact'), INFO),
  '/blog': () => content(api('/blog')),
  '/blog/:slug': ({ slug = '' }) => {
    const subject = api('/blog/:slug', { slug });
    return { ...content(subject), subject };
  },
  '/announcements': () => content(api('/announcements')),
};

/** Returns null if there is no such page. `search` is the query string of one of the page's variants, or empty. */
export function screenNeedsOf(path: string, search: string, language: Language): ScreenNeeds | null {
  if (path === NOT_FOUND.path) return content();
  const pattern = pageAt(path)?.path;
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
