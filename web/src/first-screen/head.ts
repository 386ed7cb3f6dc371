import { ASSETS, type Coin, parseMarket, type Quote } from '@sarraf/domain';
import type {
  BlogItem,
  blogItem,
  brand,
  CoinPrice,
  Endpoint,
  exchangeInfo,
  faq,
  ReplyOf,
} from '@sarraf/domain/contracts';
import en from '../../../messages/web/en/head.json' with { type: 'json' };
import fa from '../../../messages/web/fa/head.json' with { type: 'json' };
import type { Language } from '../i18n/language.ts';
import { addressOf } from '../lib/api/api.ts';
import { coinName, marketPath, quoteIn, unitName } from '../lib/market/coins.ts';
import { pricesAddress } from '../lib/market/prices.ts';
import type { PrefetchedReplies } from '../lib/queries/public-query.ts';
import { NOT_FOUND } from '../routes.tsx';
import { pageAt } from './pages.ts';

/** Meta data of a page for search engines and link previews. */
export interface ScreenHead {
  title: string;
  description: string;
  /** Path of a picture of 1200 × 630 pixels. */
  image: string;
  /** Linked data (schema.org), one object each. */
  linkedData: object[];
}

export interface RenderRequest {
  /** Without a trailing slash. */
  path: string;
  /** The query string of one of the page's variants without its question mark, or empty. */
  search: string;
  language: Language;
  /** Replies of the API to the requests of `screenNeedsOf`; missing ones are rendered as loading. */
  given: PrefetchedReplies;
  /** The same, plus those used by the head alone. */
  known: PrefetchedReplies;
  publicUrl: string;
}

const WORDS = { fa, en };

/** For pages that are not indexed; their title is the exchange's current name. */
export const generalHead = (language: Language): Pick<ScreenHead, 'description'> => ({
  description: WORDS[language].pages['/'].description,
});

export function headOf(wanted: RenderRequest): ScreenHead {
  const { path, language, known } = wanted;
  const name = nameOf(known, language);
  const site: Site = { ...wanted, name };
  const { pages, missing } = WORDS[language];
  if (path === NOT_FOUND.path)
    return {
      title: `${missing.title} | ${name}`,
      description: missing.description,
      image: `/share/${language}/home.png`,
      linkedData: [],
    };
  const pattern = pageAt(path)?.path ?? '/';
  const market = pattern === '/market/:coin/:sourceCoin' && parseMarket(path.split('/').slice(2).join('_'));
  if (market) return marketHead(site, market);
  const slug = pattern === '/blog/:slug' ? path.split('/')[2] : undefined;
  const post = slug && reply<typeof blogItem>(known, '/blog/:slug', { slug })?.baseDTO;
  if (post) return postHead(site, post);
  const page = pages[pattern as keyof typeof pages] ?? pages['/'];
  return {
    title: `${page.title} | ${name}`,
    description: page.description,
    image: `/share/${language}/home.png`,
    linkedData:
      pattern === '/'
        ? siteData(site)
        : [trail(site, [[page.crumb, path]]), ...(pattern === '/faq' ? questionData(site) : [])],
  };
}

interface Site extends RenderRequest {
  /** The exchange's name. */
  name: string;
}

/** Returns the API's reply to a path, if it was requested. */
const reply = <E extends Endpoint = never>(
  known: PrefetchedReplies,
  path: E['path'],
  params?: Record<string, string>,
): ReplyOf<E> | undefined => known[addressOf(path, { params })] as ReplyOf<E> | undefined;

const nameOf = (known: PrefetchedReplies, language: Language): string =>
  reply<typeof brand>(known, '/brand')?.baseDTO.name[language] ?? WORDS[language].name;

const addressIn = ({ publicUrl, language }: Site, path: string): string =>
  `${publicUrl}${path}${language === 'fa' ? '' : '?lang=en'}`;

/** Breadcrumbs of the page, starting with home. */
function trail(site: Site, steps: readonly (readonly [name: string, path: string])[]): object {
  const all = [[site.name, '/'] as const, ...steps];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: all.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: addressIn(site, path),
    })),
  };
}

