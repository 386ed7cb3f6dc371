import type { Ledger } from './types.ts';
import { type LedgerOptions, LedgerWriter } from './writer.ts';

export {
  createTransferFollower,
  type FollowedTransfer,
  followTransfers,
  getPersonOfSide,
  joinTransferFollowers,
  type TransferFollower,
} from './follow-transfers.ts';
export { createPruneRepliesJob } from './forget-replies.ts';
export { assertEpoch } from './projections.ts';
export { reopenChain } from './reopen-chain.ts';
export { insertInto, insertWith, updateLatest, updateWith } from './rows.ts';
export * from './types.ts';
export { type ChainPoint, verifyBatchChain } from './verify-chain.ts';
export type { LedgerOptions } from './writer.ts';

/**
 * `queued`: number of commands that wait for a batch. `settled`: changes after each batch that may have committed
 * here.
 */
export type LocalLedger = Ledger & { queued(): number; settled(): number };

/** Connects and tries to acquire the lease; a process that doesn't get it keeps trying in the background. */
export async function createLedger(options: LedgerOptions): Promise<LocalLedger> {
  const writer = new LedgerWriter(options);
  await writer.start();
  return writer;
}
