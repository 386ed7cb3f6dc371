import type { BookMessage, PriceLevel } from './api.ts';
import { crc32 } from './crc32.ts';
import { compareDecimals, isZero } from './decimal.ts';

/** Levels per side that a checksum covers. */
const CHECKSUM_LEVELS = 25;

/** A market's order book, built from the channel `book:`: a snapshot, then changes. */
export class OrderBook {
  /** Number of the last message. */
  sequence = 0;
  #bids: PriceLevel[] = [];
  #asks: PriceLevel[] = [];

  /** Bids, best first. */
  get bids(): readonly PriceLevel[] {
    return this.#bids;
  }

  /** Asks, best first. */
  get asks(): readonly PriceLevel[] {
    return this.#asks;
  }

  /**
   * Applies a message. False: by its checksum the order book differs from the exchange's, and a new snapshot is
   * needed.
   */
  apply({ type, seq, data }: BookMessage): boolean {
    if (type === 'snapshot') {
      this.#bids = [...data.bids];
      this.#asks = [...data.asks];
    } else {
      for (const level of data.bids) setLevel(this.#bids, level, -1);
      for (const level of data.asks) setLevel(this.#asks, level, 1);
    }
    this.sequence = seq;
    return data.checksum === undefined || data.checksum === this.checksum();
  }

  /** Returns the checksum of the best levels, as described for the channel. */
  checksum(): number {
    const best = [...this.#asks.slice(0, CHECKSUM_LEVELS), ...this.#bids.slice(0, CHECKSUM_LEVELS)];
    return crc32(best.flatMap((level) => level.map(stripPoint)).join(''));
  }
}

/** `direction` 1: the lowest price is the best; -1: the highest. */
function setLevel(side: PriceLevel[], level: PriceLevel, direction: 1 | -1): void {
  let [from, to] = [0, side.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const order = direction * compareDecimals((side[middle] as PriceLevel)[0], level[0]);
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  const isSameLevel =
    side[from] !== undefined && compareDecimals((side[from] as PriceLevel)[0], level[0]) === 0;
  if (isZero(level[1])) {
    if (isSameLevel) side.splice(from, 1);
  } else side.splice(from, isSameLevel ? 1 : 0, level);
}

const stripPoint = (decimal: string) => decimal.replace('.', '').replace(/^0+/, '');
