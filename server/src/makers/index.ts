import {
  COINS,
  type Coin,
  formatAmount,
  formatDecimal,
  formatMarketType,
  MINUTE_MS,
  type OrderTerms,
  parseDecimal,
  priceDecimals,
  QUOTES,
  type Quote,
  type Side,
  scaleOf,
} from '@sarraf/domain';
import { type CoinPrice, MAX_IN_BATCH, type MarketTerms, type Order } from '@sarraf/domain/contracts';
import type { Config } from '../platform/config/config.ts';
import { createLog, type Log } from '../platform/log.ts';
import { ApiClient, ApiRefusal } from './client.ts';
import { countQuietTrades } from './quiet-trades.ts';
import { computeAmount, type OpenQuote, planQuotes } from './quotes.ts';

export interface MakersOptions {
  /** Address of the public API. */
  url: string;
  /** The account that quotes, and the one that sometimes trades with the quotes (self-trades are prevented). */
  quoter: { email: string; password: string };
  taker: { email: string; password: string };
  log: Log;
  random?: () => number;
}

const DEMO_PASSWORD = 'Sarraf-demo-1';

/** Returns the demo accounts for a server in this process. */
export const demoMakersOptions = ({
  PORT,
  LOG_LEVEL,
}: Pick<Config, 'PORT' | 'LOG_LEVEL'>): MakersOptions => ({
  url: `http://127.0.0.1:${PORT}`,
  quoter: { email: 'maker@sarraf.test', password: DEMO_PASSWORD },
  taker: { email: 'taker@sarraf.test', password: DEMO_PASSWORD },
  log: createLog(LOG_LEVEL),
});

interface QuotedMarket {
  coin: Coin;
  quote: Quote;
  name: string;
  terms: OrderTerms;
}

/** Value of one quote, and maximum of one trade, whole units of the quote. */
const BASE_QUOTE_VALUE: Record<Quote, bigint> = { TOMAN: 60_000_000n, TETHER: 500n };
const MAX_TRADE_VALUE: Record<Quote, bigint> = { TOMAN: 12_000_000n, TETHER: 100n };
/** Size of a trade that only gives a quiet market's candle its volume, in percent of the maximum. */
const QUIET_PERCENT = 8;
/** Pause between two markets, and between two trading requests. */
const QUOTE_INTERVAL_MS = 400;
/** The same in the first round, so that all order books are filled within seconds. */
const FIRST_QUOTE_INTERVAL_MS = 50;
const TRADE_INTERVAL_MS = 1_500;
const PRICE_CACHE_MS = 2_000;
const RETRY_DELAY_MS = 3_000;
/** Coins that are traded most: the first of the list. */
const BUSY_COINS: readonly Coin[] = ['TETHER', 'BITCOIN', 'ETHEREUM', 'TRON', 'DOGE_COIN', 'RIPPLE'];

/**
 * The sandbox's market makers: two supervisor accounts that use the public API like any customer. One maintains a
 * ladder of quotes around the reference price of every market, the other sometimes takes a little of it.
 */
export function startMakers(options: MakersOptions): { stop(): Promise<void> } {
  const makers = new MarketMakers(options);
  return { stop: () => makers.stop() };
}

class MarketMakers {
  readonly #quoter: ApiClient;
  readonly #taker: ApiClient;
  readonly #log: Log;
  readonly #random: () => number;
  readonly #stopping = new AbortController();
  readonly #loops: Promise<void>[];
  #markets: QuotedMarket[] = [];
  #midPrices = new Map<string, bigint>();
  #midsReadAt = 0;
  /** Markets without a trade in the current minute, and which minute that is. */
  #quietMarkets: QuotedMarket[] = [];
  #currentMinute = 0;
  /** Markets that have been quoted once. */
  readonly #quotedMarkets = new Set<string>();

