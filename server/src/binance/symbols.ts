import { ASSETS, type Asset, COINS, type Coin, parseMarket, QUOTES, type Quote } from '@sarraf/domain';

/** A market's name in Binance's format: `BTCUSDT`, `BTCTMN`. */
export const symbolOf = (coin: Coin, quote: Quote): string => assetCodeOf(coin) + assetCodeOf(quote);

/** An asset's name in Binance's format: `BTC`. */
export const assetCodeOf = (asset: Asset): string => ASSETS[asset].symbol;

export interface SymbolMarket {
  symbol: string;
  coin: Coin;
  quote: Quote;
}

/** Every possible market, in display order. */
export const MARKET_SYMBOLS: readonly SymbolMarket[] = QUOTES.flatMap((quote) =>
  COINS.filter((coin) => (coin as string) !== quote).map((coin) => ({
    symbol: symbolOf(coin, quote),
    coin,
    quote,
  })),
);

const BY_NAME = new Map(MARKET_SYMBOLS.map((market) => [market.symbol, market]));

/** Parses a symbol; null: there is no such market. Names are upper case, as Binance's are. */
export const parseSymbol = (symbol: string): SymbolMarket | null => BY_NAME.get(symbol) ?? null;

/** Finds a market by our own name: `BITCOIN_TOMAN`. */
export function findMarketByName(name: string): SymbolMarket {
  const market = parseMarket(name);
  if (!market) throw new Error(`no market is called ${name}`);
  return { symbol: symbolOf(market.coin, market.quote), ...market };
}
