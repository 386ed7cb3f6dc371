import { formatMarketType } from '@sarraf/domain';
import type { Candle, PriceLevel, PublicTrade, Ticker } from '@sarraf/domain/contracts';
import type { Clock } from '../../platform/clock.ts';
import type { ChannelMessage } from '../../platform/http/stream/channel.ts';
import type { Stream } from '../../platform/http/stream/stream.ts';
import type { Log } from '../../platform/log.ts';
import type { SymbolMarket } from '../symbols.ts';
import { type BookLevels, LevelBook } from './level-book.ts';
import {
  buildAggregateEvent,
  buildDepthEvent,
  buildKlineEvent,
  buildMiniTickerEvent,
  buildTickerEvent,
  buildTopEvent,
  buildTradeEvent,
} from './market-events.ts';
import type { MarketStream } from './stream-names.ts';

export interface MarketFeedDeps {
  stream: Pick<Stream, 'listen'>;
  clock: Clock;
  log: Log;
  /** Returns one ticker for each market. */
  tickers(): Promise<readonly Ticker[]>;
}

/** An event as it is sent, encoded once for all subscribers: alone, and with the name of its stream. */
export interface EncodedEvent {
  raw: Buffer;
  named: Buffer;
}
type FeedListener = (event: EncodedEvent) => void;
type EventPublisher = (event: object) => void;
type StopFunction = () => void;

interface Feed {
  readonly hearers: Set<FeedListener>;
  stop: StopFunction;
  /** Timer that ends it, while it has no subscribers. */
  ending: NodeJS.Timeout | undefined;
  /** Last event of a stream of states. */
  last: EncodedEvent | null;
}

const TICKERS_EVERY_MS = 1_000;
/** A feed continues for this long without subscribers, so that reconnecting clients don't restart it each time. */
const IDLE_FEED_MS = 5_000;
/** These streams send events; all others send states, the last of which is sent to a new subscriber immediately. */
const EVENT_KINDS = new Set<MarketStream['kind']>(['trade', 'aggTrade', 'depth', 'tickers', 'miniTickers']);

/**
 * Binance's market streams, built from our own channels: each of them once for all subscribers, and only while
 * there are any.
 */
export class MarketFeeds {
  readonly #deps: MarketFeedDeps;
  readonly #feeds = new Map<string, Feed>();
  readonly #tickers: TickerPoller;

  constructor(deps: MarketFeedDeps) {
    this.#deps = deps;
    this.#tickers = new TickerPoller(deps);
  }