  constructor({ url, quoter, taker, log, random = Math.random }: MakersOptions) {
    this.#quoter = new ApiClient(url, quoter.email, quoter.password);
    this.#taker = new ApiClient(url, taker.email, taker.password);
    this.#log = log;
    this.#random = random;
    let nextIndex = 0;
    this.#loops = [
      this.#runLoop(
        () => (this.#isFirstRound() ? FIRST_QUOTE_INTERVAL_MS : QUOTE_INTERVAL_MS),
        async () => {
          const market = (await this.#readOpenMarkets())[nextIndex];
          nextIndex = market ? nextIndex + 1 : 0;
          if (market) await this.#updateQuotes(market);
        },
      ),
      this.#runLoop(
        () => TRADE_INTERVAL_MS,
        () => this.#tradeRound(),
      ),
    ];
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
  }

  #isFirstRound(): boolean {
    return this.#markets.length === 0 || this.#quotedMarkets.size < this.#markets.length;
  }

  async #runLoop(pauseMs: () => number, work: () => Promise<void>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const isFailed = await work().then(
        () => false,
        (err: unknown) => {
          // The server is starting, stopping or busy: the next turn retries.
          this.#log.debug({ area: 'makers', err }, 'a turn of the market makers failed');
          return true;
        },
      );
      await this.#pause(isFailed ? RETRY_DELAY_MS : pauseMs());
    }
  }

  #pause(ms: number): Promise<void> {
    const { signal } = this.#stopping;
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Reads the open markets, once a round. */
  async #readOpenMarkets(): Promise<QuotedMarket[]> {
    if (this.#markets.length === 0) {
      const allPairs = COINS.flatMap((coin) =>
        QUOTES.filter((quote) => (quote as string) !== coin).map((quote) => ({ coin, quote })),
      );
      const markets = await Promise.all(
        allPairs.map(({ coin, quote }) => this.#readMarketTerms(coin, quote)),
      );
      this.#markets = markets.filter((market) => market !== null);
    }
    return this.#markets;
  }

  async #readMarketTerms(coin: Coin, quote: Quote): Promise<QuotedMarket | null> {
    const name = formatMarketType(coin, quote);
    const reply = await this.#quoter
      .readPublic<{ baseDTO: MarketTerms }>(`/markets/${name}`)
      .catch((error) => {
        if (error instanceof ApiRefusal && error.httpStatus < 500) return null;
        throw error;
      });
    if (reply === null) return null;
    const { tick, lot, minNotional, maxAmount } = reply.baseDTO;
    const parseUnits = (text: string, scale: number) => parseDecimal(text, scale) ?? 0n;
    const terms = {
      coin,
      quote,
      tick: parseUnits(tick, scaleOf(quote)),
      lot: parseUnits(lot, scaleOf(coin)),
      minNotional: parseUnits(minNotional, scaleOf(quote)),
      maxAmount: parseUnits(maxAmount, scaleOf(coin)),
    };
    return { coin, quote, name, terms };
  }

  async #readMid({ name }: QuotedMarket): Promise<bigint | null> {
    if (performance.now() - this.#midsReadAt > PRICE_CACHE_MS) {
      this.#midsReadAt = performance.now();
      const [toman, tether] = await Promise.all([
        this.#quoter.readPublic<CoinPrice[]>('/coins/exchange-price/usd'),
        this.#quoter.readPublic<CoinPrice[]>('/coins/exchange-price/usdt'),
      ]);
      this.#midPrices = new Map([...midPricesOf(toman, 'TOMAN'), ...midPricesOf(tether, 'TETHER')]);
    }
    return this.#midPrices.get(name) ?? null;
  }

  async #updateQuotes(market: QuotedMarket): Promise<void> {
    const { coin, quote, name, terms } = market;
    const mid = await this.#readMid(market);
    const isFirst = !this.#quotedMarkets.has(name);
    this.#quotedMarkets.add(name);
    if (mid === null) {
      await this.#quoter.call('DELETE', `/orders?marketType=${name}`);
      return;
    }
    const reply = await this.#quoter.call<{ content: Order[] }>(
      'GET',
      `/orders?status=open&marketType=${name}&size=100`,
    );
    const worth = BASE_QUOTE_VALUE[quote] * 10n ** BigInt(scaleOf(quote));
    const openQuotes = reply.content.map((order) => toOpenQuote(order, coin, quote));
    const plan = planQuotes({ terms, mid, worth, open: openQuotes, random: this.#random });
    const orders = plan.place.map(({ side, price, amount }) => ({
      marketType: name,
      orderType: side === 'buy' ? 'LIMITED_BUY' : 'LIMITED_SELL',
      amount: formatAmount(amount, coin),
      unitPrice: formatDecimal(price, scaleOf(quote), priceDecimals(coin, quote)),
    }));
    for (const cancelChunk of splitIntoChunks(plan.cancel))
      await this.#ignoreRefusals(() => this.#quoter.call('POST', '/orders/batch', { cancel: cancelChunk }));
    for (const placeChunk of splitIntoChunks(orders))
      await this.#ignoreRefusals(() => this.#quoter.call('POST', '/orders/batch', { place: placeChunk }));
    if (isFirst && openQuotes.length === 0) await this.#fillNewMarket(market);
  }

  /** Fills the empty order book of a new market, and its list of trades with one request. */
  async #fillNewMarket(market: QuotedMarket): Promise<void> {
    const percents = Array.from({ length: MAX_IN_BATCH }, () => 3 + Math.floor(this.#random() * 30));
    const newOrders = (
      await Promise.all(percents.map((percent) => this.#createRandomOrder(market, percent)))
    ).flat();
    if (newOrders.length > 0)
      await this.#ignoreRefusals(() => this.#taker.call('POST', '/orders/batch', { place: newOrders }));
  }

  /**
   * Trades in one busy market from time to time, and in enough quiet ones that each has a trade in every minute:
   * one request.
   */
  async #tradeRound(): Promise<void> {
    const markets = await this.#readOpenMarkets();
    const now = Date.now();
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#currentMinute) {
      this.#currentMinute = minute;
      this.#quietMarkets = shuffle(markets, this.#random);
    }
    const busyMarkets = markets.filter(({ coin }) => BUSY_COINS.includes(coin));
    const chosenMarket =
      this.#random() < 0.5 && busyMarkets.length > 0
        ? busyMarkets[Math.floor(this.#random() * busyMarkets.length)]
        : undefined;
    if (chosenMarket)
      this.#quietMarkets = this.#quietMarkets.filter(({ name }) => name !== chosenMarket.name);
    const quietMarkets = this.#quietMarkets.splice(
      0,
      countQuietTrades(this.#quietMarkets.length, now % MINUTE_MS, TRADE_INTERVAL_MS),
    );
    const newOrders = [
      ...(await this.#createRandomOrder(chosenMarket, 5 + Math.floor(this.#random() * 95))),
      ...(
        await Promise.all(
          quietMarkets.map((market) =>
            this.#createRandomOrder(market, 3 + Math.floor(this.#random() * QUIET_PERCENT)),
          ),
        )
      ).flat(),
    ];
    for (const orderChunk of splitIntoChunks(newOrders))
      await this.#ignoreRefusals(() => this.#taker.call('POST', '/orders/batch', { place: orderChunk }));
  }

  /** Returns an order for this percentage of the largest trade; none without a price. */
  async #createRandomOrder(market: QuotedMarket | undefined, percent: number) {
    const mid = market && (await this.#readMid(market));
    if (!market || !mid) return [];
    const { coin, quote, name, terms } = market;
    const worth = (MAX_TRADE_VALUE[quote] * 10n ** BigInt(scaleOf(quote)) * BigInt(percent)) / 100n;
    const orderType = this.#random() < 0.5 ? ('MARKET_BUY' as const) : ('MARKET_SELL' as const);
    return [{ marketType: name, orderType, amount: formatAmount(computeAmount(worth, mid, terms), coin) }];
  }

  /** Ignores refusals (an empty side, an exhausted balance, an order that was just filled), which are expected. */
  async #ignoreRefusals(work: () => Promise<unknown>): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    await work().catch((error: unknown) => {
      if (!(error instanceof ApiRefusal) || error.httpStatus === 401 || error.httpStatus >= 500) throw error;
      this.#log.debug({ area: 'makers', message: error.message }, 'a quote was refused');
    });
  }
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ one: item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

/** Splits into chunks of the maximum request size. */
const splitIntoChunks = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / MAX_IN_BATCH) }, (_, n) =>
    items.slice(n * MAX_IN_BATCH, (n + 1) * MAX_IN_BATCH),
  );

function midPricesOf(list: readonly CoinPrice[], quote: Quote): [string, bigint][] {
  const scale = scaleOf(quote);
  return list.flatMap(({ destCoinSymbol, buyPrice, sellPrice }) => {
    const buy = buyPrice === null ? null : parseDecimal(buyPrice, scale);
    const sell = sellPrice === null ? null : parseDecimal(sellPrice, scale);
    return buy && sell
      ? [[formatMarketType(destCoinSymbol as Coin, quote), (buy + sell) / 2n] as [string, bigint]]
      : [];
  });
}

function toOpenQuote(order: Order, coin: Coin, quote: Quote): OpenQuote {
  const side: Side = order.orderType.endsWith('_BUY') ? 'buy' : 'sell';
  const amount = parseDecimal(order.amount, scaleOf(coin)) ?? 0n;
  const executed = parseDecimal(order.executedAmount, scaleOf(coin)) ?? 0n;
  return {
    id: order.id,
    side,
    price: parseDecimal(order.unitPrice, scaleOf(quote)) ?? 0n,
    left: amount - executed,
  };
}
