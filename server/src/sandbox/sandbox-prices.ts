/**
 * A simulated market: a random walk through the prices of late 2026. A price is a pure function of seed, coin and
 * second, so two servers agree, tests are repeatable, and the past needs no storage.
 */
import { COINS, type Coin, DAY_MS, parseTrustedDecimal } from '@sarraf/domain';
import { PRICE_SCALE, type PriceSource, type SourceTick } from '../market/ports.ts';
import type { Clock } from '../platform/clock.ts';

/** Time at which prices equal their bases, apart from the day's noise. */
const ANCHOR = Date.UTC(2026, 10, 1) / 1000;

/** In USDT; TETHER in Toman. And the volatility of each, BITCOIN being 1. */
const BASES: Record<Coin, { price: string; liveliness: number }> = {
  TETHER: { price: '118200', liveliness: 0.25 },
  BITCOIN: { price: '108400', liveliness: 1 },
  ETHEREUM: { price: '3900', liveliness: 1.3 },
  BINANCE_COIN_BSC: { price: '900', liveliness: 1.1 },
  RIPPLE: { price: '2.4', liveliness: 1.4 },
  TRON: { price: '0.30', liveliness: 0.9 },
  DOGE_COIN: { price: '0.20', liveliness: 1.7 },
  LITE_COIN: { price: '95', liveliness: 1.3 },
  BITCOIN_CASH: { price: '520', liveliness: 1.3 },
  STELLAR: { price: '0.30', liveliness: 1.5 },
  MATIC: { price: '0.25', liveliness: 1.5 },
  CLASSIC_ETHEREUM: { price: '18', liveliness: 1.4 },
  DASH: { price: '45', liveliness: 1.5 },
  ELROND: { price: '14', liveliness: 1.4 },
  CELO: { price: '0.30', liveliness: 1.6 },
  EOS: { price: '0.40', liveliness: 1.6 },
};

const BASE_PRICES = new Map(COINS.map((coin) => [coin, parseTrustedDecimal(BASES[coin].price, PRICE_SCALE)]));

/**
 * Superposed noise of several periods (seconds). Like a random walk's, its amplitude (millionths of the price)
 * grows with the square root of the period.
 */
const createOctaves = (periods: readonly number[]) =>
  periods.map((seconds) => ({ seconds, size: Math.round(38 * Math.sqrt(seconds)) }));
const DAILY = createOctaves([1, 10, 60, 600, 3600, 21_600, 86_400, 259_200]);
/** Periods of 9, 27, 81 and 243 days: the walk drifts within a year, and only returns beyond it. */
const YEARLY = createOctaves([777_600, 2_332_800, 6_998_400, 20_995_200]).map((octave, n) => ({
  ...octave,
  key: DAILY.length + n,
}));
/** Yearly increase of the dollar in Toman, in millionths. */
const TOMAN_INFLATION = 300_000;
const YEAR = 365 * 86_400;

const BILLION = 1_000_000_000n;
/** The second source differs from the first by at most this many millionths. */
const SECOND_SIZE = 1_500;

export type SourceSelection = 'both' | 'first' | 'second';

export interface SandboxPrices {
  /** Two sources that confirm each other. */
  sources: [PriceSource, PriceSource];
  /** Fixes the coin's price from now on (decimal text: USDT, or Toman for TETHER); null ends that. */
  fixPrice(coin: Coin, price: string | null, which?: SourceSelection): void;
  /** Multiplies the coin's present price, and fixes it there. */
  multiplyPrice(coin: Coin, factor: bigint, which?: SourceSelection): void;
  /** Stops responding. */
  stallSources(which?: SourceSelection): void;
  /** Ends all overrides. */
  clearOverrides(): void;
}

export function createSandboxPrices({ seed, clock }: { seed: number; clock: Clock }): SandboxPrices {
  const first = new PriceSimulation('sandbox', clock, (coin, at) => simulatePrice(seed, coin, at));
  const second = new PriceSimulation('sandbox-second', clock, (coin, at) =>
    simulateSecondPrice(seed, coin, at),
  );
  const selectSources = (selection: SourceSelection) =>
    selection === 'both' ? [first, second] : [selection === 'first' ? first : second];
  return {
    sources: [first, second],
    fixPrice(coin, price, selection = 'both') {
      for (const simulation of selectSources(selection))
        simulation.overridePrice(coin, price === null ? null : parseTrustedDecimal(price, PRICE_SCALE));
    },
    multiplyPrice(coin, factor, selection = 'both') {
      for (const simulation of selectSources(selection))
        simulation.overridePrice(coin, simulation.currentPrice(coin) * factor);
    },
    stallSources(selection = 'both') {
      for (const simulation of selectSources(selection)) simulation.stalled = true;
    },
    clearOverrides() {
      for (const simulation of [first, second]) simulation.clearOverrides();
    },
  };
}

