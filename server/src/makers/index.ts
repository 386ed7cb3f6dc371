import {
  COINS,
  type Coin,
  formatAmount,
  formatDecimal,
  MINUTE_MS,
  marketType,
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
import { quietTrades } from './quiet-trades.ts';
import { amountFor, type OpenQuote, planQuotes } from './quotes.ts';

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
export const makersOf = ({ PORT, LOG_LEVEL }: Pick<Config, 'PORT' | 'LOG_LEVEL'>): MakersOptions => ({
  url: `http://127.0.0.1:${PORT}`,
  quoter: { email: 'maker@sarraf.test', password: DEMO_PASSWORD },
  taker: { email: 'taker@sarraf.test', password: DEMO_PASSWORD },
  log: createLog(LOG_LEVEL),
});

interface MarketOfMakers {
  coin: Coin;
  quote: Quote;
  name: string;
  terms: OrderTerms;
}

/** Value of one quote, and maximum of one trade, whole units of the quote. */
const WORTH: Record<Quote, bigint> = { TOMAN: 60_000_000n, TETHER: 500n };
const TRADE: Record<Quote, bigint> = { TOMAN: 12_000_000n, TETHER: 100n };
/** Size of a trade that only gives a quiet market's candle its volume, in percent of the maximum. */
const QUIET_PERCENT = 8;
/** Pause between two markets, and between two trading requests. */
const TURN_MS = 400;
/** The same in the first round, so that all order books are filled within seconds. */
const FIRST_TURN_MS = 50;
const TRADE_MS = 1_500;
const PRICES_MS = 2_000;
const FAILED_MS = 3_000;
/** Coins that are traded most: the first of the list. */
const BUSY: readonly Coin[] = ['TETHER', 'BITCOIN', 'ETHEREUM', 'TRON', 'DOGE_COIN', 'RIPPLE'];

/**
 * The sandbox's market makers: two supervisor accounts that use the public API like any customer. One maintains a
 * ladder of quotes around the reference price of every market, the other sometimes takes a little of it.
 */
export function startMakers(options: MakersOptions): { stop(): Promise<void> } {
  const makers = new Makers(options);
  return { stop: () => makers.stop() };
}

class Makers {
  readonly #quoter: ApiClient;
  readonly #taker: ApiClient;
  readonly #log: Log;
  readonly #random: () => number;
  readonly #stopping = new AbortController();
  readonly #loops: Promise<void>[];
  #markets: MarketOfMakers[] = [];
  #mids = new Map<string, bigint>();
  #midsAt = 0;
  /** Markets without a trade in the current minute, and which minute that is. */
  #quiet: MarketOfMakers[] = [];
  #minute = 0;
  /** Markets that have been quoted once. */
  readonly #tended = new Set<string>();

  constructor({ url, quoter, taker, log, random = Math.random }: MakersOptions) {
    this.#quoter = new ApiClient(url, quoter.email, quoter.password);
    this.#taker = new ApiClient(url, taker.email, taker.password);
    this.#log = log;
    this.#random = random;
    let turn = 0;
    this.#loops = [
      this.#loop(
        () => (this.#isFirstRound() ? FIRST_TURN_MS : TURN_MS),
        async () => {
          const market = (await this.#open())[turn];
          turn = market ? turn + 1 : 0;
          if (market) await this.#tend(market);
        },
      ),
      this.#loop(
        () => TRADE_MS,
        () => this.#trade(),
      ),
    ];
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
  }

  #isFirstRound(): boolean {
    return this.#markets.length === 0 || this.#tended.size < this.#markets.length;
  }

  async #loop(pauseMs: () => number, work: () => Promise<void>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const failed = await work().then(
        () => false,
        (err: unknown) => {
          // The server is starting, stopping or busy: the next turn retries.
          this.#log.debug({ area: 'makers', err }, 'a turn of the market makers failed');
          return true;
        },
      );
      await this.#pause(failed ? FAILED_MS : pauseMs());
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
  async #open(): Promise<MarketOfMakers[]> {
    if (this.#markets.length === 0) {
      const all = COINS.flatMap((coin) =>
        QUOTES.filter((quote) => (quote as string) !== coin).map((quote) => ({ coin, quote })),
      );
      const read = await Promise.all(all.map(({ coin, quote }) => this.#terms(coin, quote)));
      this.#markets = read.filter((market) => market !== null);
    }
    return this.#markets;
  }

  async #terms(coin: Coin, quote: Quote): Promise<MarketOfMakers | null> {
    const name = marketType(coin, quote);
    const answer = await this.#quoter.read<{ baseDTO: MarketTerms }>(`/markets/${name}`).catch((error) => {
      if (error instanceof ApiRefusal && error.httpStatus < 500) return null;
      throw error;
    });
    if (answer === null) return null;
    const { tick, lot, minNotional, maxAmount } = answer.baseDTO;
    const read = (text: string, scale: number) => parseDecimal(text, scale) ?? 0n;
    const terms = {
      coin,
      quote,
      tick: read(tick, scaleOf(quote)),
      lot: read(lot, scaleOf(coin)),
      minNotional: read(minNotional, scaleOf(quote)),
      maxAmount: read(maxAmount, scaleOf(coin)),
    };
    return { coin, quote, name, terms };
  }

  async #mid({ name }: MarketOfMakers): Promise<bigint | null> {
    if (performance.now() - this.#midsAt > PRICES_MS) {
      this.#midsAt = performance.now();
      const [toman, tether] = await Promise.all([
        this.#quoter.read<CoinPrice[]>('/coins/exchange-price/usd'),
        this.#quoter.read<CoinPrice[]>('/coins/exchange-price/usdt'),
      ]);
      this.#mids = new Map([...middles(toman, 'TOMAN'), ...middles(tether, 'TETHER')]);
    }
    return this.#mids.get(name) ?? null;
  }

  async #tend(market: MarketOfMakers): Promise<void> {
    const { coin, quote, name, terms } = market;
    const mid = await this.#mid(market);
    const isFirst = !this.#tended.has(name);
    this.#tended.add(name);
    if (mid === null) {
      await this.#quoter.call('DELETE', `/orders?marketType=${name}`);
      return;
    }
    const answer = await this.#quoter.call<{ content: Order[] }>(
      'GET',
      `/orders?status=open&marketType=${name}&size=100`,
    );
    const worth = WORTH[quote] * 10n ** BigInt(scaleOf(quote));
    const open = answer.content.map((order) => openQuote(order, coin, quote));
    const plan = planQuotes({ terms, mid, worth, open, random: this.#random });
    const orders = plan.place.map(({ side, price, amount }) => ({
      marketType: name,
      orderType: side === 'buy' ? 'LIMITED_BUY' : 'LIMITED_SELL',
      amount: formatAmount(amount, coin),
      unitPrice: formatDecimal(price, scaleOf(quote), priceDecimals(coin, quote)),
    }));
    for (const cancel of chunks(plan.cancel))
      await this.#quietly(() => this.#quoter.call('POST', '/orders/batch', { cancel }));
    for (const place of chunks(orders))
      await this.#quietly(() => this.#quoter.call('POST', '/orders/batch', { place }));
    if (isFirst && open.length === 0) await this.#begin(market);
  }

  /** Fills the empty order book of a new market, and its list of trades with one request. */
  async #begin(market: MarketOfMakers): Promise<void> {
    const percents = Array.from({ length: MAX_IN_BATCH }, () => 3 + Math.floor(this.#random() * 30));
    const place = (await Promise.all(percents.map((percent) => this.#orderIn(market, percent)))).flat();
    if (place.length > 0) await this.#quietly(() => this.#taker.call('POST', '/orders/batch', { place }));
  }

  /**
   * Trades in one busy market from time to time, and in enough quiet ones that each has a trade in every minute:
   * one request.
   */
  async #trade(): Promise<void> {
    const markets = await this.#open();
    const now = Date.now();
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#quiet = shuffled(markets, this.#random);
    }
    const busy = markets.filter(({ coin }) => BUSY.includes(coin));
    const chosen =
      this.#random() < 0.5 && busy.length > 0 ? busy[Math.floor(this.#random() * busy.length)] : undefined;
    if (chosen) this.#quiet = this.#quiet.filter(({ name }) => name !== chosen.name);
    const quiet = this.#quiet.splice(0, quietTrades(this.#quiet.length, now % MINUTE_MS, TRADE_MS));
    const place = [
      ...(await this.#orderIn(chosen, 5 + Math.floor(this.#random() * 95))),
      ...(
        await Promise.all(
          quiet.map((market) => this.#orderIn(market, 3 + Math.floor(this.#random() * QUIET_PERCENT))),
        )
      ).flat(),
    ];
    for (const part of chunks(place))
      await this.#quietly(() => this.#taker.call('POST', '/orders/batch', { place: part }));
  }

  /** Returns an order for this percentage of the largest trade; none without a price. */
  async #orderIn(market: MarketOfMakers | undefined, percent: number) {
    const mid = market && (await this.#mid(market));
    if (!market || !mid) return [];
    const { coin, quote, name, terms } = market;
    const worth = (TRADE[quote] * 10n ** BigInt(scaleOf(quote)) * BigInt(percent)) / 100n;
    const orderType = this.#random() < 0.5 ? ('MARKET_BUY' as const) : ('MARKET_SELL' as const);
    return [{ marketType: name, orderType, amount: formatAmount(amountFor(worth, mid, terms), coin) }];
  }

  /** Ignores refusals (an empty side, an exhausted balance, an order that was just filled), which are expected. */
  async #quietly(work: () => Promise<unknown>): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    await work().catch((error: unknown) => {
      if (!(error instanceof ApiRefusal) || error.httpStatus === 401 || error.httpStatus >= 500) throw error;
      this.#log.debug({ area: 'makers', message: error.message }, 'a quote was refused');
    });
  }
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

/** Splits into chunks of the maximum request size. */
const chunks = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / MAX_IN_BATCH) }, (_, n) =>
    all.slice(n * MAX_IN_BATCH, (n + 1) * MAX_IN_BATCH),
  );

function middles(list: readonly CoinPrice[], quote: Quote): [string, bigint][] {
  const scale = scaleOf(quote);
  return list.flatMap(({ destCoinSymbol, buyPrice, sellPrice }) => {
    const buy = buyPrice === null ? null : parseDecimal(buyPrice, scale);
    const sell = sellPrice === null ? null : parseDecimal(sellPrice, scale);
    return buy && sell
      ? [[marketType(destCoinSymbol as Coin, quote), (buy + sell) / 2n] as [string, bigint]]
      : [];
  });
}

function openQuote(order: Order, coin: Coin, quote: Quote): OpenQuote {
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
