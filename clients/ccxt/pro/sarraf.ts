//  ---------------------------------------------------------------------------

import { sha256 } from '@noble/hashes/sha2.js';
import { AuthenticationError, ExchangeError } from 'ccxt';
import sarrafRest from '../sarraf.ts';
import type { Balances, Dict, Int, Market, Order, OrderBook, Str, Trade } from '../types.ts';

//  ---------------------------------------------------------------------------

/** Maximum number of orders and trades stored between two calls of a watch method. */
const MAX_STORED = 1000;

export default class sarraf extends sarrafRest {
  describe(): any {
    return this.deepExtend(super.describe(), {
      'has': {
        'ws': true,
        'watchBalance': true,
        'watchMyTrades': true,
        'watchOrderBook': true,
        'watchOrders': true,
        'watchTrades': true,
      },
      'streaming': {
        'ping': this.ping,
        'keepAlive': 20000,
      },
      'options': {
        'told': {},
      },
    });
  }

  ping(client: any) {
    return { 'op': 'ping' };
  }

  streamUrl(): string {
    return this.implodeHostname(this.urls['api']['ws']);
  }

  /**
   * @method
   * @name sarraf#watchOrderBook
   * @description watches information on open orders with bid (buy) and ask (sell) prices, volumes and other data
   * @param {string} symbol unified symbol of the market to fetch the order book for
   * @param {int} [limit] the maximum amount of order book entries to return
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {object} an [order book structure]{@link https://docs.ccxt.com/?id=order-book-structure}
   */
  async watchOrderBook(symbol: string, limit: Int = undefined, params = {}): Promise<OrderBook> {
    await this.loadMarkets();
    const market = this.market(symbol);
    const channel = 'book:' + market['id'];
    const request = { 'op': 'subscribe', 'channels': [channel] };
    const orderbook = await this.watch(this.streamUrl(), channel, this.extend(request, params), channel, {
      'limit': limit,
    });
    return orderbook.limit();
  }

  handleOrderBook(client: any, message: Dict) {
    const channel = this.safeString(message, 'channel') as string;
    const symbol = this.safeSymbol(channel.split(':')[1]);
    const data = this.safeDict(message, 'data', {});
    const sequence = this.safeInteger(message, 'seq');
    if (this.safeString(message, 'type') === 'snapshot') {
      const subscription = this.safeDict(client.subscriptions, channel, {});
      const orderbook = this.orderBook({}, this.safeInteger(subscription, 'limit'));
      const snapshot = this.parseOrderBook(data, symbol);
      snapshot['nonce'] = sequence;
      orderbook.reset(snapshot);
      this.orderbooks[symbol] = orderbook;
      client.resolve(orderbook, channel);
      return;
    }
    const orderbook = this.orderbooks[symbol];
    if (orderbook === undefined) {
      return;
    }
    const previous = this.safeInteger(message, 'prev', (sequence as number) - 1);
    if (previous !== orderbook['nonce']) {
      // A message was missed: subscribing again gives a new snapshot.
      delete this.orderbooks[symbol];
      client.send({ 'op': 'subscribe', 'channels': [channel] });
      return;
    }
    this.handleDeltas(orderbook['bids'], this.safeList(data, 'bids', []));
    this.handleDeltas(orderbook['asks'], this.safeList(data, 'asks', []));
    orderbook['nonce'] = sequence;
    client.resolve(orderbook, channel);
  }

  handleDelta(bookside: any, delta: any) {
    bookside.store(this.safeFloat(delta, 0), this.safeFloat(delta, 1));
  }

  /**
   * @method
   * @name sarraf#watchTrades
   * @description get the list of most recent trades for a particular symbol
   * @param {string} symbol unified symbol of the market to fetch trades for
   * @param {int} [since] timestamp in ms of the earliest trade to fetch
   * @param {int} [limit] the maximum amount of trades to fetch
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {object[]} a list of [trade structures]{@link https://docs.ccxt.com/?id=public-trades}
   */
  async watchTrades(
    symbol: string,
    since: Int = undefined,
    limit: Int = undefined,
    params = {},
  ): Promise<Trade[]> {
    await this.loadMarkets();
    const market = this.market(symbol);
    return await this.watchList('trades:' + market['id'], undefined, since, limit, params);
  }

  /**
   * @method
   * @name sarraf#watchOrders
   * @description watches information on multiple orders made by the user: first the open ones, then each new, changed or ended one
   * @param {string} [symbol] unified market symbol of the market orders were made in
   * @param {int} [since] the earliest time in ms to fetch orders for
   * @param {int} [limit] the maximum number of order structures to retrieve
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {object[]} a list of [order structures]{@link https://docs.ccxt.com/?id=order-structure}
   */
  async watchOrders(
    symbol: Str = undefined,
    since: Int = undefined,
    limit: Int = undefined,
    params = {},
  ): Promise<Order[]> {
    await this.loadMarkets();
    await this.authenticate();
    return await this.watchList('open-orders', symbol, since, limit, params);
  }

  /**
   * @method
   * @name sarraf#watchMyTrades
   * @description watches information on multiple trades made by the user: first the last fifty, then each new one
   * @param {string} [symbol] unified market symbol of the market trades were made in
   * @param {int} [since] the earliest time in ms to fetch trades for
   * @param {int} [limit] the maximum number of trade structures to retrieve
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {object[]} a list of [trade structures]{@link https://docs.ccxt.com/?id=trade-structure}
   */
  async watchMyTrades(
    symbol: Str = undefined,
    since: Int = undefined,
    limit: Int = undefined,
    params = {},
  ): Promise<Trade[]> {
    await this.loadMarkets();
    await this.authenticate();
    return await this.watchList('fills', symbol, since, limit, params);
  }