  /** Returns a function that ends the subscription. */
  subscribe(name: string, stream: MarketStream, listener: FeedListener): StopFunction {
    const existing = this.#feeds.get(name);
    const feed = existing ?? { hearers: new Set(), stop: () => {}, ending: undefined, last: null };
    clearTimeout(feed.ending);
    feed.hearers.add(listener);
    if (existing?.last != null) listener(existing.last);
    if (!existing) {
      this.#feeds.set(name, feed);
      feed.stop = this.#startFeed(stream, (event) => {
        const encoded = encodeEvent(name, event);
        if (!EVENT_KINDS.has(stream.kind)) feed.last = encoded;
        for (const notifyListener of feed.hearers) notifyListener(encoded);
      });
    }
    return () => {
      if (!feed.hearers.delete(listener) || feed.hearers.size > 0) return;
      feed.ending = setTimeout(() => {
        this.#feeds.delete(name);
        feed.stop();
      }, IDLE_FEED_MS).unref();
    };
  }

  #startFeed(stream: MarketStream, publish: EventPublisher): StopFunction {
    switch (stream.kind) {
      case 'trade':
      case 'aggTrade':
        return this.#startTrades(
          stream.market,
          stream.kind === 'trade' ? buildTradeEvent : buildAggregateEvent,
          publish,
        );
      case 'kline':
        return this.#startCandles(stream, publish);
      case 'bookTicker':
        return this.#startTop(stream.market, publish);
      case 'depth':
        return this.#startChanges(stream, publish);
      case 'partialDepth':
        return this.#startLevels(stream, publish);
      default:
        return this.#startDays(stream, publish);
    }
  }

  #listenToChannel<D>(
    channel: string,
    listener: (message: ChannelMessage & { data: D }) => void,
  ): StopFunction {
    return this.#deps.stream.listen(channel, (message) => {
      try {
        listener(message as ChannelMessage & { data: D });
      } catch (err) {
        this.#deps.log.error({ area: 'binance', channel, err }, 'a market stream failed');
      }
    });
  }

  #startTrades(
    market: SymbolMarket,
    shape: typeof buildTradeEvent | typeof buildAggregateEvent,
    publish: EventPublisher,
  ): StopFunction {
    return this.#listenToChannel<PublicTrade[]>(channelOf('trades', market), ({ type, data }) => {
      // The newest comes first.
      if (type === 'update')
        for (const trade of data.toReversed()) publish(shape(market, trade, this.#deps.clock.now()));
    });
  }

  /** A candle is closed, with its final values, when the next one has started. */
  #startCandles(
    { market, interval }: MarketStream & { kind: 'kline' },
    publish: EventPublisher,
  ): StopFunction {
    const name = channelOf('candles', market) + (interval === '1m' ? '' : `:${interval}:UTC`);
    const buildEvent = (candle: Candle, isOver: boolean) =>
      buildKlineEvent(market, { candle, interval, isOver }, this.#deps.clock.now());
    let lastCandle: Candle | null = null;
    return this.#listenToChannel<Candle | null>(name, ({ data: candle }) => {
      if (candle === null || (lastCandle !== null && candle.time < lastCandle.time)) return;
      if (lastCandle !== null && candle.time > lastCandle.time) publish(buildEvent(lastCandle, true));
      lastCandle = candle;
      publish(buildEvent(candle, false));
    });
  }

  #startTop(market: SymbolMarket, publish: EventPublisher): StopFunction {
    let before = '';
    return this.#followBook(market, (book, number) => {
      const best = book.bestLevels();
      const now = JSON.stringify(best);
      if (now === before) return;
      before = now;
      publish(buildTopEvent(market, best, number));
    });
  }

  #startLevels(
    { market, levels, everyMs }: MarketStream & { kind: 'partialDepth' },
    publish: EventPublisher,
  ): StopFunction {
    let buildPending: (() => object) | null = null;
    const stop = this.#followBook(market, (book, lastUpdateId) => {
      buildPending = () => ({ lastUpdateId, ...book.topLevels(levels) });
    });
    const timer = setInterval(() => {
      if (buildPending) publish(buildPending());
      buildPending = null;
    }, everyMs).unref();
    return () => {
      clearInterval(timer);
      stop();
    };
  }

  #followBook(market: SymbolMarket, onChange: (book: LevelBook, number: number) => void): StopFunction {
    const book = new LevelBook();
    return this.#listenToChannel<BookLevels>(channelOf('book', market), ({ type, data, seq }) => {
      if (type === 'snapshot') book.reset(data);
      else book.apply(data);
      onChange(book, seq);
    });
  }

  /** Sends the final state of each changed level; a missing message shows in the numbers. */
  #startChanges(
    { market, everyMs }: MarketStream & { kind: 'depth' },
    publish: EventPublisher,
  ): StopFunction {
    let firstNumber: number | null = null;
    let lastNumber = 0;
    const [bids, asks] = [new Map<string, PriceLevel>(), new Map<string, PriceLevel>()];
    const flush = () => {
      if (firstNumber === null) return;
      const levels = { bids: [...bids.values()], asks: [...asks.values()] };
      publish(
        buildDepthEvent(market, { first: firstNumber, last: lastNumber, ...levels }, this.#deps.clock.now()),
      );
      firstNumber = null;
      bids.clear();
      asks.clear();
    };
    const stop = this.#listenToChannel<BookLevels>(channelOf('book', market), (message) => {
      if (message.type === 'snapshot') return;
      const { seq, prev = seq - 1, data } = message;
      if (firstNumber !== null && prev !== lastNumber) flush();
      firstNumber ??= prev + 1;
      lastNumber = seq;
      for (const level of data.bids) bids.set(level[0], level);
      for (const level of data.asks) asks.set(level[0], level);
    });
    const timer = setInterval(flush, everyMs).unref();
    return () => {
      clearInterval(timer);
      stop();
    };
  }

  #startDays(stream: MarketStream, publish: EventPublisher): StopFunction {
    const now = () => this.#deps.clock.now();
    const shape = stream.kind.startsWith('mini') ? buildMiniTickerEvent : buildTickerEvent;
    if ('market' in stream) {
      const subscribedMarket = formatMarketType(stream.market.coin, stream.market.quote);
      return this.#tickers.subscribe((changedTickers) => {
        for (const ticker of changedTickers)
          if (ticker.marketType === subscribedMarket) publish(shape(ticker, now()));
      });
    }
    return this.#tickers.subscribe((allChanged) => publish(allChanged.map((ticker) => shape(ticker, now()))));
  }
}

/**
 * Reads the tickers of all markets once a second while there are subscribers; a new subscriber first gets all of
 * them.
 */
class TickerPoller {
  readonly #deps: MarketFeedDeps;
  readonly #listeners = new Set<(changed: readonly Ticker[]) => void>();
  #lastTickers = new Map<string, { ticker: Ticker; text: string }>();
  #timer: NodeJS.Timeout | undefined;
  #isPolling = false;

  constructor(deps: MarketFeedDeps) {
    this.#deps = deps;
  }

  subscribe(listener: (changed: readonly Ticker[]) => void): StopFunction {
    this.#listeners.add(listener);
    if (this.#lastTickers.size > 0) listener([...this.#lastTickers.values()].map(({ ticker }) => ticker));
    if (this.#timer === undefined) {
      this.#timer = setInterval(() => void this.#poll(), TICKERS_EVERY_MS).unref();
      void this.#poll();
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#lastTickers = new Map();
    };
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    try {
      const now = new Map(
        (await this.#deps.tickers()).map((ticker) => [
          ticker.marketType,
          { ticker, text: JSON.stringify(ticker) },
        ]),
      );
      const changedEntries = [...now.values()].filter(
        ({ ticker, text }) => this.#lastTickers.get(ticker.marketType)?.text !== text,
      );
      this.#lastTickers = this.#timer === undefined ? new Map() : now;
      if (changedEntries.length > 0)
        for (const notifyListener of this.#listeners)
          notifyListener(changedEntries.map(({ ticker }) => ticker));
    } catch (err) {
      this.#deps.log.warn({ area: 'binance', err }, 'tickers not read');
    } finally {
      this.#isPolling = false;
    }
  }
}

function encodeEvent(name: string, event: object): EncodedEvent {
  const text = JSON.stringify(event);
  return {
    raw: Buffer.from(text),
    named: Buffer.from(`{"stream":${JSON.stringify(name)},"data":${text}}`),
  };
}

const channelOf = (kind: string, { coin, quote }: SymbolMarket): string =>
  `${kind}:${formatMarketType(coin, quote)}`;
