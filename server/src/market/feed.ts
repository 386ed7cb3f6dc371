import { type Coin, computeBackoff } from '@sarraf/domain';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import {
  assessReference,
  FULL_WEIGHT,
  type Halt,
  joinQuotes,
  type Observation,
  type Reference,
  type SourceVote,
} from './guard.ts';
import type { PriceSource, SourceTick } from './ports.ts';

const TIMEOUT_MS = 5_000;
/** Maximum backoff after failures; a price is stale by then anyway. */
const MAX_BACKOFF_MS = 30_000;

interface SourceState {
  source: PriceSource;
  seen: Map<Coin, Observation>;
  /** Prices of other coins than TETHER in Toman. */
  inToman: Map<Coin, Observation>;
  failures: number;
  running: Promise<void> | null;
  timer: NodeJS.Timeout | undefined;
}

/** A source's price of a coin, and its weight. */
export interface SourcePrice extends SourceVote {
  source: string;
  /** Its price in Toman, if it has a market for that. */
  inToman: Observation | null;
}

/** Polls every source periodically and evaluates their prices. */
export class PriceFeed {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #mayStandAlone: boolean;
  readonly #timeoutMs: number;
  readonly #weightOf: (source: string, coin: Coin) => number;
  readonly #sourceStates: SourceState[];
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
    this.#sourceStates = options.sources.map((source) => ({
      source,
      seen: new Map(),
      inToman: new Map(),
      failures: 0,
      running: null,
      timer: undefined,
    }));
  }

  /** Returns the price of a coin that may be used now, or why there is none. */
  evaluateReference(coin: Coin, now: number): Reference | Halt {
    const result = this.#assess(coin, now);
    if (typeof result !== 'string') this.#lastGood.set(coin, result.price);
    this.#logHaltChange(coin, result);
    return result;
  }

  /** Returns the price of each source that covers a coin, including those that are switched off. */
  listSourcePrices(coin: Coin, now: number): SourcePrice[] {
    const tether = coin === 'TETHER' ? 'NO_SOURCE' : this.#assess('TETHER', now);
    return this.#sourceStates
      .filter(({ source }) => source.covers.includes(coin))
      .map(({ source, seen, inToman }) => ({
        source: source.name,
        inToman: inToman.get(coin) ?? null,
        last: joinQuotes(seen.get(coin) ?? null, inToman.get(coin) ?? null, tether, now),
        weight: this.#weightOf(source.name, coin),
      }));
  }

  #assess(coin: Coin, now: number): Reference | Halt {
    const votes = this.listSourcePrices(coin, now).filter(({ weight }) => weight > 0);
    const lastGood = this.#lastGood.get(coin) ?? null;
    return assessReference({ voices: votes, lastGood, now, mayStandAlone: this.#mayStandAlone });
  }

  /** Polls every source once; prices of those that fail stay unchanged. */
  async pollAll(): Promise<void> {
    await Promise.all(this.#sourceStates.map((state) => this.#pollOnce(state)));
  }

  start(): void {
    this.#stopping = new AbortController();
    for (const state of this.#sourceStates) this.#schedulePoll(state);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const state of this.#sourceStates) clearTimeout(state.timer);
    await Promise.all(this.#sourceStates.map(({ running }) => running));
  }

  #schedulePoll(state: SourceState): void {
    if (this.#stopping.signal.aborted) return;
    const { everyMs } = state.source;
    const backoff = { firstMs: everyMs, maxMs: Math.max(MAX_BACKOFF_MS, everyMs) };
    state.timer = setTimeout(
      () => this.#pollOnce(state).then(() => this.#schedulePoll(state)),
      computeBackoff(backoff, state.failures),
    );
    state.timer.unref();
  }

  /** Makes at most one request to a source: a second caller waits for the result of the first. */
  #pollOnce(state: SourceState): Promise<void> {
    state.running ??= this.#requestPrices(state).finally(() => {
      state.running = null;
    });
    return state.running;
  }

  async #requestPrices(state: SourceState): Promise<void> {
    // The time of the request, not of the response: a slow response is an old price.
    const at = this.#clock.now();
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(this.#timeoutMs)]);
    try {
      const ticks = await rejectOnAbort(state.source.poll(signal), signal);
      for (const tick of ticks) recordTick(state, tick, at);
      if (state.failures > 0) this.#log.info({ source: state.source.name }, 'price source responds again');
      state.failures = 0;
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      state.failures += 1;
      if (state.failures === 1)
        this.#log.warn({ source: state.source.name, err: error }, 'price source fails');
    }
  }

  #logHaltChange(coin: Coin, result: Reference | Halt): void {
    const halt = typeof result === 'string' ? result : undefined;
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

function recordTick(
  state: SourceState,
  { coin, price, change, at, quote }: SourceTick,
  requestedAt: number,
): void {
  if (!state.source.covers.includes(coin)) return;
  const observations = quote === 'TOMAN' ? state.inToman : state.seen;
  const before = observations.get(coin);
  const movedAt = before?.price === price ? before.movedAt : requestedAt;
  // A vendor whose clock is ahead doesn't make its prices last longer.
  observations.set(coin, { price, change, at: Math.min(at ?? requestedAt, requestedAt), movedAt });
}

/** Rejects on abort, so that a source that ignores its signal doesn't block. */
function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
