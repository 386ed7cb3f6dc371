import type { Asset, Chain } from '@sarraf/domain';
import type { ApprovalKey, Assertion } from '../chains/approvals/assertion.ts';
import type { ChainPayment, Input, KeyPath, SignedTransaction, TransactionPlan } from '../chains/types.ts';

/** Something that arrived at an address; only what the chain says succeeded. */
export interface IncomingPayment {
  txid: string;
  /** Of the output, log or operation: with the txid it names the payment once and for all. */
  index: number;
  to: string;
  /** Tag or memo; null: none. */
  tag: string | null;
  /** Null: a token nobody knows; then `contract` names it and `amount` is in its own units. */
  asset: Asset | null;
  tokenType: string | null;
  contract: string | null;
  /** Smallest units. */
  amount: bigint;
}

export interface Block {
  height: number;
  hash: string;
  /** Null where blocks can't be undone once they are read. */
  parentHash: string | null;
  at: Date;
  /** To whomever: the scanner picks ours. */
  incoming: readonly IncomingPayment[];
}

/** What became of a transaction of ours. */
export type TransactionStatus =
  | { state: 'UNKNOWN' }
  | { state: 'WAITING' }
  /** `ok` false: it is on the chain and failed (the fee is gone, the money is not). `fee`: coin of the chain. */
  | { state: 'INCLUDED'; height: number; blockHash: string; ok: boolean; fee: bigint };

/** SENT: taken, or known already. DEAD: this chain will never take it (used inputs, old sequence). UNKNOWN: ask `find`. */
export type BroadcastOutcome = 'SENT' | 'DEAD' | 'UNKNOWN';

/**
 * A node of one chain. Every call fails within 20 s (reading blocks: within 20 s a block); a failure tells nothing about
 * what happened.
 */
export interface ChainNode {
  readonly chain: Chain;
  /** The newest block, and the newest that can't be undone where the chain says so (null: count confirmations). */
  head(): Promise<{ height: number; final: number | null }>;
  /** Blocks of `from` to `to`, both included, in order. One that has nothing for anybody may be left out, save the last. */
  blocks(from: number, to: number): Promise<Block[]>;
  /** What came to wait for a block of late, where the node can say. Nothing of it is credited. */
  waiting?(): Promise<IncomingPayment[]>;
  /** Everything a given transaction pays, in or out of a block; null: the node doesn't know it. */
  transaction(txid: string): Promise<{ incoming: readonly IncomingPayment[]; height: number | null } | null>;
  find(txid: string): Promise<TransactionStatus>;
  /**
   * What signing needs. UTXO chains are given the outputs that may be spent, and choose.
   * Throws 'DESTINATION' when the destination can't be paid so (a new XRP account below the reserve), and of UTXO chains
   * 'FUNDS' when that isn't enough. With `bump` throws 'ENOUGH' where the fee needs no raising, or can't be raised.
   */
  plan(order: PlanRequest): Promise<TransactionPlan>;
  broadcast(signed: SignedTransaction): Promise<BroadcastOutcome>;
  /** What an address holds, smallest units; of the newest block. */
  balance(address: string, asset: Asset, tokenType: string): Promise<bigint>;
  /** Whether an expired transaction is dead for good: its time is over in a block that can't be undone. */
  isExpired?(expires: number): Promise<boolean>;
}

export interface PlanRequest {
  sender: string;
  payments: readonly ChainPayment[];
  /** UTXO chains: what may be spent, oldest first. */
  unspent: readonly { txid: string; index: number; amount: bigint; key: KeyPath }[];
  /** Send everything that is left once the fee is paid (a sweep); `payments` has one payment of the whole balance. */
  all?: boolean;
  /**
   * Outbid these bytes, which wait for a block: the same payments, by the same sequence, or by all of their inputs and
   * more. `inputs`, `fee`: theirs, of UTXO chains.
   */
  bump?: { raw: string; inputs: readonly Input[]; fee: bigint };
}

/** What the signer lets others know of one of its seeds: nothing that could spend. */
export interface GenerationKeys {
  /** 0 is the first. */
  generation: number;
  /** ed25519, hex: checks what the signer says of addresses. */
  integrityKey: string;
  chains: Partial<Record<Chain, ChainKeys>>;
  /** The seed is no more: what comes to its addresses stays there. */
  isRetired?: boolean;
}
/** Of the newest seed, and of those before it, newest first. */
export interface PublicKeys extends GenerationKeys {
  older: readonly GenerationKeys[];
}
export interface ChainKeys {
  /** Extended public key; null: addresses come from the signer's pool. */
  accountPublicKey: string | null;
  hot: string;
  /** Where surplus goes; null: none is set up. */
  cold: string | null;
}

