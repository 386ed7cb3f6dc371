import { isOutage } from '../platform/database/database.ts';

/** Health of settlement, derived from the batches. */
export class CommitMonitor {
  #committedAt = Number.NEGATIVE_INFINITY;
  /** When each batch in flight was sent. */
  readonly #sentAtByBatch = new Map<symbol, number>();

  /** Watches a batch until it ends. A database error other than an outage is ignored. */
  async watchBatch(batch: Promise<void>): Promise<void> {
    const id = Symbol('batch');
    this.#sentAtByBatch.set(id, performance.now());
    try {
      await batch;
      this.#committedAt = performance.now();
    } catch (error) {
      if (isOutage(error)) this.#committedAt = Number.NEGATIVE_INFINITY;
      throw error;
    } finally {
      this.#sentAtByBatch.delete(id);
    }
  }

  /** Returns true when a batch committed within this time and no outage occurred since. */
  hasCommittedWithin(ms: number): boolean {
    return performance.now() - this.#committedAt < ms;
  }

  /** Returns true when a batch has been pending for longer than this time. */
  hasPendingFor(ms: number): boolean {
    return [...this.#sentAtByBatch.values()].some((at) => performance.now() - at > ms);
  }
}
