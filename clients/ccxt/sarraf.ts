//  ---------------------------------------------------------------------------

import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import {
  AccountSuspended,
  AddressPending,
  ArgumentsRequired,
  AuthenticationError,
  BadRequest,
  BadSymbol,
  DuplicateOrderId,
  ExchangeError,
  ExchangeNotAvailable,
  functions,
  InsufficientFunds,
  InvalidNonce,
  InvalidOrder,
  MarketClosed,
  OnMaintenance,
  OrderImmediatelyFillable,
  OrderNotFillable,
  OrderNotFound,
  PermissionDenied,
  Precise,
  RateLimitExceeded,
} from 'ccxt';
import Exchange from './abstract/sarraf.ts';
import type {
  Balances,
  Currencies,
  Currency,
  DepositAddress,
  Dict,
  Int,
  int,
  Market,
  Num,
  OHLCV,
  Order,
  OrderBook,
  OrderRequest,
  OrderSide,
  OrderType,
  Str,
  Strings,
  Ticker,
  Tickers,
  Trade,
} from './types.ts';

//  ---------------------------------------------------------------------------

const TICK_SIZE = functions.TICK_SIZE;

/**
 * @class sarraf
 * @augments Exchange
 */
export default class sarraf extends Exchange {
  describe(): any {
    return this.deepExtend(super.describe(), {
      'id': 'sarraf',
      'name': 'Sarraf',
      'countries': ['IR'],
      'version': 'v1',
      'rateLimit': 100,
      'certified': false,
      'pro': true,
      'hostname': 'exchange.example',
      'has': {
        'CORS': undefined,
        'spot': true,
        'margin': false,
        'swap': false,
        'future': false,
        'option': false,
        'cancelAllOrders': true,
        'cancelAllOrdersAfter': true,
        'cancelOrder': true,
        'cancelOrders': true,
        'createMarketBuyOrderWithCost': true,
        'createMarketOrderWithCost': false,
        'createMarketSellOrderWithCost': false,
        'createOrder': true,
        'createOrders': true,
        'createPostOnlyOrder': true,
        'createStopLimitOrder': true,
        'createStopLossOrder': true,
        'createStopMarketOrder': true,
        'createStopOrder': true,
        'createTakeProfitOrder': true,
        'createTrailingAmountOrder': true,
        'createTriggerOrder': true,
        'editOrder': true,
        'fetchBalance': true,
        'fetchCanceledAndClosedOrders': true,
        'fetchClosedOrders': true,
        'fetchCurrencies': true,
        'fetchDepositAddress': true,
        'fetchMarkets': true,
        'fetchMyTrades': true,
        'fetchOHLCV': true,
        'fetchOpenOrders': true,
        'fetchOrder': true,
        'fetchOrderBook': true,
        'fetchOrders': true,
        'fetchOrderTrades': true,
        'fetchTicker': true,
        'fetchTickers': true,
        'fetchTime': true,
        'fetchTrades': true,
        'withdraw': false,
      },
      'timeframes': {
        '1m': '1m',
        '5m': '5m',
        '15m': '15m',
        '30m': '30m',
        '1h': '1h',
        '4h': '4h',
        '1d': '1d',
        '1w': '1w',
      },
      'urls': {
        'api': {
          'public': 'https://{hostname}/api',
          'private': 'https://{hostname}/api',
          'ws': 'wss://{hostname}/api/stream',
        },
        'www': 'https://{hostname}',
        'doc': 'https://{hostname}/api/docs',
      },
      'api': {
        'public': {
          'get': {
            'time': 1,
            'markets': 1,
            'tickers': 1,
            'coins/details': 1,
            'orderbook': 1,
            'orderbook/{marketType}': 1,
            'trades/public/{marketType}': 1,
            'candles/{marketType}': 1,
          },
        },
        'private': {
          'get': {
            'orders': 1,
            'orders/{id}': 1,
            'orders/by-client-id/{clientOrderId}': 1,
            'fills': 1,
            'movements': 1,
            'wallets/customer-addresses': 1,
            'wallets/customer/wallet-address': 10,
            'users/api-keys/self': 1,
          },
          'post': {
            'orders': 0.2,
            'orders/batch': 0.2,
            'orders/oco': 0.2,
            'orders/bracket': 0.2,
            'orders/cancel-after': 0.2,
          },
          'put': {
            'orders/{id}': 0.2,
          },
          'delete': {
            'orders': 0.2,
            'orders/{id}': 0.2,
            'orders/by-client-id/{clientOrderId}': 0.2,
          },
        },
      },
      'fees': {
        'trading': {
          'tierBased': true,
          'percentage': true,
        },
      },
      'requiredCredentials': {
        'apiKey': true,
        'secret': true, // the secret of an HMAC key, or the private key of an ED25519 key as PEM
      },
      'precisionMode': TICK_SIZE,
      'options': {
        'timeDifference': 0, // how far our clock is ahead, in milliseconds
        'adjustForTimeDifference': false, // determine it when the markets are loaded
        'lastNonce': 0,
        'selfTradePreventions': {
          'EXPIRE_TAKER': 'NEWEST',
          'EXPIRE_MAKER': 'OLDEST',
          'EXPIRE_BOTH': 'BOTH',
        },
        'triggerPriceTypes': {
          'last': 'LAST',
          'mark': 'REFERENCE',
          'index': 'REFERENCE',
        },
      },
      'features': {
        'spot': {
          'sandbox': false,
          'createOrder': {
            'marginMode': false,
            'triggerPrice': true,
            'triggerPriceType': {
              'last': true,
              'mark': true,
              'index': true,
            },
            'triggerDirection': true,
            'stopLossPrice': true,
            'takeProfitPrice': true,
            'attachedStopLossTakeProfit': undefined,
            'timeInForce': {
              'IOC': true,
              'FOK': true,
              'PO': true,
              'GTD': true,
            },
            'hedged': false,
            'selfTradePrevention': true,
            'trailing': true,
            'leverage': false,
            'marketBuyByCost': true,
            'marketBuyRequiresPrice': false,
            'iceberg': true,
            'icebergAmount': true,
          },
          'createOrders': {
            'max': 20,
          },
          'fetchMyTrades': {
            'marginMode': false,
            'limit': 500,
            'daysBack': undefined,
            'untilDays': undefined,
            'symbolRequired': false,
          },
          'fetchOrder': {
            'marginMode': false,
            'trigger': false,
            'trailing': false,
            'symbolRequired': false,
          },
          'fetchOpenOrders': {
            'marginMode': false,
            'limit': 100,
            'trigger': false,
            'trailing': false,
            'symbolRequired': false,
          },
          'fetchOrders': {
            'marginMode': false,
            'limit': 100,
            'daysBack': undefined,
            'untilDays': undefined,
            'trigger': false,
            'trailing': false,
            'symbolRequired': false,
          },
          'fetchClosedOrders': {
            'marginMode': false,
            'limit': 100,
            'daysBack': undefined,
            'daysBackCanceled': undefined,
            'untilDays': undefined,
            'trigger': false,
            'trailing': false,
            'symbolRequired': false,
          },
          'fetchOHLCV': {
            'limit': 1000,
          },
        },
        'swap': {
          'linear': undefined,
          'inverse': undefined,
        },
        'future': {
          'linear': undefined,
          'inverse': undefined,
        },
      },
      'exceptions': {
        'exact': {
          'BAD_REQUEST': BadRequest,
          'UNKNOWN_FIELD': BadRequest,
          'NOT_FOUND': OrderNotFound,
          'TOO_MANY_REQUESTS': RateLimitExceeded,
          'SERVICE_UNAVAILABLE': ExchangeNotAvailable,
          'INTERNAL_SERVER_ERROR': ExchangeNotAvailable,
          'MAINTENANCE': OnMaintenance,
          'PAUSED': OnMaintenance,
          'IDEMPOTENCY_KEY_REUSED': DuplicateOrderId,
          'NOT_AUTHORIZED': PermissionDenied,
          'Invalid Token': AuthenticationError,
          'API_KEY_REFUSED': AuthenticationError,
          'API_KEY_EXPIRED': AuthenticationError,
          'API_KEY_ADDRESS': PermissionDenied,
          'API_KEY_PERMISSION': PermissionDenied,
          'API_KEY_NOT_ALLOWED': PermissionDenied,
          'TIMESTAMP_OUT_OF_WINDOW': InvalidNonce,
          'SIGNATURE_USED': InvalidNonce,
          'ACCOUNT_FROZEN': AccountSuspended,
          'MARKET_IS_NOT_ACTIVE': MarketClosed,
          'TRADING_CLOSED': MarketClosed,
          'AMOUNT_IS_LOW': InvalidOrder,
          'AMOUNT_IS_HIGH': InvalidOrder,
          'AMOUNT_NOT_ALLOWED': InvalidOrder,
          'DISPLAY_IS_LOW': InvalidOrder,
          'AMOUNT_IS_EXECUTED': InvalidOrder,
          'UNACCEPTABLE_AMOUNT': InvalidOrder,
          'PRICE_OUT_OF_BAND': InvalidOrder,
          'Not Enough Balance': InsufficientFunds,
          'NOT_ENOUGH_BALANCE_TOMAN': InsufficientFunds,
          'NO_LIQUIDITY': OrderNotFillable,
          'FOK_NOT_FILLED': OrderNotFillable,
          'SELF_TRADE': InvalidOrder,
          'POST_ONLY_WOULD_TAKE': OrderImmediatelyFillable,
          'CLIENT_ORDER_ID_IN_USE': DuplicateOrderId,
          'TOO_MANY_OPEN_ORDERS': InvalidOrder,
          'STABLECOIN_LIMIT': InvalidOrder,
          'TRIGGER_ALREADY_REACHED': OrderImmediatelyFillable,
          'Not Enough HDWallets': AddressPending,
          'ORDER_IS_CLOSED': OrderNotFound,
          'ORDER_WAITS': InvalidOrder,
        },
        'broad': {},
      },
    });
  }