/** What a deposit address is bound to; the signer signs all of it. */
export interface AddressAttestation {
  /** Of the seed; absent: the first. */
  generation?: number;
  chain: Chain;
  address: string;
  tag: string | null;
  index: number;
  userId: string;
  asset: Asset;
  tokenType: string;
}

/** Why the signer refuses: codes for the back office, `message` for the log. */
export type SignerRefusal =
  | 'BAD_SEAL' // the row is not what was approved
  | 'NOT_APPROVED' // wrong state, or unknown
  | 'NEEDS_APPROVAL' // more than leaves by itself: colleagues must sign it, `about` says how many
  | 'ALREADY_SIGNED' // something else was signed for it
  | 'NOT_SIGNED' // nothing was, and no plan was given
  | 'OVER_CAP' // more than may leave within the hour or the day
  | 'LATCHED' // it stopped itself, and waits for a person with its passphrase
  | 'BAD_ADDRESS'
  | 'BAD_PLAN' // fee out of bounds, foreign inputs
  | 'STOPPED';

/** Which order lacks how many signatures. */
export interface MissingSignatures {
  order: string;
  missing: number;
}

export class SignerRefused extends Error {
  readonly code: SignerRefusal;
  /** Of NEEDS_APPROVAL. */
  readonly about: MissingSignatures | null;
  constructor(code: SignerRefusal, message: string = code, about: MissingSignatures | null = null) {
    super(message);
    this.name = 'SignerRefused';
    this.code = code;
    this.about = about;
  }
}

export interface SignerStatus {
  /** Why it signs nothing new until a person releases it (signer/journal.ts), `at` in milliseconds; null: it signs. */
  latch: { reason: 'HOUR' | 'DAY' | 'JOURNAL' | 'BOOKS'; about: string | null; at: number } | null;
  /** What may still leave within the hour, smallest units. Whoever asks for more trips the latch. */
  room: Partial<Record<Asset, bigint>>;
  /** How much of the cap has left, in parts of a thousand: of the hour or the day, whichever is fuller. */
  used: Partial<Record<Asset | 'ALL', number>>;
}

/**
 * The process that holds the keys. It reads the orders it is asked to sign from the database by itself, checks their
 * seal, builds the transaction from them and its own keys, and answers the same bytes however often it is asked.
 * Throws SignerRefused, or any other error when it is away.
 */
export interface Signer {
  publicKeys(): Promise<PublicKeys>;
  /** Derives the address by its own keys and signs the claim (hex); refuses one that isn't its own (BAD_ADDRESS). */
  attest(claim: AddressAttestation): Promise<string>;
  /** Addresses of an ed25519 chain from an index on, for the pool; BAD_ADDRESS: that isn't the newest generation. */
  poolAddresses(chain: Chain, generation: number, from: number, count: number): Promise<string[]>;
  /**
   * Signs one transaction that pays these orders (rows of `outgoing`; one, or many of a UTXO chain).
   * `plan` null: only answers what was signed for them before, or NOT_SIGNED.
   * `sender`: who the plan says pays, of UTXO chains where what is left goes; needed once there is a second seed.
   * `replaces`: the txid that was signed for them before, and is dead for good or outbid by the same sequence or inputs.
   * `approvals`: what colleagues' keys signed for them (chains/approvals).
   * `claim`: what claimed orders are claimed by; a process that slept while another took them over gets nothing signed.
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
  /** A law of the books is broken: has it sign nothing new until a person with its passphrase releases it. */
  latch(): Promise<void>;
  /** The colleagues' keys that it believes. */
  approvalKeys(): Promise<ApprovalKey[]>;
}

/** One chain of the sandbox, for its page. */
export interface SandboxChainView {
  chain: Chain;
  height: number;
  /** Transactions that wait for a block. */
  waiting: number;
}

/** The sandbox's stand-in for security keys: each colleague has one. */
export interface SandboxKeys {
  of(staffId: string): ApprovalKey;
  sign(staffId: string, challenge: string): Assertion;
}

/** The buttons of the sandbox's chains. Throws INVALID_ADDRESS and UNACCEPTABLE_AMOUNT as refusals. */
export interface SandboxChains {
  overview(): Promise<SandboxChainView[]>;
  /** Sends coins out of nowhere; they wait for a block. Answers the txid. */
  faucet(
    chain: Chain,
    payment: { asset: Asset; tokenType: string; address: string; tag: string | null; amount: bigint },
  ): Promise<string>;
  makeBlocks(chain: Chain, count: number): Promise<SandboxChainView>;
  /** Replaces the newest blocks by empty ones; null: there are not so many, or this chain's blocks are final. */
  reorg(chain: Chain, depth: number, drop: boolean): Promise<SandboxChainView | null>;
}
