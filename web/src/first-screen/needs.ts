import { COINS, parseMarket, QUOTES } from '@sarraf/domain';
import type { Language } from '../i18n/language.ts';
import { addressOf } from '../lib/api/api.ts';
import { blogSlug, mainQuote, quoteIn } from '../lib/market/coins.ts';
import { marketsAddress } from '../lib/market/markets.ts';
import { pricesAddress } from '../lib/market/prices.ts';
import { matchPath, type Params } from '../lib/navigation/match-path.ts';
import { NOT_FOUND } from '../routes.tsx';
import { type Pattern, pageAt } from './pages.ts';

export interface ScreenNeeds {
  /** What the page reads of the API, as `addressOf` writes it. */
  addresses: readonly string[];
  /** What the head alone says something of; it is not sent along. */
  unsent?: readonly string[];
  /** Of them the one without which there is no such page. */
  subject?: string;
  /** How long a drawing is shown before it is looked after, in milliseconds. */
  freshMs: number;
}

/** Content is compared more rarely than prices; in both cases a page is drawn anew only when something has changed. */
const PRICES_MS = 5_000;
const CONTENT_MS = 15_000;

const api = (path: string, params?: Record<string, string>): string => addressOf(path, { params });
const BRAND = api('/brand');
const INFO = api('/exchange-info');

/** With the ticker in the frame; where nothing else moves, it would have the page drawn and sent anew for itself alone. */
const prices = (language: Language, ...addresses: string[]): ScreenNeeds => ({
  addresses: [...new Set([BRAND, pricesAddress(mainQuote(language)), ...addresses])],
  freshMs: PRICES_MS,
});
const content = (...addresses: string[]): ScreenNeeds => ({
  addresses: [BRAND, ...addresses],
  freshMs: CONTENT_MS,
});
/** By which a page in English says in Tether what is written in Toman. */
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

/** Null: there is no such page. `search` is one of the page's variants, or empty. */
export function screenNeedsOf(path: string, search: string, language: Language): ScreenNeeds | null {
  if (path === NOT_FOUND.path) return content();
  const pattern = pageAt(path)?.path;
  const params = pattern && matchPath(pattern, path);
  return params ? NEEDS[pattern](params, language, search) : null;
}

/** Every address of a pattern that names nothing the staff writes, for the site map. */
export function pathsOf(pattern: Pattern | typeof NOT_FOUND.path): string[] {
  if (pattern === '/market/:coin/:sourceCoin')
    return COINS.flatMap((coin) =>
      QUOTES.filter((quote) => parseMarket(`${coin}_${quote}`)).map((quote) => `/market/${coin}/${quote}`),
    );
  return /[:*]/.test(pattern) ? [] : [pattern];
}
