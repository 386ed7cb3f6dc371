import type { Asset, Chain } from '@sarraf/domain';

/** Main networks have main addresses; `regtest` is for the test nodes (bcoin, litecoind, anvil). */
export type Net = 'main' | 'regtest';

/** One payment to one place. */
export interface ChainPayment {
  to: string;
  /** Tag or memo; null: none. */
  tag: string | null;
  asset: Asset;
  tokenType: string;
  /** Smallest units of the asset, which are the chain's own. */
  amount: bigint;
}

/**
 * Where a key of ours lies below the chain's account: `deposit` addresses are numbered from 0, `hot` is one key.
 * Chains with one account have the hot key alone, and people are told apart by tag. `generation`: of the seed, which
 * whoever has the keys chooses by it; absent: the first.
 */
export type KeyPath = { generation?: number } & ({ branch: 'deposit'; index: number } | { branch: 'hot' });

/** An output of ours that is spent. */
export interface Input {
  txid: string;
  index: number;
  amount: bigint;
  key: KeyPath;
}

/** What only the node knows and a transaction needs beside its payments. Fees are in smallest units of the chain's coin. */
export type TransactionPlan =
  | {
      family: 'UTXO';
      inputs: readonly Input[];
      /**
       * The transactions whose outputs these are, each once, hex as it is hashed (`withoutWitness`): whoever signs reads the
       * amounts from them, since signatures bind none (DOGE_COIN, DASH) or each only that of its own input.
       */
      previous: readonly string[];
      /**
       * All that it costs, change that would be dust included (`feeWithDust`): inputs less payments less this is nothing, or an
       * output that goes back to who pays.
       */
      fee: bigint;
    }
  | {
      family: 'EVM';
      chainId: number;
      nonce: number;
      gasLimit: bigint;
      maxFeePerGas: bigint;
      /** Null: a legacy transaction (CLASSIC_ETHEREUM), with maxFeePerGas as its gas price. */
      maxPriorityFeePerGas: bigint | null;
    }
  | {
      family: 'TRON';
      /** Hex of 2 and of 8 bytes, of a recent block. */
      refBlockBytes: string;
      refBlockHash: string;
      /** Milliseconds. */
      timestamp: number;
      expiration: number;
      /** Sun that a token transfer may burn; 0n for TRX. */
      feeLimit: bigint;
    }
  | { family: 'XRPL'; sequence: number; fee: bigint; lastLedgerSequence: number }
  | {
      family: 'STELLAR';
      sequence: bigint;
      fee: bigint;
      /** Seconds: the transaction is dead after it. */
      maxTime: number;
      /** The destination has no account yet: the payment makes it. */
      createAccount: boolean;
    }
  | { family: 'MULTIVERSX'; nonce: number; gasPrice: bigint; gasLimit: bigint; chainId: string }
  | {
      family: 'EOS';
      refBlockNum: number;
      refBlockPrefix: number;
      /** Seconds: the transaction is dead after it. */
      expiration: number;
      /** Hex of 32 bytes. */
      chainId: string;
    };

/** A transaction that is ready to be broadcast. */
export interface SignedTransaction {
  /** Hex, or what else the family sends (base64 for Stellar, JSON for MultiversX and EOS). */
  raw: string;
  /** As explorers write it. */
  txid: string;
}

/** What signed bytes really say, read back from them alone. */
export interface DecodedTransaction {
  txid: string;
  /** Sender; of UTXO chains null (see `inputs`). */
  from: string | null;
  /** Every output or payment in it, change to ourselves included. */
  payments: readonly ChainPayment[];
  inputs: readonly { txid: string; index: number }[];
  /** The account's counter, where it has one. */
  sequence: bigint | null;
  /** The most it can cost in the chain's coin; of UTXO chains null (inputs carry no amounts). */
  maxFee: bigint | null;
  /** When it is dead for good: seconds, or a ledger's number (XRPL); null: never. */
  expires: number | null;
}

/** Something to sign with: 32 bytes, of secp256k1 or ed25519 by the chain. */
export type KeyOf = (place: KeyPath) => Uint8Array;

/**
 * What one chain's bytes look like: addresses, signing, reading back. Pure: no network, no clock, no database. Signing is
 * deterministic (RFC 6979 or ed25519): the same order, plan and key give the same bytes.
 */
export interface Codec {
  readonly chain: Chain;
  /** BIP32 path of the account, hardened; SLIP-10 for the ed25519 chains. */
  readonly accountPath: string;
  /** False: nothing can be derived from a public key (STELLAR, ELROND: ed25519). */
  readonly derivesPublicly: boolean;
  /** Of the account's extended public key. Throws where `derivesPublicly` is false. */
  addressOf(accountPublicKey: string, place: KeyPath): string;
  /** Private key below the seed, and the address that belongs to it. EOS: the address is its public key, not its name. */
  keyOf(seed: Uint8Array, place: KeyPath): { privateKey: Uint8Array; address: string };
  /** Extended public key of the account; null where nothing can be derived from it. */
  accountPublicKey(seed: Uint8Array): string | null;
  /**
   * Builds and signs. UTXO chains take many payments, all others one. Throws on a plan of another family, an amount that
   * isn't positive, an address that is none of this chain, inputs that don't cover payments and fee.
   */
  sign(
    order: { from: KeyPath; sender: string; payments: readonly ChainPayment[] },
    plan: TransactionPlan,
    keyOf: KeyOf,
  ): SignedTransaction;
  /** Reads signed bytes and checks their signatures against the sender. Throws when anything is wrong. */
  decode(raw: string): DecodedTransaction;
}
