import { setTimeout as sleep } from 'node:timers/promises';
import type { Projection } from './types.ts';

/** How long a database that went away is waited for. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 50;

/** What is kept in memory beside the balances, and whether it stands for what the database has. */
export class Projections {
  readonly #leaseMs: number;
  readonly #renew: () => Promise<void>;
  readonly #kept: Projection[] = [];
  #loaded = true;

  /** Loading may take longer than the lease: `renew` holds it meanwhile. */
  constructor(leaseMs: number, renew: () => Promise<void>) {
    this.#leaseMs = leaseMs;
    this.#renew = renew;
  }

  get loaded(): boolean {
    return this.#loaded;
  }

  add(projection: Projection): void {
    this.#kept.push(projection);
    this.#loaded = false;
  }

  /** What it holds may be ahead of the database. */
  drop(): void {
    this.#loaded = this.#kept.length === 0;
  }

  /** Loads all anew unless that is done. Throws what the database said last when it stays away. */
  async reload(): Promise<void> {
    if (this.#loaded) return;
    const renewing = setInterval(() => void this.#renew().catch(() => {}), this.#leaseMs / 3);
    const until = performance.now() + PATIENCE_MS;
    try {
      for (;;) {
        try {
          for (const projection of this.#kept) await projection.reload();
          this.#loaded = true;
          return;
        } catch (error) {
          if (performance.now() > until) throw error;
          await sleep(RETRY_MS);
        }
      }
    } finally {
      clearInterval(renewing);
    }
  }
}
