import type { Asset, Chain } from '@sarraf/domain';
import type { Assertion } from '../chains/approvals/assertion.ts';
import type { Row } from '../ledger/index.ts';
import type { Db, Tx } from '../platform/database/database.ts';
import type { Page } from '../platform/database/rows.ts';
import type { Http } from '../platform/http/http.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import type { SignerStatus } from './ports.ts';
import type { ChainCursor } from './scanning/cursor-store.ts';

/** A withdrawal of coins that may leave. The person's whole amount lies blocked in the ledger. */
export interface WithdrawalOrder {
  withdrawalId: string;
  userId: string;
  asset: Asset;
  tokenType: string;
  address: string;
  /** Null: none. */
  tag: string | null;
  /** What arrives, smallest units; with `fee` it is what lies blocked. */
  amount: bigint;
  fee: bigint;
}

/** What one of the staff is asked to sign, and by which of their keys (ids of credentials). */
export interface ApprovalRequest {
  challenge: string;
  keys: string[];
}

/** How a withdrawal fares on its way; absent once it was taken back. */
export interface WithdrawalProgress {
  /** FAILED: on the chain for good without effect; what was to arrive is still in flight in the books. */
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

/** What one of the staff is asked to sign, and by which of their keys (ids of credentials). */
export interface ApprovalRequest {
  challenge: string;
  keys: string[];
}

/** Addresses, deposits and sending of coins: everything that touches a chain. */
export interface Custody {
  /** Addresses, claims, the back office's treasury and unclaimed deposits; in sandbox mode the chains' buttons. */
  routes(http: Http): void;
  jobs: Job[];
  /** Begins to read the chains and to send; `stop` lets the running step end. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** A person's deposits of coins, newest first, page.limit rows. */
  listDeposits(userId: string, asset: Asset | null, page: Page, db?: Db): Promise<CoinDeposit[]>;
  /** One of theirs; null: no such deposit of coins. */
  findDeposit(userId: string, id: string, db?: Db): Promise<CoinDeposit | null>;
  /** Queues an approved withdrawal: in a transaction, or as a row of a ledger command. */
  queue(tx: Tx, order: WithdrawalOrder): Promise<void>;
  queueRow(order: WithdrawalOrder): Row;
  /** Takes a queued withdrawal back; false: it is at the signer or further. */
  takeBack(tx: Tx, withdrawalId: string): Promise<boolean>;
  /**
   * Ends a withdrawal in trouble NONCE_GONE, or one that failed on its chain and waits for another try, as FAILED; false:
   * it isn't in that, or the chain knows its bytes after all.
   */
  abandon(tx: Tx, withdrawalId: string): Promise<boolean>;
  progressOf(withdrawalIds: readonly string[], db?: Db): Promise<Map<string, WithdrawalProgress>>;
  /** Whether the address (with its tag, where one is needed) is one of ours. */
  isOurs(asset: Asset, tokenType: string, address: string): Promise<boolean>;
  /** What one of the staff signs to let it go; see approvals/ask-approval.ts for what is refused. */
  askApproval(order: WithdrawalOrder, staffId: string): Promise<ApprovalRequest>;
  checkApproval(order: WithdrawalOrder, staffId: string, assertion: Assertion | undefined): Promise<void>;
  /** Null: nothing is stopped. */
  stopped(): Promise<{ reason: string; at: Date } | null>;
  /** Stops all that leaves, also at the signer, where only its passphrase starts it again. */
  halt(reason: string): Promise<void>;
  /** Waiting for the staff, at most 1,000. */
  countUnclaimed(): Promise<number>;
  /** How far each chain that is on was read; null: it never was. It stands still where `fork` is HALTED. */
  cursors(): Promise<{ chain: Chain; cursor: ChainCursor | null }[]>;
  /** Throws where the signer is away. */
  signerStatus(): Promise<SignerStatus>;
  /** Of each coin on each network; nodes are asked, and what they don't answer is null. Smallest units. */
  reserves(): Promise<
    {
      asset: Asset;
      tokenType: string;
      hot: bigint | null;
      deposits: bigint | null;
      cold: bigint | null;
      liabilities: bigint;
      /** Percent. */
      hotTarget: number;
      /** Of the liabilities, in tenths of a percent; null: there are none, or a node is silent. */
      hotShare: bigint | null;
      /** SHORT: less is held than booked. */
      alarm: 'SHORT' | 'HIGH' | 'LOW' | null;
    }[]
  >;
}
