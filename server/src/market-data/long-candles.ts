import { formatMarketType } from '@sarraf/domain';
import { CANDLE_BOUNDS, CANDLE_INTERVALS, type Candle, type CandleBounds } from '@sarraf/domain/contracts';
import { MARKETS } from '../market/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Stream } from '../platform/http/stream/stream.ts';
import type { Log } from '../platform/log.ts';
import { BUCKET_MS } from './buckets.ts';
import type { CandleReader } from './read-candles.ts';
import type { MarketView } from './view.ts';

interface Deps {
  stream: Stream;
  clock: Clock;
  log: Log;
  candles: CandleReader;
  open(market: string): Promise<MarketView | null>;
}

interface CandleLine {
  market: string;
  interval: (typeof CANDLE_INTERVALS)[number];
  bounds: CandleBounds;
  /** The current candle, as its readers have it. */
  last: Candle | null;
  /** With a slow database a read takes longer than a tick: results are published in order. */
  looking: boolean;
}

/**
 * Publishes the current candle of each length, once a second while it has readers: the same as `GET /candles` would
 * return.
 */
export class LongCandlePublisher {
  readonly #deps: Deps;
  readonly #lineByChannel = new Map<string, CandleLine>();

  constructor(deps: Deps) {
    this.#deps = deps;
    for (const { coin, quote } of MARKETS)
      for (const interval of CANDLE_INTERVALS)
        for (const bounds of CANDLE_BOUNDS) {
          const market = formatMarketType(coin, quote);
          const name = `candles:${market}:${interval}${bounds === 'UTC' ? ':UTC' : ''}`;
          const line: CandleLine = { market, interval, bounds, last: null, looking: false };
          this.#lineByChannel.set(name, line);
          const prepare = async () => {
            if (!deps.stream.hasReaders(name)) await this.#readNewCandles(line).catch(() => {});
          };
          deps.stream.openChannel(name, () => line.last, null, prepare);
        }
  }

  publishAll(): void {
    for (const [name, line] of this.#lineByChannel)
      if (this.#deps.stream.hasReaders(name) && !line.looking)
        this.#publishChannel(name, line).catch((err: unknown) =>
          this.#deps.log.warn({ err, channel: name }, 'a candle was not published'),
        );
  }

  /** Publishes the final state of the previous candle first. */
  async #publishChannel(name: string, line: CandleLine): Promise<void> {
    const previous = line.last;
    line.looking = true;
    const candles = await this.#readNewCandles(line).finally(() => {
      line.looking = false;
    });
    for (const candle of candles)
      if (previous === null || candle.time > previous.time || isChanged(candle, previous))
        this.#deps.stream.publish(name, candle);
  }

  /** Returns the candles that may have changed: the last published one, and those that started since. */
  async #readNewCandles(line: CandleLine): Promise<Candle[]> {
    const { clock, candles, open } = this.#deps;
    const view = await open(line.market);
    if (!view) return [];
    const { interval, bounds, last } = line;
    const from = last ? last.time * 1000 : clock.now() - BUCKET_MS[interval];
    const range = { interval, bounds, from: from - (from % 60_000), to: undefined, limit: 3 };
    const found: Candle[] = JSON.parse((await candles.read(view, range)).toString()).content;
    const newCandles = found.filter(({ time }) => last === null || time >= last.time);
    line.last = newCandles.at(-1) ?? last;
    return newCandles;
  }
}

const isChanged = (candle: Candle, before: Candle): boolean =>
  candle.time === before.time && JSON.stringify(candle) !== JSON.stringify(before);
