import { marketType } from '@sarraf/domain';
import type { Candle, PriceLevel, PublicTrade, Ticker } from '@sarraf/domain/contracts';
import type { Clock } from '../../platform/clock.ts';
import type { ChannelMessage } from '../../platform/http/stream/channel.ts';
import type { Stream } from '../../platform/http/stream/stream.ts';
import type { Log } from '../../platform/log.ts';
import type { SymbolMarket } from '../symbols.ts';
import { type BookLevels, LevelBook } from './level-book.ts';
import {
  aggregateEvent,
  depthEvent,
  klineEvent,
  miniTickerEvent,
  tickerEvent,
  topEvent,
  tradeEvent,
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
type Hear = (event: EncodedEvent) => void;
type Tell = (event: object) => void;
type Stop = () => void;

interface Feed {
  readonly hearers: Set<Hear>;
  stop: Stop;
  /** Timer that ends it, while it has no subscribers. */
  ending: NodeJS.Timeout | undefined;
  /** Last event of a stream of states. */
  last: EncodedEvent | null;
}

const TICKERS_EVERY_MS = 1_000;
/** A feed continues for this long without subscribers, so that reconnecting clients don't restart it each time. */
const LINGER_MS = 5_000;
/** These streams send events; all others send states, the last of which is sent to a new subscriber immediately. */
const OF_HAPPENINGS = new Set<MarketStream['kind']>(['trade', 'aggTrade', 'depth', 'tickers', 'miniTickers']);

/**
 * Binance's market streams, built from our own channels: each of them once for all subscribers, and only while
 * there are any.
 */
export class MarketFeeds {
  readonly #deps: MarketFeedDeps;
  readonly #feeds = new Map<string, Feed>();
  readonly #tickers: TickerRounds;

  constructor(deps: MarketFeedDeps) {
    this.#deps = deps;
    this.#tickers = new TickerRounds(deps);
  }

  /** Returns a function that ends the subscription. */
  join(name: string, stream: MarketStream, hear: Hear): Stop {
    const known = this.#feeds.get(name);
    const feed = known ?? { hearers: new Set(), stop: () => {}, ending: undefined, last: null };
    clearTimeout(feed.ending);
    feed.hearers.add(hear);
    if (known?.last != null) hear(known.last);
    if (!known) {
      this.#feeds.set(name, feed);
      feed.stop = this.#begin(stream, (event) => {
        const encoded = encode(name, event);
        if (!OF_HAPPENINGS.has(stream.kind)) feed.last = encoded;
        for (const each of feed.hearers) each(encoded);
      });
    }
    return () => {
      if (!feed.hearers.delete(hear) || feed.hearers.size > 0) return;
      feed.ending = setTimeout(() => {
        this.#feeds.delete(name);
        feed.stop();
      }, LINGER_MS).unref();
    };
  }

  #begin(stream: MarketStream, tell: Tell): Stop {
    switch (stream.kind) {
      case 'trade':
      case 'aggTrade':
        return this.#trades(stream.market, stream.kind === 'trade' ? tradeEvent : aggregateEvent, tell);
      case 'kline':
        return this.#candles(stream, tell);
      case 'bookTicker':
        return this.#top(stream.market, tell);
      case 'depth':
        return this.#changes(stream, tell);
      case 'partialDepth':
        return this.#levels(stream, tell);
      default:
        return this.#days(stream, tell);
    }
  }

  #listen<D>(channel: string, hear: (message: ChannelMessage & { data: D }) => void): Stop {
    return this.#deps.stream.listen(channel, (message) => {
      try {
        hear(message as ChannelMessage & { data: D });
      } catch (err) {
        this.#deps.log.error({ area: 'binance', channel, err }, 'a market stream failed');
      }
    });
  }

  #trades(market: SymbolMarket, shape: typeof tradeEvent | typeof aggregateEvent, tell: Tell): Stop {
    return this.#listen<PublicTrade[]>(channelOf('trades', market), ({ type, data }) => {
      // The newest comes first.
      if (type === 'update')
        for (const trade of data.toReversed()) tell(shape(market, trade, this.#deps.clock.now()));
    });
  }

  /** A candle is closed, with its final values, when the next one has started. */
  #candles({ market, interval }: MarketStream & { kind: 'kline' }, tell: Tell): Stop {
    const name = channelOf('candles', market) + (interval === '1m' ? '' : `:${interval}:UTC`);
    const event = (candle: Candle, isOver: boolean) =>
      klineEvent(market, { candle, interval, isOver }, this.#deps.clock.now());
    let last: Candle | null = null;
    return this.#listen<Candle | null>(name, ({ data: candle }) => {
      if (candle === null || (last !== null && candle.time < last.time)) return;
      if (last !== null && candle.time > last.time) tell(event(last, true));
      last = candle;
      tell(event(candle, false));
    });
  }

  #top(market: SymbolMarket, tell: Tell): Stop {
    let before = '';
    return this.#book(market, (book, number) => {
      const best = book.top();
      const now = JSON.stringify(best);
      if (now === before) return;
      before = now;
      tell(topEvent(market, best, number));
    });
  }

  #levels({ market, levels, everyMs }: MarketStream & { kind: 'partialDepth' }, tell: Tell): Stop {
    let due: (() => object) | null = null;
    const stop = this.#book(market, (book, lastUpdateId) => {
      due = () => ({ lastUpdateId, ...book.best(levels) });
    });
    const timer = setInterval(() => {
      if (due) tell(due());
      due = null;
    }, everyMs).unref();
    return () => {
      clearInterval(timer);
      stop();
    };
  }

  #book(market: SymbolMarket, moved: (book: LevelBook, number: number) => void): Stop {
    const book = new LevelBook();
    return this.#listen<BookLevels>(channelOf('book', market), ({ type, data, seq }) => {
      if (type === 'snapshot') book.reset(data);
      else book.apply(data);
      moved(book, seq);
    });
  }

  /** Sends the final state of each changed level; a missing message shows in the numbers. */
  #changes({ market, everyMs }: MarketStream & { kind: 'depth' }, tell: Tell): Stop {
    let first: number | null = null;
    let last = 0;
    const [bids, asks] = [new Map<string, PriceLevel>(), new Map<string, PriceLevel>()];
    const flush = () => {
      if (first === null) return;
      const levels = { bids: [...bids.values()], asks: [...asks.values()] };
      tell(depthEvent(market, { first, last, ...levels }, this.#deps.clock.now()));
      first = null;
      bids.clear();
      asks.clear();
    };
    const stop = this.#listen<BookLevels>(channelOf('book', market), (message) => {
      if (message.type === 'snapshot') return;
      const { seq, prev = seq - 1, data } = message;
      if (first !== null && prev !== last) flush();
      first ??= prev + 1;
      last = seq;
      for (const level of data.bids) bids.set(level[0], level);
      for (const level of data.asks) asks.set(level[0], level);
    });
    const timer = setInterval(flush, everyMs).unref();
    return () => {
      clearInterval(timer);
      stop();
    };
  }

  #days(stream: MarketStream, tell: Tell): Stop {
    const now = () => this.#deps.clock.now();
    const shape = stream.kind.startsWith('mini') ? miniTickerEvent : tickerEvent;
    if ('market' in stream) {
      const of = marketType(stream.market.coin, stream.market.quote);
      return this.#tickers.join((changed) => {
        for (const ticker of changed) if (ticker.marketType === of) tell(shape(ticker, now()));
      });
    }
    return this.#tickers.join((changed) => tell(changed.map((ticker) => shape(ticker, now()))));
  }
}

