/**
 * Every asset of the exchange. Names, amount decimals and price precision: requirements §9;
 * chain decimals: satoshilabs/slips and trustwallet/wallet-core registry.json.
 */
import type { TokenType } from './chains.ts';

export interface Network {
  /** API value of `tokenType`; that of BINANCE_COIN no longer exists. */
  readonly tokenType: TokenType | 'BINANCE_COIN';
  /** Deposits and withdrawals carry a tag or memo. */
  readonly tagNeeded: boolean;
}

export interface AssetInfo {
  /** Ticker symbol: BTC. */
  readonly symbol: string;
  readonly persianName: string;
  readonly englishName: string;
  /** Digits of the smallest unit in the ledger. */
  readonly scale: number;
  /** Digits of an order amount and of displayed amounts. */
  readonly decimals: number;
  /** Digits of its price in Tether. */
  readonly pricePrecision: number;
  readonly networks: readonly Network[];
}

const nativeNetwork = (tokenType: Network['tokenType'], tagNeeded = false): readonly Network[] => [
  { tokenType, tagNeeded },
];

export const ASSETS = {
  TOMAN: defineAsset('TMN', 'تومان', 'Toman', 6, 6, 0, []),
  TETHER: defineAsset('USDT', 'تتر', 'Tether', 6, 2, 2, [
    { tokenType: 'ERC20', tagNeeded: false },
    { tokenType: 'TRC20', tagNeeded: false },
  ]),
  BITCOIN: defineAsset('BTC', 'بیت‌کوین', 'Bitcoin', 8, 8, 2, nativeNetwork('BITCOIN')),
  ETHEREUM: defineAsset('ETH', 'اتریوم', 'Ethereum', 18, 4, 2, nativeNetwork('ETHEREUM')),
  BINANCE_COIN_BSC: defineAsset('BNB', 'بی‌ان‌بی', 'BNB', 18, 3, 1, nativeNetwork('BINANCE_COIN_BSC')),
  RIPPLE: defineAsset('XRP', 'ریپل', 'XRP', 6, 0, 4, nativeNetwork('RIPPLE', true)),
  TRON: defineAsset('TRX', 'ترون', 'TRON', 6, 1, 5, nativeNetwork('TRON')),
  DOGE_COIN: defineAsset('DOGE', 'دوج‌کوین', 'Dogecoin', 8, 0, 4, nativeNetwork('DOGE_COIN')),
  LITE_COIN: defineAsset('LTC', 'لایت‌کوین', 'Litecoin', 8, 3, 1, nativeNetwork('LITE_COIN')),
  BITCOIN_CASH: defineAsset('BCH', 'بیت‌کوین کش', 'Bitcoin Cash', 8, 3, 1, nativeNetwork('BITCOIN_CASH')),
  STELLAR: defineAsset('XLM', 'استلار', 'Stellar', 7, 0, 4, nativeNetwork('STELLAR', true)),
  MATIC: defineAsset('POL', 'پالیگان', 'Polygon', 18, 1, 3, nativeNetwork('MATIC')),
  CLASSIC_ETHEREUM: defineAsset(
    'ETC',
    'اتریوم کلاسیک',
    'Ethereum Classic',
    18,
    2,
    2,
    nativeNetwork('CLASSIC_ETHEREUM'),
  ),
  DASH: defineAsset('DASH', 'دش', 'Dash', 8, 3, 2, nativeNetwork('DASH')),
  ELROND: defineAsset('EGLD', 'مولتی‌ورس‌ایکس', 'MultiversX', 18, 2, 2, nativeNetwork('ELROND')),
  CELO: defineAsset('CELO', 'سلو', 'Celo', 18, 1, 3, nativeNetwork('CELO')),
  EOS: defineAsset('EOS', 'ایاس', 'EOS (Vaulta)', 4, 4, 4, nativeNetwork('EOS', true)),
  /** Its chain was shut down: it exists in history only. */
  BINANCE_COIN: defineAsset(
    'BNB BEP2',
    'بایننس کوین (قدیمی)',
    'Binance Coin (BEP2)',
    8,
    3,
    1,
    nativeNetwork('BINANCE_COIN', true),
  ),
} as const satisfies Record<string, AssetInfo>;

export type Asset = keyof typeof ASSETS;
export type Quote = 'TOMAN' | 'TETHER';
/** Assets that can be traded. */
export type Coin = Exclude<Asset, 'TOMAN' | 'BINANCE_COIN'>;

export const QUOTES: readonly Quote[] = ['TOMAN', 'TETHER'];
/** In display order: TETHER, BITCOIN, ETHEREUM, then the common list. */
export const ALL_ASSETS = Object.keys(ASSETS) as Asset[];
export const COINS = ALL_ASSETS.filter((a): a is Coin => a !== 'TOMAN' && a !== 'BINANCE_COIN');
/** Displayed digits of a quote amount. */
export const QUOTE_DECIMALS: Record<Quote, number> = { TOMAN: 0, TETHER: 2 };

export const isAsset = (value: unknown): value is Asset =>
  typeof value === 'string' && Object.hasOwn(ASSETS, value);
export const isCoin = (value: unknown): value is Coin => isAsset(value) && (COINS as Asset[]).includes(value);
export const isQuote = (value: unknown): value is Quote => value === 'TOMAN' || value === 'TETHER';
export const scaleOf = (a: Asset): number => ASSETS[a].scale;

export type MarketType = `${Coin}_${Quote}`;

/** Splits `BITCOIN_TOMAN`; null if either half is unknown or both are the same. */
export function parseMarket(marketType: string): { coin: Coin; quote: Quote } | null {
  const separatorIndex = marketType.lastIndexOf('_');
  const coin = marketType.slice(0, separatorIndex);
  const quote = marketType.slice(separatorIndex + 1);
  return isCoin(coin) && isQuote(quote) && (coin as string) !== quote ? { coin, quote } : null;
}

export const formatMarketType = (coin: Coin, quote: Quote): MarketType => `${coin}_${quote}`;

/** Returns the digits of a unit price in a quote: whole Toman, or the coin's own price precision in Tether. */
export const priceDecimals = (coin: Coin, quote: Quote): number =>
  quote === 'TOMAN' ? 0 : ASSETS[coin].pricePrecision;

function defineAsset(
  symbol: string,
  persianName: string,
  englishName: string,
  scale: number,
  decimals: number,
  pricePrecision: number,
  networks: readonly Network[],
): AssetInfo {
  return { symbol, persianName, englishName, scale, decimals, pricePrecision, networks };
}
