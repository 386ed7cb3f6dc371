import { setTimeout as sleep } from 'node:timers/promises';
import type { Projection } from './types.ts';

/** How long to wait for an unreachable database. */
const TIMEOUT_MS = 5_000;
const RETRY_MS = 50;

/** The in-memory projections, and whether they match the database. */
export class Projections {
  readonly #leaseMs: number;
  readonly #renew: () => Promise<void>;
  readonly #projections: Projection[] = [];
  #isLoaded = true;

  /** Loading may take longer than the lease lasts: `renew` renews it in the meantime. */
  constructor(leaseMs: number, renew: () => Promise<void>) {
    this.#leaseMs = leaseMs;
    this.#renew = renew;
  }

  get loaded(): boolean {
    return this.#isLoaded;
  }

  add(projection: Projection): void {
    this.#projections.push(projection);
    this.#isLoaded = false;
  }

  /** Marks the projections as possibly ahead of the database, so that they are reloaded. */
  invalidate(): void {
    this.#isLoaded = this.#projections.length === 0;
  }

  /**
   * Reloads all projections unless they are loaded. Throws the last database error when the database stays
   * unreachable.
   */
  async reload(): Promise<void> {
    if (this.#isLoaded) return;
    const renewTimer = setInterval(() => void this.#renew().catch(() => {}), this.#leaseMs / 3);
    const deadline = performance.now() + TIMEOUT_MS;
    try {
      for (;;) {
        try {
          for (const projection of this.#projections) await projection.reload();
          this.#isLoaded = true;
          return;
        } catch (error) {
          if (performance.now() > deadline) throw error;
          await sleep(RETRY_MS);
        }
      }
    } finally {
      clearInterval(renewTimer);
    }
  }
}