/**
 * Reads the tickers of all markets once a second while there are subscribers; a new subscriber first gets all of
 * them.
 */
class TickerRounds {
  readonly #deps: MarketFeedDeps;
  readonly #hearers = new Set<(changed: readonly Ticker[]) => void>();
  #known = new Map<string, { ticker: Ticker; text: string }>();
  #timer: NodeJS.Timeout | undefined;
  #looking = false;

  constructor(deps: MarketFeedDeps) {
    this.#deps = deps;
  }

  join(hear: (changed: readonly Ticker[]) => void): Stop {
    this.#hearers.add(hear);
    if (this.#known.size > 0) hear([...this.#known.values()].map(({ ticker }) => ticker));
    if (this.#timer === undefined) {
      this.#timer = setInterval(() => void this.#look(), TICKERS_EVERY_MS).unref();
      void this.#look();
    }
    return () => {
      this.#hearers.delete(hear);
      if (this.#hearers.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#known = new Map();
    };
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      const now = new Map(
        (await this.#deps.tickers()).map((ticker) => [
          ticker.marketType,
          { ticker, text: JSON.stringify(ticker) },
        ]),
      );
      const changed = [...now.values()].filter(
        ({ ticker, text }) => this.#known.get(ticker.marketType)?.text !== text,
      );
      this.#known = this.#timer === undefined ? new Map() : now;
      if (changed.length > 0) for (const hear of this.#hearers) hear(changed.map(({ ticker }) => ticker));
    } catch (err) {
      this.#deps.log.warn({ area: 'binance', err }, 'tickers not read');
    } finally {
      this.#looking = false;
    }
  }
}

function encode(name: string, event: object): EncodedEvent {
  const text = JSON.stringify(event);
  return {
    raw: Buffer.from(text),
    named: Buffer.from(`{"stream":${JSON.stringify(name)},"data":${text}}`),
  };
}

const channelOf = (kind: string, { coin, quote }: SymbolMarket): string =>
  `${kind}:${marketType(coin, quote)}`;
