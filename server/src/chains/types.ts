import type { Asset, Chain } from '@sarraf/domain';

/** Main networks have main addresses; `regtest` is for the test nodes (bcoin, litecoind, anvil). */
export type Net = 'main' | 'regtest';

/** One payment to one address. */
export interface ChainPayment {
  to: string;
  /** Tag or memo; null: none. */
  tag: string | null;
  asset: Asset;
  tokenType: string;
  /** Smallest units of the asset on the chain. */
  amount: bigint;
}

/**
 * Path of a key below the chain's account: `deposit` addresses are numbered from 0, `hot` is one key. Chains with
 * one account have the hot key alone, and users are distinguished by tag. `generation`: selects the seed, for the
 * owner of the keys; absent: the first.
 */
export type KeyPath = { generation?: number } & ({ branch: 'deposit'; index: number } | { branch: 'hot' });

/** An output of ours that is spent. */
export interface Input {
  txid: string;
  index: number;
  amount: bigint;
  key: KeyPath;
}

/**
 * Data that only the node knows and a transaction needs in addition to its payments. Fees are in smallest units of
 * the chain's coin.
 */
export type TransactionPlan =
  | {
      family: 'UTXO';
      inputs: readonly Input[];
      /**
       * The transactions of these outputs, each once, hex in the hashed form (`stripWitness`): the signer reads
       * the amounts from them, since signatures commit to none (DOGE_COIN, DASH) or each only to that of its own
       * input.
       */
      previous: readonly string[];
      /**
       * Total cost, including change that would be dust (`addDustToFee`): inputs minus payments minus this is zero,
       * or an output that returns to the sender.
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
      /** The destination has no account yet: the payment creates it. */
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
  /** Hex, or the family's own format (base64 for Stellar, JSON for MultiversX and EOS). */
  raw: string;
  /** In the format of explorers. */
  txid: string;
}

/** The content of signed bytes, decoded from them alone. */
export interface DecodedTransaction {
  txid: string;
  /** Sender; of UTXO chains null (see `inputs`). */
  from: string | null;
  /** All outputs or payments, change to ourselves included. */
  payments: readonly ChainPayment[];
  inputs: readonly { txid: string; index: number }[];
  /** The account's counter, where it has one. */
  sequence: bigint | null;
  /** Maximum cost in the chain's coin; of UTXO chains null (inputs carry no amounts). */
  maxFee: bigint | null;
  /** When it expires for good: seconds, or a ledger's number (XRPL); null: never. */
  expires: number | null;
}

/** Returns a private key: 32 bytes, secp256k1 or ed25519 depending on the chain. */
export type KeyOf = (place: KeyPath) => Uint8Array;

/**
 * The byte formats of one chain: addresses, signing, decoding. Pure: no network, no clock, no database. Signing is
 * deterministic (RFC 6979 or ed25519): the same order, plan and key give the same bytes.
 */
export interface Codec {
  readonly chain: Chain;
  /** BIP32 path of the account, hardened; SLIP-10 for the ed25519 chains. */
  readonly accountPath: string;
  /** False: nothing can be derived from a public key (STELLAR, ELROND: ed25519). */
  readonly derivesPublicly: boolean;
  /** Derives an address from the account's extended public key. Throws where `derivesPublicly` is false. */
  addressOf(accountPublicKey: string, place: KeyPath): string;
  /** Derives the private key below the seed, and its address. EOS: the address is its public key, not its name. */
  keyOf(seed: Uint8Array, place: KeyPath): { privateKey: Uint8Array; address: string };
  /** Returns the extended public key of the account; null where nothing can be derived from it. */
  accountPublicKey(seed: Uint8Array): string | null;
  /**
   * Builds and signs. UTXO chains accept several payments, all others one. Throws for a plan of another family, an
   * amount that isn't positive, an address of another chain, inputs that don't cover payments and fee.
   */
  sign(
    order: { from: KeyPath; sender: string; payments: readonly ChainPayment[] },
    plan: TransactionPlan,
    keyOf: KeyOf,
  ): SignedTransaction;
  /** Decodes signed bytes and verifies their signatures against the sender. Throws for anything invalid. */
  decode(raw: string): DecodedTransaction;
}
