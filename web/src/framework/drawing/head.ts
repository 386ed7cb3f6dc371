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
import en from '../../../../messages/web/en/head.json' with { type: 'json' };
import fa from '../../../../messages/web/fa/head.json' with { type: 'json' };
import { buildApiUrl } from '../../lib/api/api.ts';
import { chooseQuote, coinName, marketPath, unitName } from '../../lib/market/coins.ts';
import { pricesUrl } from '../../lib/market/prices.ts';
import type { PrefetchedReplies } from '../../lib/queries/public-query.ts';
import { NOT_FOUND } from '../../routes.tsx';
import type { Language } from '../i18n/language.ts';
import { findPage } from './pages.ts';

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
  replies: PrefetchedReplies;
  /** The same, plus those used by the head alone. */
  allReplies: PrefetchedReplies;
  publicUrl: string;
}

const WORDS = { fa, en };

/** For pages that are not indexed; their title is the exchange's current name. */
export const generalHead = (language: Language): Pick<ScreenHead, 'description'> => ({
  description: WORDS[language].pages['/'].description,
});

export function buildHead(request: RenderRequest): ScreenHead {
  const { path, language, allReplies } = request;
  const name = getExchangeName(allReplies, language);
  const site: Site = { ...request, name };
  const { pages, missing } = WORDS[language];
  if (path === NOT_FOUND.path)
    return {
      title: `${missing.title} | ${name}`,
      description: missing.description,
      image: `/share/${language}/home.png`,
      linkedData: [],
    };
  const pattern = findPage(path)?.path ?? '/';
  const market = pattern === '/market/:coin/:sourceCoin' && parseMarket(path.split('/').slice(2).join('_'));
  if (market) return buildMarketHead(site, market);
  const slug = pattern === '/blog/:slug' ? path.split('/')[2] : undefined;
  const post = slug && findReply<typeof blogItem>(allReplies, '/blog/:slug', { slug })?.baseDTO;
  if (post) return buildPostHead(site, post);
  const page = pages[pattern as keyof typeof pages] ?? pages['/'];
  return {
    title: `${page.title} | ${name}`,
    description: page.description,
    image: `/share/${language}/home.png`,
    linkedData:
      pattern === '/'
        ? buildSiteData(site)
        : [
            buildBreadcrumbs(site, [[page.crumb, path]]),
            ...(pattern === '/faq' ? buildQuestionData(site) : []),
          ],
  };
}

interface Site extends RenderRequest {
  /** The exchange's name. */
  name: string;
}

/** Returns the API's reply to a path, if it was requested. */
const findReply = <E extends Endpoint = never>(
  replies: PrefetchedReplies,
  path: E['path'],
  params?: Record<string, string>,
): ReplyOf<E> | undefined => replies[buildApiUrl(path, { params })] as ReplyOf<E> | undefined;

const getExchangeName = (replies: PrefetchedReplies, language: Language): string =>
  findReply<typeof brand>(replies, '/brand')?.baseDTO.name[language] ?? WORDS[language].name;

const buildPageUrl = ({ publicUrl, language }: Site, path: string): string =>
  `${publicUrl}${path}${language === 'fa' ? '' : '?lang=en'}`;

/** Breadcrumbs of the page, starting with home. */
function buildBreadcrumbs(site: Site, steps: readonly (readonly [name: string, path: string])[]): object {
  const items = [[site.name, '/'] as const, ...steps];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: items.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: buildPageUrl(site, path),
    })),
  };
}

function buildSiteData(site: Site): object[] {
  const { publicUrl, language, name, allReplies } = site;
  const rows = findReply<typeof exchangeInfo>(allReplies, '/exchange-info')?.content;
  const info = rows?.find((row) => row.language === language);
  const socialLinks = info
    ? [info.telegram, info.instagram, info.twitter, info.linkedin].filter(Boolean)
    : [];
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      '@id': `${publicUrl}/#organization`,
      name,
      url: buildPageUrl(site, '/'),
      logo: `${publicUrl}/icons/512.png`,
      ...(info?.email && { email: info.email }),
      ...(socialLinks.length > 0 && { sameAs: socialLinks }),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name,
      url: buildPageUrl(site, '/'),
      inLanguage: language,
      publisher: { '@id': `${publicUrl}/#organization` },
    },
  ];
}

function buildMarketHead(site: Site, { coin, ...pathMarket }: { coin: Coin; quote: Quote }): ScreenHead {
  const { language, allReplies, name } = site;
  const quote = chooseQuote(language, coin, pathMarket.quote);
  const words = WORDS[language];
  const [coinWord, unit] = [coinName(coin, language), unitName(quote, language)];
  const { symbol } = ASSETS[coin];
  const fillTemplate = (text: string) =>
    text.replaceAll('{coin}', coinWord).replaceAll('{unit}', unit).replaceAll('{symbol}', symbol);
  const rows = allReplies[pricesUrl(quote)] as CoinPrice[] | undefined;
  const price = rows?.find((row) => row.destCoinSymbol === coin)?.referencePrice;
  return {
    title: `${fillTemplate(words.market.title)} | ${name}`,
    description: fillTemplate(words.market.description),
    image: `/share/${language}/${coin}-${quote}.png`,
    linkedData: [
      buildBreadcrumbs(site, [
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

function buildQuestionData({ allReplies }: Site): object[] {
  const questions = findReply<typeof faq>(allReplies, '/faq')?.content ?? [];
  if (questions.length === 0) return [];
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ];
}

function buildPostHead(site: Site, post: BlogItem): ScreenHead {
  const { language, name, path, publicUrl } = site;
  const { pages, post: words } = WORDS[language];
  // An article about a coin has the coin's English name as its title; search results show a sentence.
  const title = post.coin ? words.coin.replaceAll('{coin}', coinName(post.coin, language)) : post.title;
  const unit = post.coin === 'TETHER' ? 'TOMAN' : 'TETHER';
  const image = `/share/${language}/${post.coin ? `${post.coin}-${unit}` : 'home'}.png`;
  const plainText = post.body
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const description = post.summary || `${plainText.slice(0, 155)}…`;
  return {
    title: `${title} | ${name}`,
    description,
    image,
    linkedData: [
      buildBreadcrumbs(site, [
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
        mainEntityOfPage: buildPageUrl(site, path),
        author: { '@type': 'Organization', name, url: buildPageUrl(site, '/') },
        publisher: { '@type': 'Organization', name, logo: `${publicUrl}/icons/512.png` },
      },
    ],
  };
}
