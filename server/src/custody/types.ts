import type { Asset, Chain } from '@sarraf/domain';
import type { Assertion } from '../chains/approvals/assertion.ts';
import type { Row } from '../ledger/index.ts';
import type { Db, Tx } from '../platform/database/database.ts';
import type { Page } from '../platform/database/rows.ts';
import type { Http } from '../platform/http/http.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import type { SignerStatus } from './ports.ts';
import type { ChainCursor } from './scanning/cursor-store.ts';

/** A withdrawal of coins that may be sent. The whole amount is blocked in the ledger. */
export interface WithdrawalOrder {
  withdrawalId: string;
  userId: string;
  asset: Asset;
  tokenType: string;
  address: string;
  /** Null: none. */
  tag: string | null;
  /** The amount that arrives, smallest units; with `fee` it is the blocked amount. */
  amount: bigint;
  fee: bigint;
}

/** The message that a staff member is asked to sign, and the ids of their allowed keys (WebAuthn credentials). */
export interface ApprovalRequest {
  challenge: string;
  keys: string[];
}

/** Progress of a withdrawal; absent once it was cancelled. */
export interface WithdrawalProgress {
  /** FAILED: on the chain for good without effect; the amount is still in flight in the ledger. */
  state: 'QUEUED' | 'SENDING' | 'SENT' | 'DONE' | 'FAILED';
  txid: string | null;
  link: string | null;
  confirmations: number;
  neededConfirmations: number;
  trouble: string | null;
}

export interface CoinDeposit {
  id: string;
  asset: Asset;
  tokenType: string;
  amount: bigint;
  state: 'PENDING' | 'CREDITED' | 'UNCLAIMED' | 'ORPHANED' | 'REVERSED' | 'KEPT';
  reason: string | null;
  raisedByUser: boolean;
  address: string;
  tag: string | null;
  txid: string;
  link: string | null;
  confirmations: number;
  neededConfirmations: number;
  createdAt: Date;
}

/** The message that a staff member is asked to sign, and the ids of their allowed keys (WebAuthn credentials). */
export interface ApprovalRequest {
  challenge: string;
  keys: string[];
}

/** Addresses, deposits and sending of coins: everything that touches a chain. */
export interface Custody {
  /**
   * Adds endpoints for addresses, deposit checks, the treasury and unclaimed deposits; in sandbox mode those of the
   * chains.
   */
  routes(http: Http): void;
  jobs: Job[];
  /** Starts scanning and sending; `stop` waits for the running step. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Lists a user's coin deposits, newest first, page.limit rows. */
  listDeposits(userId: string, asset: Asset | null, page: Page, db?: Db): Promise<CoinDeposit[]>;
  /** Returns one of the user's deposits; null: no such deposit of coins. */
  findDeposit(userId: string, id: string, db?: Db): Promise<CoinDeposit | null>;
  /** Queues an approved withdrawal, in a transaction or as a row of a ledger command. */
  queue(tx: Tx, order: WithdrawalOrder): Promise<void>;
  queueRow(order: WithdrawalOrder): Row;
  /** Cancels a queued withdrawal; returns false if it is at the signer or further. */
  cancelQueued(tx: Tx, withdrawalId: string): Promise<boolean>;
  /**
   * Ends a withdrawal in trouble NONCE_GONE, or one that failed on its chain and waits for a retry, as FAILED;
   * returns false for any other, or if the chain knows its bytes after all.
   */
  abandon(tx: Tx, withdrawalId: string): Promise<boolean>;
  progressOf(withdrawalIds: readonly string[], db?: Db): Promise<Map<string, WithdrawalProgress>>;
  /** Returns whether the address (with its tag, where one is needed) is one of ours. */
  isOurs(asset: Asset, tokenType: string, address: string): Promise<boolean>;
  /** Returns what a staff member signs to approve it; see approvals/request-approval.ts for refusals. */
  askApproval(order: WithdrawalOrder, staffId: string): Promise<ApprovalRequest>;
  checkApproval(order: WithdrawalOrder, staffId: string, assertion: Assertion | undefined): Promise<void>;
  /** Null: nothing is stopped. */
  stopped(): Promise<{ reason: string; at: Date } | null>;
  /** Stops all withdrawals, also at the signer, which only its passphrase releases. */
  haltWithdrawals(reason: string): Promise<void>;
  /** Number of unclaimed deposits, at most 1,000. */
  countUnclaimed(): Promise<number>;
  /** Returns the position to which each active chain was scanned; null: never. A chain with `fork` HALTED is halted. */
  listCursors(): Promise<{ chain: Chain; cursor: ChainCursor | null }[]>;
  /** Throws if the signer is unreachable. */
  readSignerStatus(): Promise<SignerStatus>;
  /** Returns the reserves of each coin on each network; values that a node doesn't return are null. Smallest units. */
  readReserves(): Promise<
    {
      asset: Asset;
      tokenType: string;
      hot: bigint | null;
      deposits: bigint | null;
      cold: bigint | null;
      liabilities: bigint;
      /** Percent. */
      hotTarget: number;
      /** In tenths of a percent of the liabilities; null: there are none, or a node is unresponsive. */
      hotShare: bigint | null;
      /** SHORT: less is held than the ledger requires. */
      alarm: 'SHORT' | 'HIGH' | 'LOW' | null;
    }[]
  >;
}
