import { ASSETS, type Asset, type Coin, isAsset, QUOTE_DECIMALS, type Quote } from '@sarraf/domain';
import type { Language } from '../../framework/i18n/language.ts';

/** Returns the coin's name: "بیت‌کوین" or "Bitcoin". */
export function coinName(asset: string, language: Language): string {
  if (!isAsset(asset)) return asset;
  return language === 'fa' ? ASSETS[asset].persianName : ASSETS[asset].englishName;
}

/** Returns the unit shown next to an amount: the name in Persian, the ticker in English (but "Toman"). */
export function unitName(asset: string, language: Language): string {
  if (!isAsset(asset)) return asset;
  if (language === 'fa' || asset === 'TOMAN') return coinName(asset, language);
  return ASSETS[asset].symbol;
}

export const coinSymbol = (asset: string): string => (isAsset(asset) ? ASSETS[asset].symbol : asset);
/** Path of a coin's market page. */
export const marketPath = (coin: string, quote: Quote): string => `/market/${coin}/${quote}`;
/** The default quote of each language's pages. */
export const getDefaultQuote = (language: Language): Quote => (language === 'fa' ? 'TOMAN' : 'TETHER');
/** The quote to show: in English everything but Tether itself is quoted in Tether (spec §2.6). */
export const chooseQuote = (language: Language, coin: string, quote: Quote): Quote =>
  language === 'fa' || coin === 'TETHER' ? quote : 'TETHER';
/** Slug of the blog article about a coin: "EOS (Vaulta)" has `eos`. */
export const blogSlug = (coin: Coin): string =>
  ASSETS[coin].englishName
    .replace(/ *\(.*/, '')
    .toLowerCase()
    .replaceAll(' ', '-');
export const coinIcon = (asset: string): string => `/coins/${asset}.svg`;

/** Display decimals of an asset. */
export const getDisplayDecimals = (asset: Asset): number => {
  const quote = QUOTE_DECIMALS[asset as Quote];
  return quote ?? ASSETS[asset].decimals;
};