  /**
   * @method
   * @name sarraf#nonce
   * @description each signed text is valid once, so that no two requests may have the same time
   * @ignore
   */
  nonce() {
    const now = this.milliseconds() - this.safeInteger(this.options, 'timeDifference', 0);
    const last = this.safeInteger(this.options, 'lastNonce', 0);
    const next = Math.max(now, last + 1);
    this.options['lastNonce'] = next;
    return next;
  }

  /**
   * @method
   * @name sarraf#loadTimeDifference
   * @description determines how far our clock is ahead of the exchange's
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {int} milliseconds
   */
  async loadTimeDifference(params = {}) {
    const serverTime = await this.fetchTime(params);
    const now = this.milliseconds();
    this.options['timeDifference'] = now - (serverTime as number);
    this.options['lastNonce'] = 0;
    return this.options['timeDifference'];
  }

  /**
   * @method
   * @name sarraf#fetchTime
   * @description fetches the current integer timestamp in milliseconds from the exchange server
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {int} the current integer timestamp in milliseconds from the exchange server
   */
  async fetchTime(params = {}): Promise<Int> {
    const response = await this.publicGetTime(params);
    const data = this.safeDict(response, 'baseDTO', {});
    return this.safeInteger(data, 'milliseconds');
  }

  /**
   * @method
   * @name sarraf#fetchMarkets
   * @description retrieves data on all markets
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {object[]} an array of objects representing market data
   */
  async fetchMarkets(params = {}): Promise<Market[]> {
    if (this.options['adjustForTimeDifference']) {
      await this.loadTimeDifference();
    }
    const response = await this.publicGetMarkets(params);
    const markets = this.safeList(response, 'content', []);
    return this.parseMarkets(markets);
  }

  parseMarket(market: Dict): Market {
    const base = this.safeString(market, 'coinCode');
    const quote = this.safeString(market, 'quoteCode');
    const taker = this.safeString(market, 'takerFeePercent');
    const maker = this.safeString(market, 'makerFeePercent');
    return this.safeMarketStructure({
      'id': this.safeString(market, 'marketType'),
      'symbol': base + '/' + quote,
      'base': base,
      'quote': quote,
      'settle': undefined,
      'baseId': this.safeString(market, 'coin'),
      'quoteId': this.safeString(market, 'quote'),
      'settleId': undefined,
      'type': 'spot',
      'spot': true,
      'margin': false,
      'swap': false,
      'future': false,
      'option': false,
      'active': this.safeString(market, 'state') === 'OPEN',
      'contract': false,
      'linear': undefined,
      'inverse': undefined,
      'taker': this.parseNumber(Precise.stringDiv(taker, '100')),
      'maker': this.parseNumber(Precise.stringDiv(maker, '100')),
      'contractSize': undefined,
      'expiry': undefined,
      'expiryDatetime': undefined,
      'strike': undefined,
      'optionType': undefined,
      'precision': {
        'amount': this.safeNumber(market, 'lot'),
        'price': this.safeNumber(market, 'tick'),
      },
      'limits': {
        'leverage': { 'min': undefined, 'max': undefined },
        'amount': {
          'min': this.safeNumber(market, 'minAmount'),
          'max': this.safeNumber(market, 'maxAmount'),
        },
        'price': { 'min': undefined, 'max': undefined },
        'cost': { 'min': this.safeNumber(market, 'minNotional'), 'max': undefined },
      },
      'created': undefined,
      'info': market,
    });
  }

