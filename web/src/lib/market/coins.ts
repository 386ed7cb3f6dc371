import { ASSETS, type Asset, type Coin, isAsset, QUOTE_DECIMALS, type Quote } from '@sarraf/domain';
import type { Language } from '../../i18n/language.ts';

/** "بیت‌کوین" or "Bitcoin". */
export function coinName(asset: string, language: Language): string {
  if (!isAsset(asset)) return asset;
  return language === 'fa' ? ASSETS[asset].persianName : ASSETS[asset].englishName;
}

/** What stands beside an amount: the name in Persian, the ticker in English (but "Toman"). */
export function unitName(asset: string, language: Language): string {
  if (!isAsset(asset)) return asset;
  if (language === 'fa' || asset === 'TOMAN') return coinName(asset, language);
  return ASSETS[asset].symbol;
}

export const coinSymbol = (asset: string): string => (isAsset(asset) ? ASSETS[asset].symbol : asset);
/** The page of a coin in a quote. */
export const marketPath = (coin: string, quote: Quote): string => `/market/${coin}/${quote}`;
/** What each language's pages quote prices in. */
export const mainQuote = (language: Language): Quote => (language === 'fa' ? 'TOMAN' : 'TETHER');
/** In English everything but Tether itself is quoted in Tether (spec §2.6). */
export const quoteIn = (language: Language, coin: string, quote: Quote): Quote =>
  language === 'fa' || coin === 'TETHER' ? quote : 'TETHER';
/** Of the blog's text about a coin: "EOS (Vaulta)" is told of under `eos`. */
export const blogSlug = (coin: Coin): string =>
  ASSETS[coin].englishName
    .replace(/ *\(.*/, '')
    .toLowerCase()
    .replaceAll(' ', '-');
export const coinIcon = (asset: string): string => `/coins/${asset}.svg`;

/** Digits after the point that people see of an amount of it. */
export const shownDecimals = (asset: Asset): number => {
  const quote = QUOTE_DECIMALS[asset as Quote];
  return quote ?? ASSETS[asset].decimals;
};
