import type { Coin } from '@sarraf/domain';
import type { Db } from '../platform/database/database.ts';
import { FULL_WEIGHT } from './guard.ts';
import { loadCoins, loadSourceWeights } from './store.ts';

type Book = Awaited<ReturnType<typeof loadCoins>>;
type Weights = Awaited<ReturnType<typeof loadSourceWeights>>;
type Rows = [Book, Weights];

/** Coins, networks, markets and the weights of price sources, as last read from the database. */
export class MarketRows {
  readonly #read: () => Promise<Rows>;
  #rows: Rows;
  #reading: Promise<void> = Promise.resolve();

  private constructor(read: () => Promise<Rows>, rows: Rows) {
    this.#read = read;
    this.#rows = rows;
  }

  static async load(db: Db, maxConfirmations: number): Promise<MarketRows> {
    const read = () => Promise.all([loadCoins(db, maxConfirmations), loadSourceWeights(db)]);
    return new MarketRows(read, await read());
  }

  get book(): Book {
    return this.#rows[0];
  }

  weightOf(source: string, coin: Coin): number {
    return this.#rows[1].get(`${coin}.${source}`) ?? FULL_WEIGHT;
  }

  /** Sequential, so that the last read wins. */
  reload(): Promise<void> {
    this.#reading = this.#reading
      .catch(() => {})
      .then(async () => {
        this.#rows = await this.#read();
      });
    return this.#reading;
  }
}