  /**
   * @method
   * @name sarraf#fetchCurrencies
   * @description fetches all available currencies on an exchange
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {object} an associative dictionary of currencies
   */
  async fetchCurrencies(params = {}): Promise<Currencies> {
    const response = await this.publicGetCoinsDetails(params);
    const coins = this.safeList(response, 'content', []);
    const result: Dict = {};
    for (let i = 0; i < coins.length; i++) {
      const coin = coins[i];
      const id = this.safeString(coin, 'name');
      const code = this.safeCurrencyCode(this.safeString(coin, 'code')) as string;
      const details = this.safeList(coin, 'tokenTypeDetails', []);
      const networks: Dict = {};
      for (let j = 0; j < details.length; j++) {
        const detail = details[j];
        const networkId = this.safeString(detail, 'tokenType');
        const network = this.networkIdToCode(networkId, code) as string;
        networks[network] = {
          'id': networkId,
          'network': network,
          'active': undefined,
          'deposit': this.safeBool(detail, 'isDepositEnable'),
          'withdraw': this.safeBool(detail, 'withdrawEnable'),
          'fee': this.safeNumber(detail, 'withdrawalFee'),
          'precision': undefined,
          'limits': {
            'deposit': { 'min': this.safeNumber(detail, 'minDeposit'), 'max': undefined },
            'withdraw': {
              'min': this.safeNumber(detail, 'minWithdraw'),
              'max': this.safeNumber(detail, 'maxWithdraw'),
            },
          },
          'info': detail,
        };
      }
      result[code] = this.safeCurrencyStructure({
        'id': id,
        'code': code,
        'name': this.safeString(coin, 'englishName'),
        'type': id === 'TOMAN' ? 'fiat' : 'crypto',
        'active': undefined,
        'deposit': undefined,
        'withdraw': undefined,
        'fee': this.safeNumber(coin, 'withdrawalFee'),
        'precision': this.parseNumber(this.parsePrecision(this.safeString(coin, 'decimals'))),
        'limits': {
          'amount': { 'min': undefined, 'max': undefined },
          'withdraw': {
            'min': this.safeNumber(coin, 'minWithdrawAmount'),
            'max': this.safeNumber(coin, 'maxWithdrawAmount'),
          },
        },
        'networks': networks,
        'info': coin,
      });
    }
    return result;
  }

  /**
   * @method
   * @name sarraf#fetchTickers
   * @description fetches price tickers for multiple markets, statistical information calculated over the past 24 hours for each market
   * @param {string[]} [symbols] unified symbols of the markets to fetch the ticker for, all market tickers are returned if not assigned
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {object} a dictionary of [ticker structures]{@link https://docs.ccxt.com/?id=ticker-structure}
   */
  async fetchTickers(symbols: Strings = undefined, params = {}): Promise<Tickers> {
    await this.loadMarkets();
    symbols = this.marketSymbols(symbols);
    const response = await this.publicGetTickers(params);
    const tickers = this.safeList(response, 'content', []);
    const timestamp = this.parse8601(this.safeString(response, 'dateTime'));
    return this.parseTickers(tickers, symbols, { 'timestamp': timestamp, 'datetime': this.iso8601(timestamp) });
  }

  /**
   * @method
   * @name sarraf#fetchTicker
   * @description fetches a price ticker, a statistical calculation with the information calculated over the past 24 hours for a specific market
   * @param {string} symbol unified symbol of the market to fetch the ticker for
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {object} a [ticker structure]{@link https://docs.ccxt.com/?id=ticker-structure}
   */
  async fetchTicker(symbol: string, params = {}): Promise<Ticker> {
    await this.loadMarkets();
    const market = this.market(symbol);
    const tickers = await this.fetchTickers([market['symbol']], params);
    return tickers[market['symbol']] as Ticker;
  }

  parseTicker(ticker: Dict, market: Market = undefined): Ticker {
    market = this.safeMarket(this.safeString(ticker, 'marketType'), market);
    const last = this.safeString(ticker, 'lastPrice');
    return this.safeTicker(
      {
        'symbol': market['symbol'],
        'timestamp': undefined,
        'datetime': undefined,
        'high': this.safeString(ticker, 'highPrice'),
        'low': this.safeString(ticker, 'lowPrice'),
        'bid': this.safeString(ticker, 'bestBid'),
        'bidVolume': this.safeString(ticker, 'bestBidAmount'),
        'ask': this.safeString(ticker, 'bestAsk'),
        'askVolume': this.safeString(ticker, 'bestAskAmount'),
        'vwap': undefined,
        'open': this.safeString(ticker, 'openPrice'),
        'close': last,
        'last': last,
        'previousClose': undefined,
        'change': undefined,
        'percentage': this.safeString(ticker, 'changePercent'),
        'average': undefined,
        'baseVolume': this.safeString(ticker, 'volume'),
        'quoteVolume': this.safeString(ticker, 'quoteVolume'),
        'indexPrice': this.safeString(ticker, 'referencePrice'),
        'info': ticker,
      },
      market,
    );
  }

  /**
   * @method
   * @name sarraf#fetchOrderBook
   * @description fetches information on open orders with bid (buy) and ask (sell) prices, volumes and other data
   * @param {string} symbol unified symbol of the market to fetch the order book for
   * @param {int} [limit] the maximum amount of order book entries to return, 1000 at most
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {object} an [order book structure]{@link https://docs.ccxt.com/?id=order-book-structure}
   */
  async fetchOrderBook(symbol: string, limit: Int = undefined, params = {}): Promise<OrderBook> {
    await this.loadMarkets();
    const market = this.market(symbol);
    const request: Dict = { 'marketType': market['id'] };
    if (limit !== undefined) {
      request['limit'] = Math.min(limit, 1000);
    }
    const response = await this.publicGetOrderbookMarketType(this.extend(request, params));
    const orderbook = this.parseOrderBook(response, market['symbol']);
    orderbook['nonce'] = this.safeInteger(response, 'sequence');
    return orderbook;
  }

