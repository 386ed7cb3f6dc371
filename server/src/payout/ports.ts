import type { Tx } from '../platform/database/database.ts';

/** What a line of a batch shows of what it pays. */
export interface PayoutView {
  /** Whom it concerns. */
  userId: string;
  /** In whose name the account is; left out: in the person's. */
  name?: string;
  /** 24 digits. */
  sheba: string;
  masked: string;
  /** Toman, smallest units. */
  receives: bigint;
}

/** Toman of one kind that leaves through the bank: withdrawals, and refunds of payments that were not credited. */
export interface PayoutSource {
  /** What is approved and older than a time, oldest first; it belongs to the batch once `tx` has committed. */
  takeForBatch(tx: Tx, before: Date, limit: number): Promise<readonly { id: string; receives: bigint }[]>;
  /** Back to those that wait for a batch, of one whose file nobody has. */
  takeFromBatch(tx: Tx, id: string): Promise<{ userId: string; receives: bigint }>;
  /** Whose money it is, which stays while they are blocked; null: nobody's whom we know. What isn't of this source is absent. */
  ownersOf(ids: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
  /** The bank paid it. Idempotent. CONFLICT: it is in no batch, or came back before. */
  settlePaid(id: string): Promise<void>;
  /** The bank sent it back, also after it was paid. Idempotent. */
  settleReturned(id: string, reason: string): Promise<void>;
  payoutViews(ids: readonly string[]): Promise<ReadonlyMap<string, PayoutView>>;
}
