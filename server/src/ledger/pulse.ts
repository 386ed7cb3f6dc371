import { isOutage } from '../platform/database/database.ts';

/** How settling goes, as far as the batches tell. */
export class CommitMonitor {
  #committedAt = Number.NEGATIVE_INFINITY;
  /** When each batch that is still under way was sent. */
  readonly #sent = new Map<symbol, number>();

  /** Follows a batch to its end. What the database refused for another reason than an outage says nothing. */
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

  /** True where a batch has committed within the time, and none has met an outage since. */
  beatsWithin(ms: number): boolean {
    return performance.now() - this.#committedAt < ms;
  }

  /** True where a batch has waited for longer than the time. */
  hangsFor(ms: number): boolean {
    return [...this.#sent.values()].some((at) => performance.now() - at > ms);
  }
}
