import type { Asset, Chain } from '@sarraf/domain';
import type { ApprovalKey, Assertion } from '../chains/approvals/assertion.ts';
import type { ChainPayment, Input, KeyPath, SignedTransaction, TransactionPlan } from '../chains/types.ts';

/** A payment to an address, included only if the chain reports success. */
export interface IncomingPayment {
  txid: string;
  /** Index of the output, log or operation; with the txid it identifies the payment. */
  index: number;
  to: string;
  /** Tag or memo; null: none. */
  tag: string | null;
  /** Null: an unknown token; then `contract` identifies it and `amount` is in its own units. */
  asset: Asset | null;
  tokenType: string | null;
  contract: string | null;
  /** Smallest units. */
  amount: bigint;
}

export interface Block {
  height: number;
  hash: string;
  /** Null where blocks are final once they are read. */
  parentHash: string | null;
  at: Date;
  /** Payments to any address; the scanner selects ours. */
  incoming: readonly IncomingPayment[];
}

/** The chain's state of a transaction of ours. */
export type TransactionStatus =
  | { state: 'UNKNOWN' }
  | { state: 'WAITING' }
  /** `ok` false: it is in a block and failed (the fee is spent, the money is not). `fee`: in the chain's coin. */
  | { state: 'INCLUDED'; height: number; blockHash: string; ok: boolean; fee: bigint };

/**
 * SENT: accepted, or known already. DEAD: the chain will never accept it (spent inputs, old sequence). UNKNOWN:
 * query `find`.
 */
export type BroadcastOutcome = 'SENT' | 'DEAD' | 'UNKNOWN';

/**
 * A node of one chain. Every call fails within 20 s (reading blocks: within 20 s per block); a failure says nothing
 * about whether the call took effect.
 */
export interface ChainNode {
  readonly chain: Chain;
  /** Returns the newest block, and the newest final one where the chain reports it (null: count confirmations). */
  head(): Promise<{ height: number; final: number | null }>;
  /** Returns blocks `from` to `to`, inclusive, in order. Blocks without payments may be omitted, except the last. */
  blocks(from: number, to: number): Promise<Block[]>;
  /** Returns recent unconfirmed payments, where the node supports it. None of them is credited. */
  waiting?(): Promise<IncomingPayment[]>;
  /** Returns all payments of a transaction, mined or not; null: the node doesn't know it. */
  transaction(txid: string): Promise<{ incoming: readonly IncomingPayment[]; height: number | null } | null>;
  find(txid: string): Promise<TransactionStatus>;
  /**
   * Returns what signing needs. For UTXO chains the request lists the spendable outputs, and the node chooses among
   * them. Throws 'DESTINATION' if the destination can't be paid this way (a new XRP account below the reserve) and,
   * for UTXO chains, 'FUNDS' if the outputs don't suffice. With `bump` throws 'ENOUGH' if the fee needs no raising,
   * or can't be raised.
   */
  plan(order: PlanRequest): Promise<TransactionPlan>;
  broadcast(signed: SignedTransaction): Promise<BroadcastOutcome>;
  /** Returns the balance of an address at the newest block, smallest units. */
  balance(address: string, asset: Asset, tokenType: string): Promise<bigint>;
  /** Returns whether an expired transaction is dead for good: it expired before a block that is final. */
  isExpired?(expires: number): Promise<boolean>;
}

export interface PlanRequest {
  sender: string;
  payments: readonly ChainPayment[];
  /** UTXO chains: spendable outputs, oldest first. */
  unspent: readonly { txid: string; index: number; amount: bigint; key: KeyPath }[];
  /** Send everything that remains after the fee (a sweep); `payments` has one payment of the whole balance. */
  all?: boolean;
  /**
   * Replace this unmined transaction: the same payments, with the same sequence, or with all of its inputs and
   * possibly more. `inputs`, `fee`: of the replaced one, UTXO chains only.
   */
  bump?: { raw: string; inputs: readonly Input[]; fee: bigint };
}

/** Public data of one seed: nothing that could spend. */
export interface GenerationKeys {
  /** 0 is the first. */
  generation: number;
  /** ed25519, hex: verifies the signer's address attestations. */
  integrityKey: string;
  chains: Partial<Record<Chain, ChainKeys>>;
  /** The seed is retired: its addresses can't be spent from. */
  isRetired?: boolean;
}
/** Keys of the newest seed, and of older ones, newest first. */
export interface PublicKeys extends GenerationKeys {
  older: readonly GenerationKeys[];
}
export interface ChainKeys {
  /** Extended public key; null: addresses come from the signer's pool. */
  accountPublicKey: string | null;
  hot: string;
  /** Address for surplus funds; null: none is configured. */
  cold: string | null;
}

/** What a deposit address is bound to; the signer signs all of these fields. */
export interface AddressAttestation {
  /** Generation of the seed; absent: the first. */
  generation?: number;
  chain: Chain;
  address: string;
  tag: string | null;
  index: number;
  userId: string;
  asset: Asset;
  tokenType: string;
}