class PriceSimulation implements PriceSource {
  readonly name: string;
  readonly covers = COINS;
  readonly everyMs = 1_000;
  readonly #priceAt: (coin: Coin, at: number) => bigint;
  readonly #clock: Clock;
  readonly #overrides = new Map<Coin, bigint>();
  stalled = false;

  constructor(name: string, clock: Clock, price: (coin: Coin, at: number) => bigint) {
    this.name = name;
    this.#clock = clock;
    this.#priceAt = price;
  }

  async poll(): Promise<SourceTick[]> {
    if (this.stalled) throw new Error(`${this.name} is stalled`);
    return COINS.map((coin) => {
      const price = this.currentPrice(coin);
      const before = this.#priceAt(coin, this.#clock.now() - DAY_MS);
      return { coin, price, change: ((price - before) * 10_000n) / before };
    });
  }

  currentPrice(coin: Coin): bigint {
    return this.#overrides.get(coin) ?? this.#priceAt(coin, this.#clock.now());
  }

  overridePrice(coin: Coin, price: bigint | null): void {
    if (price === null) this.#overrides.delete(coin);
    else this.#overrides.set(coin, price);
  }

  clearOverrides(): void {
    this.#overrides.clear();
    this.stalled = false;
  }
}

/** Returns the price at PRICE_SCALE, for a moment in milliseconds since 1970. */
export function simulatePrice(seed: number, coin: Coin, at: number): bigint {
  const second = Math.floor(at / 1000);
  const { liveliness } = BASES[coin];
  // Coins are correlated: the larger part of each one's walk is common. Tether's price in Toman is independent.
  const toMillionths = (compute: (key: number) => number) => {
    const ownWalk = compute(hash(seed, COINS.indexOf(coin) + 1));
    return liveliness * (coin === 'TETHER' ? ownWalk : 0.6 * ownWalk + 0.7 * compute(hash(seed, 0)));
  };
  const inflation = coin === 'TETHER' ? (TOMAN_INFLATION * (second - ANCHOR)) / YEAR : 0;
  const level = BigInt(Math.round((inflation + toMillionths((key) => yearlyDrift(key, second))) * 1000));
  const noise = BigInt(Math.round(toMillionths((key) => dailyNoise(key, second)) * 1000));
  const base = BASE_PRICES.get(coin) ?? 0n;
  // Half corresponds to double in the other direction, so that no walk ends at zero.
  const levelPrice = level < 0n ? (base * BILLION) / (BILLION - level) : (base * (BILLION + level)) / BILLION;
  return (levelPrice * (BILLION + noise)) / BILLION;
}

function simulateSecondPrice(seed: number, coin: Coin, at: number): bigint {
  const noise = smoothNoise(hash(seed, COINS.indexOf(coin) + 1001), Math.floor(at / 1000), 30);
  return (
    (simulatePrice(seed, coin, at) * (BILLION + BigInt(Math.round(noise * SECOND_SIZE * 1000)))) / BILLION
  );
}

/** Returns the noise around the year's walk in millionths. */
function dailyNoise(key: number, second: number): number {
  let sum = 0;
  for (const [i, { seconds, size }] of DAILY.entries())
    sum += size * smoothNoise(hash(key, i), second, seconds);
  return sum;
}

/** Returns the drift of the walk of months since the anchor in millionths. */
function yearlyDrift(key: number, second: number): number {
  let sum = 0;
  for (const { seconds, size, key: own } of YEARLY) {
    const noise = hash(key, own);
    sum += size * (smoothNoise(noise, second, seconds) - smoothNoise(noise, ANCHOR, seconds));
  }
  return sum;
}

/** Returns a value between -1 and 1: random at each multiple of the period, smoothly interpolated in between. */
function smoothNoise(key: number, second: number, period: number): number {
  const index = Math.floor(second / period);
  const current = hashToUnit(key, index);
  const fraction = (second - index * period) / period;
  if (fraction === 0) return current;
  return current + (hashToUnit(key, index + 1) - current) * fraction * fraction * (3 - 2 * fraction);
}

const hashToUnit = (key: number, index: number): number => hash(key, index) / 0x8000_0000 - 1;

/** Returns a value between -1 and 1, independent of the prices. */
export const simulateNoise = (seed: number, coin: Coin, index: number): number =>
  hashToUnit(hash(seed, COINS.indexOf(coin) + 2001), index);

/** Hashes two 32-bit integers to one, each bit depending on all (the finalizer of MurmurHash3). */
function hash(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(b + 0x7f4a_7c15, 0xc2b2_ae35);
  h = Math.imul(h ^ (h >>> 16), 0x85eb_ca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2_ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
