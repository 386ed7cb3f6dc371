import type { Ledger } from './types.ts';
import { type LedgerOptions, Writer } from './writer.ts';

export { beginChainAnew } from './begin-chain-anew.ts';
export {
  type FollowedTransfer,
  followTransfers,
  joinTransferFollowers,
  personOfSide,
  type TransferFollower,
  transferFollower,
} from './follow-transfers.ts';
export { forgetRepliesJob } from './forget-replies.ts';
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
  const writer = new Writer(options);
  await writer.start();
  return writer;
}