/** Reasons for which the signer refuses: codes for the back office, `message` for the log. */
export type SignerRefusal =
  | 'BAD_SEAL' // the row does not match its seal
  | 'NOT_APPROVED' // wrong state, or an unknown order
  | 'NEEDS_APPROVAL' // above the automatic limit: staff must sign it, `about` has the number of signatures
  | 'ALREADY_SIGNED' // another transaction was signed for it
  | 'NOT_SIGNED' // no transaction was signed, and no plan was passed
  | 'OVER_CAP' // above the cap of the hour or the day
  | 'LATCHED' // the signer stopped itself and waits for an operator with its passphrase
  | 'BAD_ADDRESS'
  | 'BAD_PLAN' // fee out of bounds, or foreign inputs
  | 'STOPPED';

/** The order that lacks signatures, and how many it lacks. */
export interface MissingSignatures {
  order: string;
  missing: number;
}

export class SignerRefusedError extends Error {
  readonly code: SignerRefusal;
  /** Set for NEEDS_APPROVAL alone. */
  readonly about: MissingSignatures | null;
  constructor(code: SignerRefusal, message: string = code, about: MissingSignatures | null = null) {
    super(message);
    this.name = 'SignerRefusedError';
    this.code = code;
    this.about = about;
  }
}

export interface SignerStatus {
  /**
   * Why it signs nothing new until an operator releases it (signer/journal.ts), `at` in milliseconds; null: it
   * signs.
   */
  latch: { reason: 'HOUR' | 'DAY' | 'JOURNAL' | 'BOOKS'; about: string | null; at: number } | null;
  /** Amount that may still be sent within the hour, smallest units. A larger request trips the latch. */
  room: Partial<Record<Asset, bigint>>;
  /** Used part of the cap, in parts of a thousand: of the hour or the day, whichever is fuller. */
  used: Partial<Record<Asset | 'ALL', number>>;
}

/**
 * The process that holds the keys. It reads the orders to sign from the database on its own, verifies their seal,
 * builds the transaction from them and its own keys, and returns the same bytes however often it is called. Throws
 * SignerRefusedError, or any other error if it is unreachable.
 */
export interface Signer {
  publicKeys(): Promise<PublicKeys>;
  /** Derives the address from its own keys and signs the claim (hex); refuses one that isn't its own (BAD_ADDRESS). */
  attest(claim: AddressAttestation): Promise<string>;
  /**
   * Returns addresses of an ed25519 chain from an index on, for the pool; BAD_ADDRESS: that isn't the newest
   * generation.
   */
  poolAddresses(chain: Chain, generation: number, from: number, count: number): Promise<string[]>;
  /**
   * Signs one transaction that pays these orders (rows of `outgoing`; one, or several on a UTXO chain). `plan`
   * null: only returns what was signed for them before, or NOT_SIGNED. `sender`: the paying address of the plan,
   * which on UTXO chains gets the change; required once there is a second seed. `replaces`: the txid that was
   * signed for them before and is dead for good, or replaced with the same sequence or inputs. `approvals`: the
   * staff's signatures for them (chains/approvals). `claim`: the claim of the orders; a process whose claim was
   * taken over by another one gets nothing signed.
   */
  sign(request: {
    chain: Chain;
    orders: readonly string[];
    plan: TransactionPlan | null;
    sender?: string;
    replaces?: string;
    claim?: string;
    approvals?: readonly { order: string; assertion: Assertion }[];
  }): Promise<SignedTransaction>;
  status(): Promise<SignerStatus>;
  /**
   * Latches the signer after a violated law of the ledger: it signs nothing new until an operator with its
   * passphrase releases it.
   */
  latch(): Promise<void>;
  /** Returns the staff's approval keys that it trusts. */
  approvalKeys(): Promise<ApprovalKey[]>;
}

/** State of one sandbox chain, for its page. */
export interface SandboxChainView {
  chain: Chain;
  height: number;
  /** Transactions without a block. */
  waiting: number;
}

/** The sandbox's substitute for security keys: each staff member has one. */
export interface SandboxKeys {
  keyOfStaff(staffId: string): ApprovalKey;
  sign(staffId: string, challenge: string): Assertion;
}

/** The operations of the sandbox's chains. Throws INVALID_ADDRESS and UNACCEPTABLE_AMOUNT as refusals. */
export interface SandboxChains {
  readOverview(): Promise<SandboxChainView[]>;
  /** Sends coins from a faucet; they wait for a block. Returns the txid. */
  sendFromFaucet(
    chain: Chain,
    payment: { asset: Asset; tokenType: string; address: string; tag: string | null; amount: bigint },
  ): Promise<string>;
  makeBlocks(chain: Chain, count: number): Promise<SandboxChainView>;
  /** Replaces the newest blocks by empty ones; null: there are fewer blocks, or this chain's blocks are final. */
  reorg(chain: Chain, depth: number, drop: boolean): Promise<SandboxChainView | null>;
}