  /**
   * @method
   * @name sarraf#fetchTrades
   * @description get the list of most recent trades for a particular symbol
   * @param {string} symbol unified symbol of the market to fetch trades for
   * @param {int} [since] timestamp in ms of the earliest trade to fetch
   * @param {int} [limit] the maximum amount of trades to fetch, 100 at most
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {Trade[]} a list of [trade structures]{@link https://docs.ccxt.com/?id=public-trades}
   */
  async fetchTrades(
    symbol: string,
    since: Int = undefined,
    limit: Int = undefined,
    params = {},
  ): Promise<Trade[]> {
    await this.loadMarkets();
    const market = this.market(symbol);
    const request: Dict = { 'marketType': market['id'] };
    if (limit !== undefined) {
      request['size'] = Math.min(limit, 100);
    }
    const response = await this.publicGetTradesPublicMarketType(this.extend(request, params));
    const trades = this.safeList(response, 'content', []);
    return this.parseTrades(trades, market, since, limit);
  }

  /**
   * @method
   * @name sarraf#fetchMyTrades
   * @description fetch all trades made by the user
   * @param {string} [symbol] unified market symbol
   * @param {int} [since] the earliest time in ms to fetch trades for
   * @param {int} [limit] the maximum number of trades structures to retrieve, 500 at most
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @param {int} [params.until] the latest time in ms to fetch trades for
   * @returns {Trade[]} a list of [trade structures]{@link https://docs.ccxt.com/?id=trade-structure}
   */
  async fetchMyTrades(
    symbol: Str = undefined,
    since: Int = undefined,
    limit: Int = undefined,
    params = {},
  ): Promise<Trade[]> {
    await this.loadMarkets();
    let request: Dict = {};
    let market: Market;
    if (symbol !== undefined) {
      market = this.market(symbol);
      request['marketType'] = market['id'];
    }
    if (since !== undefined) {
      request['from'] = this.iso8601(since);
      request['oldestFirst'] = true;
    }
    if (limit !== undefined) {
      request['size'] = Math.min(limit, 500);
    }
    const until = this.safeInteger(params, 'until');
    if (until !== undefined) {
      params = this.omit(params, 'until');
      request['to'] = this.iso8601(until);
    }
    request = this.extend(request, params);
    const response = await this.privateGetFills(request);
    const fills = this.safeList(response, 'content', []);
    return this.parseTrades(fills, market, since, limit);
  }

  /**
   * @method
   * @name sarraf#fetchOrderTrades
   * @description fetch all the trades made from a single order
   * @param {string} id order id
   * @param {string} [symbol] unified market symbol
   * @param {int} [since] the earliest time in ms to fetch trades for
   * @param {int} [limit] the maximum number of trades to retrieve, 500 at most
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {object[]} a list of [trade structures]{@link https://docs.ccxt.com/?id=trade-structure}
   */
  async fetchOrderTrades(
    id: string,
    symbol: Str = undefined,
    since: Int = undefined,
    limit: Int = undefined,
    params = {},
  ): Promise<Trade[]> {
    await this.loadMarkets();
    const request: Dict = { 'orderId': id };
    if (limit !== undefined) {
      request['size'] = Math.min(limit, 500);
    }
    const response = await this.privateGetFills(this.extend(request, params));
    const fills = this.safeList(response, 'content', []);
    const market = symbol === undefined ? undefined : this.market(symbol);
    return this.parseTrades(fills, market, since, limit);
  }

  parseTrade(trade: Dict, market: Market = undefined): Trade {
    //
    // public
    //
    //     { "number": 7, "unitPrice": "60000.00", "amount": "0.01000000", "side": "buy", "createdAtDateTime": "2026-11-26T00:00:00.000Z" }
    //
    // own
    //
    //     {
    //         "id": "BITCOIN_TETHER-7", "number": "7", "marketType": "BITCOIN_TETHER", "orderId": "0199…", "side": "buy",
    //         "unitPrice": "60000.00", "amount": "0.01000000", "wholePrice": "600.00", "wage": "1.2", "wageCoin": "TETHER",
    //         "maker": false, "createdAtDateTime": "2026-11-26T00:00:00.000Z"
    //     }
    //
    market = this.safeMarket(this.safeString(trade, 'marketType'), market);
    const timestamp = this.parse8601(this.safeString(trade, 'createdAtDateTime'));
    const maker = this.safeBool(trade, 'maker');
    let takerOrMaker: Str;
    if (maker !== undefined) {
      takerOrMaker = maker ? 'maker' : 'taker';
    }
    let fee: any;
    const wage = this.safeString(trade, 'wage');
    if (wage !== undefined) {
      fee = { 'cost': wage, 'currency': this.safeCurrencyCode(this.safeString(trade, 'wageCoin')) };
    }
    return this.safeTrade(
      {
        'id': this.safeString2(trade, 'id', 'number'),
        'order': this.safeString(trade, 'orderId'),
        'symbol': market['symbol'],
        'type': undefined,
        'side': this.safeString(trade, 'side'),
        'takerOrMaker': takerOrMaker,
        'price': this.safeString(trade, 'unitPrice'),
        'amount': this.safeString(trade, 'amount'),
        'cost': this.safeString(trade, 'wholePrice'),
        'fee': fee,
        'timestamp': timestamp,
        'datetime': this.iso8601(timestamp),
        'info': trade,
      },
      market,
    );
  }

  /**
   * @method
   * @name sarraf#fetchOHLCV
   * @description fetches historical candlestick data containing the open, high, low, and close price, and the volume of a market
   * @param {string} symbol unified symbol of the market to fetch OHLCV data for
   * @param {string} timeframe the length of time each candle represents
   * @param {int} [since] timestamp in ms of the earliest candle to fetch
   * @param {int} [limit] the maximum amount of candles to fetch, 1000 at most
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @param {int} [params.until] timestamp in ms of the latest candle to fetch
   * @param {string} [params.bounds] UTC (default) or TEHRAN: the clock by which hours, days and weeks start
   * @returns {int[][]} A list of candles ordered as timestamp, open, high, low, close, volume
   */
  async fetchOHLCV(
    symbol: string,
    timeframe: string = '1m',
    since: Int = undefined,
    limit: Int = undefined,
    params = {},
  ): Promise<OHLCV[]> {
    await this.loadMarkets();
    const market = this.market(symbol);
    const request: Dict = {
      'marketType': market['id'],
      'interval': this.safeString(this.timeframes, timeframe, timeframe),
      'bounds': 'UTC',
    };
    limit = limit === undefined ? 1000 : Math.min(limit, 1000);
    request['limit'] = limit;
    const until = this.safeInteger(params, 'until');
    params = this.omit(params, 'until');
    if (since !== undefined) {
      request['from'] = this.parseToInt(since / 1000);
      request['to'] = this.parseToInt(since / 1000) + limit * this.parseTimeframe(timeframe);
    }
    if (until !== undefined) {
      const to = this.parseToInt(until / 1000);
      request['to'] = since === undefined ? to : Math.min(to, request['to']);
    }
    const response = await this.publicGetCandlesMarketType(this.extend(request, params));
    const candles = this.safeList(response, 'content', []);
    return this.parseOHLCVs(candles, market, timeframe, since, limit);
  }