function siteData(site: Site): object[] {
  const { publicUrl, language, name, known } = site;
  const rows = reply<typeof exchangeInfo>(known, '/exchange-info')?.content;
  const info = rows?.find((row) => row.language === language);
  const elsewhere = info ? [info.telegram, info.instagram, info.twitter, info.linkedin].filter(Boolean) : [];
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      '@id': `${publicUrl}/#organization`,
      name,
      url: addressIn(site, '/'),
      logo: `${publicUrl}/icons/512.png`,
      ...(info?.email && { email: info.email }),
      ...(elsewhere.length > 0 && { sameAs: elsewhere }),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name,
      url: addressIn(site, '/'),
      inLanguage: language,
      publisher: { '@id': `${publicUrl}/#organization` },
    },
  ];
}

function marketHead(site: Site, { coin, ...asked }: { coin: Coin; quote: Quote }): ScreenHead {
  const { language, known, name } = site;
  const quote = quoteIn(language, coin, asked.quote);
  const words = WORDS[language];
  const [coinWord, unit] = [coinName(coin, language), unitName(quote, language)];
  const { symbol } = ASSETS[coin];
  const fill = (text: string) =>
    text.replaceAll('{coin}', coinWord).replaceAll('{unit}', unit).replaceAll('{symbol}', symbol);
  const rows = known[pricesAddress(quote)] as CoinPrice[] | undefined;
  const price = rows?.find((row) => row.destCoinSymbol === coin)?.referencePrice;
  return {
    title: `${fill(words.market.title)} | ${name}`,
    description: fill(words.market.description),
    image: `/share/${language}/${coin}-${quote}.png`,
    linkedData: [
      trail(site, [
        [words.pages['/markets'].crumb, '/markets'],
        [coinWord, marketPath(coin, quote)],
      ]),
      ...(price
        ? [
            {
              '@context': 'https://schema.org',
              '@type': 'ExchangeRateSpecification',
              name: `${symbol}/${ASSETS[quote].symbol}`,
              currency: symbol,
              currentExchangeRate: {
                '@type': 'UnitPriceSpecification',
                // ISO 4217 only has the rial: ten to a Toman.
                price: quote === 'TOMAN' ? `${price}0` : price,
                priceCurrency: quote === 'TOMAN' ? 'IRR' : 'USDT',
              },
            },
          ]
        : []),
    ],
  };
}

function questionData({ known }: Site): object[] {
  const asked = reply<typeof faq>(known, '/faq')?.content ?? [];
  if (asked.length === 0) return [];
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: asked.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ];
}

function postHead(site: Site, post: BlogItem): ScreenHead {
  const { language, name, path, publicUrl } = site;
  const { pages, post: words } = WORDS[language];
  // An article about a coin has the coin's English name as its title; search results show a sentence.
  const title = post.coin ? words.coin.replaceAll('{coin}', coinName(post.coin, language)) : post.title;
  const unit = post.coin === 'TETHER' ? 'TOMAN' : 'TETHER';
  const image = `/share/${language}/${post.coin ? `${post.coin}-${unit}` : 'home'}.png`;
  const plain = post.body
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const description = post.summary || `${plain.slice(0, 155)}…`;
  return {
    title: `${title} | ${name}`,
    description,
    image,
    linkedData: [
      trail(site, [
        [pages['/blog'].crumb, '/blog'],
        [title, path],
      ]),
      {
        '@context': 'https://schema.org',
        '@type': 'BlogPosting',
        headline: title,
        description,
        image: publicUrl + (post.picture ?? image),
        datePublished: post.publishedAtDateTime,
        inLanguage: language,
        mainEntityOfPage: addressIn(site, path),
        author: { '@type': 'Organization', name, url: addressIn(site, '/') },
        publisher: { '@type': 'Organization', name, logo: `${publicUrl}/icons/512.png` },
      },
    ],
  };
}
