import type { Coin } from '@sarraf/domain';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import {
  assessReference,
  FULL_WEIGHT,
  type Halt,
  joinQuotes,
  type Observation,
  type Reference,
  type Voice,
} from './guard.ts';
import type { PriceSource, SourceTick } from './ports.ts';

const TIMEOUT_MS = 5_000;
/** Maximum backoff after failures; a price is stale by then anyway. */
const MAX_PAUSE_MS = 30_000;

interface Line {
  source: PriceSource;
  seen: Map<Coin, Observation>;
  /** Prices of other coins than TETHER in Toman. */
  inToman: Map<Coin, Observation>;
  failures: number;
  running: Promise<void> | null;
  timer: NodeJS.Timeout | undefined;
}

/** A source's price of a coin, and its weight. */
export interface Said extends Voice {
  source: string;
  /** Its price in Toman, if it has a market for that. */
  inToman: Observation | null;
}

/** Polls every source periodically and evaluates their prices. */
export class Feed {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #mayStandAlone: boolean;
  readonly #timeoutMs: number;
  readonly #weightOf: (source: string, coin: Coin) => number;
  readonly #lines: Line[];
  readonly #lastGood = new Map<Coin, bigint>();
  readonly #halts = new Map<Coin, Halt>();
  #stopping = new AbortController();

  constructor(options: {
    sources: readonly PriceSource[];
    clock: Clock;
    log: Log;
    mayStandAlone: boolean;
    /** Weight of a source for a coin; 0: it is switched off for it. Unset: full weight for all. */
    weightOf?: (source: string, coin: Coin) => number;
    timeoutMs?: number;
  }) {
    this.#clock = options.clock;
    this.#log = options.log;
    this.#mayStandAlone = options.mayStandAlone;
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#weightOf = options.weightOf ?? (() => FULL_WEIGHT);
    this.#lines = options.sources.map((source) => ({
      source,
      seen: new Map(),
      inToman: new Map(),
      failures: 0,
      running: null,
      timer: undefined,
    }));
  }

  /** Returns the price of a coin that may be used now, or why there is none. */
  reference(coin: Coin, now: number): Reference | Halt {
    const found = this.#assess(coin, now);
    if (typeof found !== 'string') this.#lastGood.set(coin, found.price);
    this.#tell(coin, found);
    return found;
  }

  /** Returns the price of each source that covers a coin, including those that are switched off. */
  said(coin: Coin, now: number): Said[] {
    const tether = coin === 'TETHER' ? 'NO_SOURCE' : this.#assess('TETHER', now);
    return this.#lines
      .filter(({ source }) => source.covers.includes(coin))
      .map(({ source, seen, inToman }) => ({
        source: source.name,
        inToman: inToman.get(coin) ?? null,
        last: joinQuotes(seen.get(coin) ?? null, inToman.get(coin) ?? null, tether, now),
        weight: this.#weightOf(source.name, coin),
      }));
  }

  #assess(coin: Coin, now: number): Reference | Halt {
    const voices = this.said(coin, now).filter(({ weight }) => weight > 0);
    const lastGood = this.#lastGood.get(coin) ?? null;
    return assessReference({ voices, lastGood, now, mayStandAlone: this.#mayStandAlone });
  }

  /** Polls every source once; prices of those that fail stay unchanged. */
  async pollAll(): Promise<void> {
    await Promise.all(this.#lines.map((line) => this.#poll(line)));
  }

  start(): void {
    this.#stopping = new AbortController();
    for (const line of this.#lines) this.#later(line);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const line of this.#lines) clearTimeout(line.timer);
    await Promise.all(this.#lines.map(({ running }) => running));
  }

  #later(line: Line): void {
    if (this.#stopping.signal.aborted) return;
    const pause =
      line.failures === 0 ? line.source.everyMs : line.source.everyMs * 2 ** Math.min(line.failures, 6);
    line.timer = setTimeout(
      () => this.#poll(line).then(() => this.#later(line)),
      Math.min(pause, Math.max(MAX_PAUSE_MS, line.source.everyMs)),
    );
    line.timer.unref();
  }

  /** Makes at most one request to a source: a second caller waits for the result of the first. */
  #poll(line: Line): Promise<void> {
    line.running ??= this.#ask(line).finally(() => {
      line.running = null;
    });
    return line.running;
  }

  async #ask(line: Line): Promise<void> {
    // The time of the request, not of the response: a slow response is an old price.
    const at = this.#clock.now();
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(this.#timeoutMs)]);
    try {
      const ticks = await orAborted(line.source.poll(signal), signal);
      for (const tick of ticks) note(line, tick, at);
      if (line.failures > 0) this.#log.info({ source: line.source.name }, 'price source responds again');
      line.failures = 0;
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      line.failures += 1;
      if (line.failures === 1) this.#log.warn({ source: line.source.name, err: error }, 'price source fails');
    }
  }

  #tell(coin: Coin, found: Reference | Halt): void {
    const halt = typeof found === 'string' ? found : undefined;
    if (this.#halts.get(coin) === halt) return;
    if (halt) {
      this.#halts.set(coin, halt);
      this.#log.warn({ coin, reason: halt }, 'coin halted');
    } else {
      this.#halts.delete(coin);
      this.#log.info({ coin }, 'coin trades again');
    }
  }
}

function note(line: Line, { coin, price, change, at, quote }: SourceTick, askedAt: number): void {
  if (!line.source.covers.includes(coin)) return;
  const seen = quote === 'TOMAN' ? line.inToman : line.seen;
  const before = seen.get(coin);
  const movedAt = before?.price === price ? before.movedAt : askedAt;
  // A vendor whose clock is ahead doesn't make its prices last longer.
  seen.set(coin, { price, change, at: Math.min(at ?? askedAt, askedAt), movedAt });
}

/** Rejects on abort, so that a source that ignores its signal doesn't block. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
