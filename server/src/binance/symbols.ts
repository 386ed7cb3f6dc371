import { ASSETS, type Asset, COINS, type Coin, parseMarket, QUOTES, type Quote } from '@sarraf/domain';

/** A market as Binance's form names it: `BTCUSDT`, `BTCTMN`. */
export const symbolOf = (coin: Coin, quote: Quote): string => assetCodeOf(coin) + assetCodeOf(quote);

/** An asset as Binance's form names it: `BTC`. */
export const assetCodeOf = (asset: Asset): string => ASSETS[asset].symbol;

export interface SymbolMarket {
  symbol: string;
  coin: Coin;
  quote: Quote;
}

/** Every market there may be, in display order. */
export const MARKET_SYMBOLS: readonly SymbolMarket[] = QUOTES.flatMap((quote) =>
  COINS.filter((coin) => (coin as string) !== quote).map((coin) => ({
    symbol: symbolOf(coin, quote),
    coin,
    quote,
  })),
);

const BY_NAME = new Map(MARKET_SYMBOLS.map((market) => [market.symbol, market]));

/** Null: no market of ours is called so. Names are upper case, as Binance's are. */
export const parseSymbol = (symbol: string): SymbolMarket | null => BY_NAME.get(symbol) ?? null;

/** Of our own name of a market: `BITCOIN_TOMAN`. */
export function marketOfName(name: string): SymbolMarket {
  const market = parseMarket(name);
  if (!market) throw new Error(`no market is called ${name}`);
  return { symbol: symbolOf(market.coin, market.quote), ...market };
}
