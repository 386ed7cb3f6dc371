import type { Tx } from '../platform/database/database.ts';

/** Details of the payment of a batch line. */
export interface PayoutView {
  /** The user concerned. */
  userId: string;
  /** Name of the account's holder; omitted: the user's. */
  name?: string;
  /** 24 digits. */
  sheba: string;
  masked: string;
  /** Toman, smallest units. */
  receives: bigint;
}

/** One kind of Toman payments through the bank: withdrawals, or refunds of payments that were not credited. */
export interface PayoutSource {
  /** Takes approved payments older than a time, oldest first; they belong to the batch once `tx` has committed. */
  takeForBatch(tx: Tx, before: Date, limit: number): Promise<readonly { id: string; receives: bigint }[]>;
  /** Returns a payment to those that wait for a batch, if the file of its batch was not taken yet. */
  takeFromBatch(tx: Tx, id: string): Promise<{ userId: string; receives: bigint }>;
  /**
   * Returns the owners, whose payments wait while they are blocked; null: no known user. Payments of other sources
   * are absent.
   */
  ownersOf(ids: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
  /** Records that the bank paid it. Idempotent. CONFLICT: it is in no batch, or was returned before. */
  settlePaid(id: string): Promise<void>;
  /** Records that the bank returned it, also after it was paid. Idempotent. */
  settleReturned(id: string, reason: string): Promise<void>;
  payoutViews(ids: readonly string[]): Promise<ReadonlyMap<string, PayoutView>>;
}