  parseOHLCV(ohlcv: any, market: Market = undefined): OHLCV {
    return [
      this.safeTimestamp(ohlcv, 'time'),
      this.safeNumber(ohlcv, 'open'),
      this.safeNumber(ohlcv, 'high'),
      this.safeNumber(ohlcv, 'low'),
      this.safeNumber(ohlcv, 'close'),
      this.safeNumber(ohlcv, 'volume'),
    ];
  }

  /**
   * @method
   * @name sarraf#fetchBalance
   * @description query for balance and get the amount of funds available for trading or funds locked in orders
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {object} a [balance structure]{@link https://docs.ccxt.com/?id=balance-structure}
   */
  async fetchBalance(params = {}): Promise<Balances> {
    await this.loadMarkets();
    const response = await this.privateGetWalletsCustomerAddresses(params);
    return this.parseBalance(response);
  }

  parseBalance(response: any): Balances {
    //
    //     { "TETHER": { "credit": "5000", "blockedCredit": "0", "totalBalance": "5000", "wholePriceOfCredit": "…" }, … }
    //
    const result: Dict = { 'info': response };
    const ids = Object.keys(response);
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i];
      const code = this.safeCurrencyCode(id) as string;
      const entry = response[id as string];
      const account = this.account();
      account['free'] = this.safeString(entry, 'credit');
      account['used'] = this.safeString(entry, 'blockedCredit');
      account['total'] = this.safeString(entry, 'totalBalance');
      result[code] = account;
    }
    return this.safeBalance(result);
  }

  /**
   * @method
   * @name sarraf#createOrder
   * @description create a trade order
   * @param {string} symbol unified symbol of the market to create an order in
   * @param {string} type 'market' or 'limit'
   * @param {string} side 'buy' or 'sell'
   * @param {float} amount how much of you want to trade in units of the base currency
   * @param {float} [price] the price at which the order is to be filled; for a market order the worst accepted price
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @param {string} [params.timeInForce] 'GTC', 'IOC', 'FOK', 'GTD' or 'PO'
   * @param {int} [params.validUntil] for 'GTD': a timestamp in ms, or ISO 8601
   * @param {bool} [params.postOnly] true or false
   * @param {string} [params.clientOrderId] an id of your own
   * @param {string} [params.selfTradePrevention] 'EXPIRE_TAKER', 'EXPIRE_MAKER' or 'EXPIRE_BOTH'
   * @param {float} [params.triggerPrice] the price at which the order is sent to the order book
   * @param {string} [params.triggerDirection] 'ascending' or 'descending'; unset: like a stop, upwards to buy and downwards to sell
   * @param {string} [params.triggerPriceType] 'last' (trades of the market) or 'index' (the published price)
   * @param {float} [params.stopLossPrice] the same as triggerPrice, as a stop
   * @param {float} [params.takeProfitPrice] the same, from the other side
   * @param {float} [params.trailingAmount] how far a trailing stop stays behind the best price, in the quote
   * @param {float} [params.icebergAmount] for a resting limit order: the amount displayed at a time
   * @param {float} [params.cost] for a market buy: the maximum total cost in the quote, instead of the amount
   * @param {string} [params.idempotencyKey] a repeat with the same key has no second effect; unset: a new one, used for ccxt's retries
   * @returns {object} an [order structure]{@link https://docs.ccxt.com/?id=order-structure}
   */
  async createOrder(
    symbol: string,
    type: OrderType,
    side: OrderSide,
    amount: number,
    price: Num = undefined,
    params = {},
  ): Promise<Order> {
    await this.loadMarkets();
    const market = this.market(symbol);
    const idempotencyKey = this.safeString(params, 'idempotencyKey', this.uuid());
    const request = this.createOrderRequest(
      symbol,
      type,
      side,
      amount,
      price,
      this.omit(params, 'idempotencyKey'),
    );
    request['idempotencyKey'] = idempotencyKey;
    const response = await this.privatePostOrders(request);
    return this.parseOrder(this.safeDict(response, 'baseDTO', {}), market);
  }

  createOrderRequest(
    symbol: string,
    type: OrderType,
    side: OrderSide,
    amount: Num,
    price: Num = undefined,
    params = {},
  ): Dict {
    const market = this.market(symbol);
    const isMarket = type === 'market';
    const isBuy = side === 'buy';
    const request: Dict = {
      'marketType': market['id'],
      'orderType': (isMarket ? 'MARKET' : 'LIMITED') + (isBuy ? '_BUY' : '_SELL'),
    };
    const cost = this.safeString(params, 'cost');
    if (isMarket && isBuy && cost !== undefined) {
      request['totalPrice'] = cost;
    } else {
      request['amount'] = this.amountToPrecision(symbol, amount as number);
    }
    if (price !== undefined) {
      request['unitPrice'] = this.priceToPrecision(symbol, price);
    } else if (!isMarket) {
      throw new ArgumentsRequired(this.id + ' createOrder() requires a price argument for limit orders');
    }
    if (this.isPostOnly(isMarket, false, params)) {
      request['postOnly'] = true;
    }
    const timeInForce = this.safeStringUpper(params, 'timeInForce');
    if (timeInForce !== undefined && timeInForce !== 'PO') {
      request['timeInForce'] = timeInForce;
    }
    const validUntil = this.safeValue(params, 'validUntil');
    if (validUntil !== undefined) {
      request['validUntil'] = typeof validUntil === 'number' ? this.iso8601(validUntil) : validUntil;
    }
    const selfTradePrevention = this.safeString(params, 'selfTradePrevention');
    if (selfTradePrevention !== undefined) {
      request['selfTradePrevention'] = this.safeString(
        this.options['selfTradePreventions'],
        selfTradePrevention,
        selfTradePrevention,
      );
    }
    // unified iceberg
    const icebergAmount = this.safeNumber(params, 'icebergAmount');
    if (icebergAmount !== undefined) {
      request['displayAmount'] = this.amountToPrecision(symbol, icebergAmount);
    }
    const trigger = this.createTrigger(symbol, isBuy, params);
    if (trigger !== undefined) {
      request['trigger'] = trigger;
    }
    params = this.omit(params, [
      'cost',
      'postOnly',
      'post_only',
      'timeInForce',
      'validUntil',
      'selfTradePrevention',
      'triggerPrice',
      'stopPrice',
      'triggerDirection',
      'triggerPriceType',
      'stopLossPrice',
      'takeProfitPrice',
      'trailingAmount',
      'icebergAmount',
    ]);
    return this.extend(request, params);
  }

  createTrigger(symbol: string, isBuy: boolean, params = {}): Dict | undefined {
    const priceType = this.safeString(params, 'triggerPriceType', 'last');
    const by = this.safeString(this.options['triggerPriceTypes'], priceType, priceType);
    const trailingAmount = this.safeString(params, 'trailingAmount');
    if (trailingAmount !== undefined) {
      return { 'kind': 'TRAILING_STOP', 'by': by, 'distance': this.priceToPrecision(symbol, trailingAmount) };
    }
    const takeProfitPrice = this.safeString(params, 'takeProfitPrice');
    const triggerPrice = this.safeStringN(params, [
      'triggerPrice',
      'stopPrice',
      'stopLossPrice',
      'takeProfitPrice',
    ]);
    if (triggerPrice === undefined) {
      return undefined;
    }
    const direction = this.safeString(params, 'triggerDirection');
    let kind = takeProfitPrice === undefined ? 'STOP' : 'TAKE_PROFIT';
    if (direction !== undefined) {
      const isUp = direction === 'ascending' || direction === 'up';
      kind = isUp === isBuy ? 'STOP' : 'TAKE_PROFIT';
    }
    return { 'kind': kind, 'by': by, 'price': this.priceToPrecision(symbol, triggerPrice) };
  }

  /**
   * @method
   * @name sarraf#createMarketBuyOrderWithCost
   * @description create a market buy order by providing the symbol and cost
   * @param {string} symbol unified symbol of the market to create an order in
   * @param {float} cost the total to pay in units of the quote currency, fee included
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {object} an [order structure]{@link https://docs.ccxt.com/?id=order-structure}
   */
  async createMarketBuyOrderWithCost(symbol: string, cost: number, params = {}): Promise<Order> {
    return await this.createOrder(symbol, 'market', 'buy', 0, undefined, this.extend({ 'cost': cost }, params));
  }

  /**
   * @method
   * @name sarraf#createOrders
   * @description create a list of trade orders, 20 at most
   * @param {Array} orders list of orders to create, each object should contain the parameters required by createOrder, namely symbol, type, side, amount, price and params
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {object} a list of [order structures]{@link https://docs.ccxt.com/?id=order-structure}, refused ones with status rejected
   */
  async createOrders(orders: OrderRequest[], params = {}): Promise<Order[]> {
    await this.loadMarkets();
    const place = [];
    for (let i = 0; i < orders.length; i++) {
      const order = orders[i] as Dict;
      const symbol = this.safeString(order, 'symbol') as string;
      const type = this.safeString(order, 'type') as OrderType;
      const side = this.safeString(order, 'side') as OrderSide;
      const amount = this.safeNumber(order, 'amount');
      const price = this.safeNumber(order, 'price');
      place.push(
        this.createOrderRequest(symbol, type, side, amount, price, this.safeDict(order, 'params', {})),
      );
    }
    const request: Dict = { 'place': place, 'idempotencyKey': this.uuid() };
    const response = await this.privatePostOrdersBatch(this.extend(request, params));
    return this.parseOutcomes(this.safeList(response, 'content', []));
  }

  /**
   * @method
   * @name sarraf#cancelOrders
   * @description cancel multiple orders, 20 at most
   * @param {string[]} ids order ids
   * @param {string} [symbol] unified market symbol
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {object} a list of [order structures]{@link https://docs.ccxt.com/?id=order-structure}, those that could not be cancelled with status rejected
   */
  async cancelOrders(ids: string[], symbol: Str = undefined, params = {}): Promise<Order[]> {
    await this.loadMarkets();
    const request: Dict = { 'cancel': ids, 'idempotencyKey': this.uuid() };
    const response = await this.privatePostOrdersBatch(this.extend(request, params));
    return this.parseOutcomes(this.safeList(response, 'content', []));
  }

  parseOutcomes(outcomes: any): Order[] {
    const result = [];
    for (let i = 0; i < outcomes.length; i++) {
      const outcome = outcomes[i];
      const order = this.safeDict(outcome, 'baseDTO');
      if (order === undefined) {
        result.push(this.safeOrder({ 'status': 'rejected', 'info': outcome }));
      } else {
        result.push(this.parseOrder(order));
      }
    }
    return result;
  }

  /**
   * @method
   * @name sarraf#editOrder
   * @description edit a trade order: if its price stays and its amount does not grow, it keeps its id and its priority
   * @param {string} id order id
   * @param {string} symbol unified symbol of the market to create an order in
   * @param {string} type 'limit'
   * @param {string} side 'buy' or 'sell'
   * @param {float} [amount] its total amount, including what is traded already
   * @param {float} [price] the limit
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {object} an [order structure]{@link https://docs.ccxt.com/?id=order-structure}
   */
  async editOrder(
    id: string,
    symbol: string,
    type: OrderType,
    side: OrderSide,
    amount: Num = undefined,
    price: Num = undefined,
    params = {},
  ): Promise<Order> {
    await this.loadMarkets();
    const market = this.market(symbol);
    const request: Dict = { 'id': id, 'idempotencyKey': this.uuid() };
    if (amount !== undefined) {
      request['amount'] = this.amountToPrecision(symbol, amount);
    }
    if (price !== undefined) {
      request['unitPrice'] = this.priceToPrecision(symbol, price);
    }
    const response = await this.privatePutOrdersId(this.extend(request, params));
    return this.parseOrder(this.safeDict(response, 'baseDTO', {}), market);
  }

  /**
   * @method
   * @name sarraf#cancelOrder
   * @description cancels an open order
   * @param {string} id order id
   * @param {string} [symbol] unified symbol of the market the order was made in
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @param {string} [params.clientOrderId] instead of the id
   * @returns {object} an [order structure]{@link https://docs.ccxt.com/?id=order-structure}
   */
  async cancelOrder(id: string, symbol: Str = undefined, params = {}): Promise<Order> {
    await this.loadMarkets();
    const request: Dict = { 'idempotencyKey': this.uuid() };
    let response: any;
    if (this.safeString(params, 'clientOrderId') !== undefined) {
      response = await this.privateDeleteOrdersByClientIdClientOrderId(this.extend(request, params));
    } else {
      request['id'] = id;
      response = await this.privateDeleteOrdersId(this.extend(request, params));
    }
    return this.parseOrder(this.safeDict(response, 'baseDTO', {}));
  }

  /**
   * @method
   * @name sarraf#cancelAllOrders
   * @description cancel all open orders
   * @param {string} [symbol] unified market symbol, only orders in the market of this symbol are cancelled when symbol is not undefined
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {object[]} a list of [order structures]{@link https://docs.ccxt.com/?id=order-structure}
   */
  async cancelAllOrders(symbol: Str = undefined, params = {}): Promise<Order[]> {
    await this.loadMarkets();
    const request: Dict = { 'idempotencyKey': this.uuid() };
    if (symbol === undefined) {
      request['all'] = true;
    } else {
      request['marketType'] = this.marketId(symbol);
    }
    const response = await this.privateDeleteOrders(this.extend(request, params));
    return [this.safeOrder({ 'info': response })];
  }

  /**
   * @method
   * @name sarraf#cancelAllOrdersAfter
   * @description dead man's switch, cancel all orders after the given timeout
   * @param {number} timeout time in milliseconds, 0 represents cancel the timer
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {object} the api result
   */
  async cancelAllOrdersAfter(timeout: Int, params = {}) {
    const request: Dict = {
      'seconds': Math.ceil((timeout as number) / 1000),
      'idempotencyKey': this.uuid(),
    };
    return await this.privatePostOrdersCancelAfter(this.extend(request, params));
  }

  /**
   * @method
   * @name sarraf#fetchOrder
   * @description fetches information on an order made by the user
   * @param {string} id the order id
   * @param {string} [symbol] unified symbol of the market the order was made in
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @param {string} [params.clientOrderId] instead of the id
   * @returns {object} An [order structure]{@link https://docs.ccxt.com/?id=order-structure}
   */
  async fetchOrder(id: string, symbol: Str = undefined, params = {}): Promise<Order> {
    await this.loadMarkets();
    let response: any;
    if (this.safeString(params, 'clientOrderId') !== undefined) {
      response = await this.privateGetOrdersByClientIdClientOrderId(params);
    } else {
      response = await this.privateGetOrdersId(this.extend({ 'id': id }, params));
    }
    return this.parseOrder(this.safeDict(response, 'baseDTO', {}));
  }

  /**
   * @method
   * @name sarraf#fetchOrders
   * @description fetches the newest orders made by the user
   * @param {string} [symbol] unified market symbol of the market orders were made in
   * @param {int} [since] the earliest time in ms to fetch orders for
   * @param {int} [limit] the maximum number of order structures to retrieve, 100 at most
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @param {string} [params.cursor] nextCursor of the previous page
   * @returns {Order[]} a list of [order structures]{@link https://docs.ccxt.com/?id=order-structure}
   */
  async fetchOrders(
    symbol: Str = undefined,
    since: Int = undefined,
    limit: Int = undefined,
    params = {},
  ): Promise<Order[]> {
    await this.loadMarkets();
    const request: Dict = { 'size': limit === undefined ? 100 : Math.min(limit, 100) };
    let market: Market;
    if (symbol !== undefined) {
      market = this.market(symbol);
      request['marketType'] = market['id'];
    }
    const response = await this.privateGetOrders(this.extend(request, params));
    const orders = this.safeList(response, 'content', []);
    return this.parseOrders(orders as Dict[], market, since, limit);
  }

  /**
   * @method
   * @name sarraf#fetchOpenOrders
   * @description fetch all unfilled currently open orders
   * @param {string} [symbol] unified market symbol
   * @param {int} [since] the earliest time in ms to fetch open orders for
   * @param {int} [limit] the maximum number of open orders structures to retrieve, 100 at most
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {Order[]} a list of [order structures]{@link https://docs.ccxt.com/?id=order-structure}
   */
  async fetchOpenOrders(
    symbol: Str = undefined,
    since: Int = undefined,
    limit: Int = undefined,
    params = {},
  ): Promise<Order[]> {
    return await this.fetchOrders(symbol, since, limit, this.extend({ 'status': 'open' }, params));
  }

  /**
   * @method
   * @name sarraf#fetchCanceledAndClosedOrders
   * @description fetches information on multiple orders that have ended
   * @param {string} [symbol] unified market symbol of the market orders were made in
   * @param {int} [since] the earliest time in ms to fetch orders for
   * @param {int} [limit] the maximum number of order structures to retrieve, 100 at most
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {Order[]} a list of [order structures]{@link https://docs.ccxt.com/?id=order-structure}
   */
  async fetchCanceledAndClosedOrders(
    symbol: Str = undefined,
    since: Int = undefined,
    limit: Int = undefined,
    params = {},
  ): Promise<Order[]> {
    return await this.fetchOrders(symbol, since, limit, this.extend({ 'status': 'closed' }, params));
  }

  /**
   * @method
   * @name sarraf#fetchClosedOrders
   * @description fetches information on multiple closed orders made by the user, those that were filled
   * @param {string} [symbol] unified market symbol of the market orders were made in
   * @param {int} [since] the earliest time in ms to fetch orders for
   * @param {int} [limit] the maximum number of order structures to retrieve, 100 at most
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {Order[]} a list of [order structures]{@link https://docs.ccxt.com/?id=order-structure}
   */
  async fetchClosedOrders(
    symbol: Str = undefined,
    since: Int = undefined,
    limit: Int = undefined,
    params = {},
  ): Promise<Order[]> {
    const orders = await this.fetchCanceledAndClosedOrders(symbol, since, undefined, params);
    const closed = this.filterBy(orders, 'status', 'closed') as Order[];
    return this.filterBySymbolSinceLimit(closed, symbol, since, limit) as Order[];
  }

  parseOrderStatus(status: Str, endedBy: Str): Str {
    if (status === 'IS_OPEN') {
      return 'open';
    }
    if (status === 'IS_CLOSED') {
      return 'closed';
    }
    return endedBy === 'EXPIRED' || endedBy === 'NO_LIQUIDITY' ? 'expired' : 'canceled';
  }

  parseOrder(order: Dict, market: Market = undefined): Order {
    market = this.safeMarket(this.safeString(order, 'marketType'), market);
    const parts = this.safeString(order, 'orderType', '').split('_');
    const type = this.safeString(parts, 0) === 'LIMITED' ? 'limit' : 'market';
    const timestamp = this.parse8601(this.safeString(order, 'createdAtDateTime'));
    const trigger = this.safeDict(order, 'trigger', {});
    const kind = this.safeString(trigger, 'kind');
    const triggerPrice = this.safeString(trigger, 'price');
    const postOnly = this.safeBool(order, 'postOnly');
    return this.safeOrder(
      {
        'id': this.safeString(order, 'id'),
        'clientOrderId': this.safeString(order, 'clientOrderId'),
        'timestamp': timestamp,
        'datetime': this.iso8601(timestamp),
        'lastTradeTimestamp': undefined,
        'symbol': market['symbol'],
        'type': type,
        'timeInForce': postOnly ? 'PO' : this.safeString(order, 'timeInForce'),
        'postOnly': postOnly,
        'side': this.safeStringLower(parts, 1),
        // For a market order it is the worst accepted price.
        'price': type === 'limit' ? this.safeString(order, 'unitPrice') : undefined,
        'triggerPrice': triggerPrice,
        'stopLossPrice': kind === 'STOP' ? triggerPrice : undefined,
        'takeProfitPrice': kind === 'TAKE_PROFIT' ? triggerPrice : undefined,
        'amount': this.safeString(order, 'amount'),
        'filled': this.safeString(order, 'executedAmount'),
        'cost': this.safeString(order, 'executedPrice'),
        'status': this.parseOrderStatus(
          this.safeString(order, 'orderStatus'),
          this.safeString(order, 'endedBy'),
        ),
        'fee': {
          'cost': this.safeString(order, 'wage'),
          'currency': market['quote'],
        },
        'trades': undefined,
        'info': order,
      },
      market,
    );
  }

  /**
   * @method
   * @name sarraf#fetchDepositAddress
   * @description fetch the deposit address for a currency associated with this account; the key needs DEPOSIT
   * @param {string} code unified currency code
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @param {string} [params.network] the network, required if the coin has several
   * @returns {object} an [address structure]{@link https://docs.ccxt.com/?id=address-structure}
   */
  async fetchDepositAddress(code: string, params = {}): Promise<DepositAddress> {
    await this.loadMarkets();
    const currency = this.currency(code);
    const networks = Object.keys(this.safeDict(currency, 'networks', {}));
    const network = this.safeString(params, 'network', networks.length === 1 ? networks[0] : undefined);
    if (network === undefined) {
      throw new ArgumentsRequired(
        this.id + ' fetchDepositAddress() requires a network parameter, one of ' + networks.join(', '),
      );
    }
    params = this.omit(params, 'network');
    const request: Dict = {
      'relatedCoin': currency['id'],
      'tokenType': this.networkCodeToId(network, code),
    };
    const response = await this.privateGetWalletsCustomerWalletAddress(this.extend(request, params));
    const data = this.safeDict(response, 'baseDTO', {});
    return this.extend(this.parseDepositAddress(data, currency), { 'network': network }) as DepositAddress;
  }

  parseDepositAddress(depositAddress: any, currency: Currency = undefined): DepositAddress {
    const address = this.safeString(depositAddress, 'address');
    this.checkAddress(address);
    return {
      'info': depositAddress,
      'currency': this.safeString(currency, 'code'),
      'network': undefined,
      'address': address,
      'tag': this.safeString(depositAddress, 'tag'),
    } as DepositAddress;
  }

  signText(text: string): string {
    if (this.secret.indexOf('PRIVATE KEY') >= 0) {
      return functions.eddsa(this.encode(text) as any, this.secret, ed25519 as any);
    }
    return this.hmac(this.encode(text), this.encode(this.secret), sha256 as any, 'base64');
  }

  sign(
    path: any,
    api: any = 'public',
    method = 'GET',
    params: Dict = {},
    headers: any = undefined,
    body: any = undefined,
  ): Dict {
    const idempotencyKey = this.safeString(params, 'idempotencyKey');
    const query = this.omit(params, this.extractParams(path).concat(['idempotencyKey']));
    const base = this.implodeHostname(this.urls['api'][api]);
    let request = '/' + this.implodeParams(path, this.encodePathParams(path, params));
    if (method === 'GET' || method === 'DELETE') {
      if (Object.keys(query).length > 0) {
        request += '?' + this.urlencode(query);
      }
    } else {
      body = this.json(query);
    }
    const url = base + request;
    if (api === 'private') {
      this.checkRequiredCredentials();
      const time = this.nonce().toString();
      const digest = this.hash(this.encode(body === undefined ? '' : body), sha256 as any, 'hex');
      // The signed path starts with /api, wherever the exchange is.
      const text = time + '\n' + method + '\n/api' + request + '\n' + digest;
      headers = {
        'X-Api-Key': this.apiKey,
        'X-Api-Time': time,
        'X-Api-Signature': this.signText(text),
      };
      if (body !== undefined) {
        headers['Content-Type'] = 'application/json';
      }
      if (idempotencyKey !== undefined) {
        headers['Idempotency-Key'] = idempotencyKey;
      }
    }
    return { 'url': url, 'method': method, 'body': body, 'headers': headers };
  }

  encodePathParams(path: string, params: Dict): Dict {
    const names = this.extractParams(path);
    const result: Dict = {};
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string;
      const value = this.safeString(params, name, '');
      if (value === '' || value === '.' || value === '..') {
        throw new ArgumentsRequired(this.id + ' ' + path + ' requires ' + name);
      }
      result[name] = this.encodeURIComponent(value);
    }
    return result;
  }

  handleErrors(
    code: int,
    reason: string,
    url: string,
    method: string,
    headers: Dict,
    body: string,
    response: any,
    requestHeaders: any,
    requestBody: any,
  ) {
    if (response === undefined || code < 400) {
      return undefined;
    }
    const message = this.safeString(response, 'message');
    const feedback = this.id + ' ' + body;
    // Not for an order, but for an unknown market or path.
    if (message === 'NOT_FOUND' && url.indexOf('/orders/') < 0) {
      throw new BadSymbol(feedback);
    }
    this.throwExactlyMatchedException(this.exceptions['exact'], message, feedback);
    if (code === 400) {
      throw new BadRequest(feedback);
    }
    throw new ExchangeError(feedback);
  }
}
