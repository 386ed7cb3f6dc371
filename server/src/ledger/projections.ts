import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { type LeaseKeeper, LeaseLostError } from './lease-keeper.ts';
import type { Projection } from './types.ts';

/** How long to wait for an unreachable database. */
const TIMEOUT_MS = 5_000;
const RETRY_MS = 50;

/**
 * Throws unless the snapshot of this transaction has the writer's own lease, and with it every batch before it. A
 * server that another has superseded has an earlier one.
 */
export async function assertEpoch(tx: Tx, epoch: bigint): Promise<void> {
  const { rows } = await sql<{ epoch: bigint }>`select epoch from ledger_head`.execute(tx);
  if (rows[0]?.epoch !== epoch)
    throw new Error(`ledger: a server with epoch ${rows[0]?.epoch} was read instead of ${epoch}`);
}

/** The in-memory projections, and whether they match the database. */
export class Projections {
  readonly #leaseMs: number;
  readonly #keeper: Pick<LeaseKeeper, 'lease' | 'renew'>;
  readonly #projections: Projection[] = [];
  #isLoaded = true;

  /** Loading may take longer than the lease lasts: the keeper renews it in the meantime. */
  constructor(leaseMs: number, keeper: Pick<LeaseKeeper, 'lease' | 'renew'>) {
    this.#leaseMs = leaseMs;
    this.#keeper = keeper;
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
    const renewTimer = setInterval(() => void this.#keeper.renew().catch(() => {}), this.#leaseMs / 3);
    const deadline = performance.now() + TIMEOUT_MS;
    try {
      for (;;) {
        try {
          const epoch = this.#keeper.lease?.epoch;
          if (epoch === undefined) throw new LeaseLostError();
          for (const projection of this.#projections) await projection.reload(epoch);
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