  /**
   * @method
   * @name sarraf#watchBalance
   * @description watch balance and get the amount of funds available for trading or funds locked in orders
   * @param {object} [params] extra parameters specific to the exchange API endpoint
   * @returns {object} a [balance structure]{@link https://docs.ccxt.com/?id=balance-structure}
   */
  async watchBalance(params = {}): Promise<Balances> {
    await this.loadMarkets();
    await this.authenticate();
    const request = { 'op': 'subscribe', 'channels': ['balances'] };
    return await this.watch(this.streamUrl(), 'balances', this.extend(request, params), 'balances');
  }

  /** Returns what has arrived since the last call, of one market if given; waits if there is nothing. */
  async watchList(channel: string, symbol: Str, since: Int, limit: Int, params = {}): Promise<any[]> {
    const symbolHash = symbol === undefined ? channel : channel + ':' + this.symbol(symbol);
    const request = { 'op': 'subscribe', 'channels': [channel] };
    const url = this.streamUrl();
    let entries = this.takeStoredEntries(symbolHash);
    while (entries.length === 0) {
      this.options['told'][symbolHash] = [];
      await this.watch(url, symbolHash, this.extend(request, params), channel);
      entries = this.takeStoredEntries(symbolHash);
    }
    return this.filterBySinceLimit(entries, since, limit, 'timestamp', true);
  }

  takeStoredEntries(key: string): any[] {
    const entries = this.safeList(this.options['told'], key, []);
    if (key in this.options['told']) {
      this.options['told'][key] = [];
    }
    return entries as any[];
  }

  /** Stored for callers that watch the channel, or one market of it, until they call. */
  storeEntries(client: any, channel: string, entries: any[]) {
    const keys = Object.keys(this.options['told']);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as string;
      for (let j = 0; j < entries.length; j++) {
        if (key === channel || key === channel + ':' + entries[j]['symbol']) {
          this.options['told'][key].push(entries[j]);
        }
      }
      const stored = this.options['told'][key];
      if (stored.length > MAX_STORED) {
        this.options['told'][key] = stored.slice(stored.length - MAX_STORED);
      }
      if (stored.length > 0) {
        client.resolve(true, key);
      }
    }
  }

  handleBalance(client: any, message: Dict) {
    const data = this.safeList(message, 'data', []);
    this.balance['info'] = data;
    for (let i = 0; i < data.length; i++) {
      const entry = data[i];
      const code = this.safeCurrencyCode(this.safeString(entry, 'relatedCoin')) as string;
      const account = this.account();
      account['free'] = this.safeString(entry, 'credit');
      account['used'] = this.safeString(entry, 'blockedCredit');
      account['total'] = this.safeString(entry, 'totalBalance');
      this.balance[code] = account;
    }
    this.balance = this.safeBalance(this.balance);
    client.resolve(this.balance, 'balances');
  }

  async authenticate(params = {}) {
    this.checkRequiredCredentials();
    const url = this.streamUrl();
    const client = this.client(url);
    const messageHash = 'authenticated';
    const future = client.reusableFuture(messageHash);
    if (this.safeValue(client.subscriptions, messageHash) === undefined) {
      const time = this.nonce().toString();
      const digest = this.hash(this.encode(''), sha256 as any, 'hex');
      const text = time + '\nGET\n/api/stream\n' + digest;
      const request = { 'op': 'auth', 'key': this.apiKey, 'time': time, 'signature': this.signText(text) };
      this.watch(url, messageHash, this.extend(request, params), messageHash, true);
    }
    return await future;
  }

  handleErrorMessage(client: any, message: Dict) {
    const code = this.safeString(message, 'message');
    const feedback = this.id + ' ' + this.json(message);
    let error: any;
    try {
      this.throwExactlyMatchedException(this.exceptions['exact'], code, feedback);
      error = new ExchangeError(feedback);
    } catch (e) {
      error = e;
    }
    if (error instanceof AuthenticationError || 'authenticated' in client.futures) {
      delete client.subscriptions['authenticated'];
    }
    client.reject(error);
  }

  handleMessage(client: any, message: any) {
    const op = this.safeString(message, 'op');
    if (op === 'authenticated') {
      // It stays among the futures, for all callers that check whether the connection is authenticated.
      const future = this.safeValue(client.futures, 'authenticated');
      future.resolve(true);
      return;
    }
    if (op === 'pong') {
      client.lastPong = this.milliseconds();
      return;
    }
    if (op === 'error') {
      this.handleErrorMessage(client, message);
      return;
    }
    const channel = this.safeString(message, 'channel', '');
    const parts = channel.split(':');
    const name = parts[0];
    const data = this.safeValue(message, 'data');
    if (name === 'book') {
      this.handleOrderBook(client, message);
    } else if (name === 'balances') {
      this.handleBalance(client, message);
    } else if (name === 'open-orders') {
      this.storeEntries(client, channel, this.parseOrders(data));
    } else if (name === 'fills') {
      this.storeEntries(client, channel, this.parseTrades(data));
    } else if (name === 'trades') {
      const market: Market = this.safeMarket(parts[1]);
      this.storeEntries(client, channel, this.parseTrades(data, market));
    }
  }
}
