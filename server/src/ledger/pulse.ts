import { isOutage } from '../platform/database/database.ts';

/** Health of settlement, derived from the batches. */
export class CommitMonitor {
  #committedAt = Number.NEGATIVE_INFINITY;
  /** When each batch in flight was sent. */
  readonly #sent = new Map<symbol, number>();

  /** Watches a batch until it ends. A database error other than an outage is ignored. */
  async follow(batch: Promise<void>): Promise<void> {
    const id = Symbol('batch');
    this.#sent.set(id, performance.now());
    try {
      await batch;
      this.#committedAt = performance.now();
    } catch (error) {
      if (isOutage(error)) this.#committedAt = Number.NEGATIVE_INFINITY;
      throw error;
    } finally {
      this.#sent.delete(id);
    }
  }

  /** Returns true when a batch committed within this time and no outage occurred since. */
  beatsWithin(ms: number): boolean {
    return performance.now() - this.#committedAt < ms;
  }

  /** Returns true when a batch has been pending for longer than this time. */
  hangsFor(ms: number): boolean {
    return [...this.#sent.values()].some((at) => performance.now() - at > ms);
  }
}
