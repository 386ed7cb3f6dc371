// ccxt's binance, unmodified: each address keeps its path, the host alone is ours.  npm install ccxt
// SARRAF: the address of the exchange. KEY_ID and SECRET: those of an HMAC key with READ.
import ccxt from 'ccxt';

const { SARRAF = '', KEY_ID = '', SECRET = '' } = process.env;
const exchange = new ccxt.binance({ apiKey: KEY_ID, secret: SECRET });
const moved = (url: unknown) => (typeof url === 'string' ? url.replace(/^https:\/\/[^/]+/, SARRAF) : url);
exchange.urls.api = Object.fromEntries(
  Object.entries(exchange.urls.api as object).map(([name, url]) => [name, moved(url)]),
);

const markets = await exchange.loadMarkets();
console.log(Object.keys(markets).length, 'markets');
const { USDT } = await exchange.fetchBalance();
console.log('USDT', USDT?.total);
