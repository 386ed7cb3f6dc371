import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Asset, CHAIN_INFO, listCoinsOnChain, TOKEN_CONTRACTS } from '@sarraf/domain';
import { createBase58check } from '@scure/base';
import { decodeMessage, encodeMessage } from './protobuf.ts';
import { createSecpKeys } from './secp-keys.ts';
import type { ChainPayment, Codec, DecodedTransaction, TransactionPlan } from './types.ts';

/** Contracts of the main net, by tokenType. */
export const TRON_CONTRACTS: Readonly<Partial<Record<string, string>>> = {
  TRC20: TOKEN_CONTRACTS.TRC20,
};

/**
 * TransferContract, and TriggerSmartContract with `transfer(address,uint256)` of the known tokens; nothing else.
 * Messages as in tronprotocol/protocol: core/Tron.proto, core/contract/{balance,smart}_contract.proto. `raw` is the
 * hex of a Transaction, as /wallet/broadcasthex takes it. All nets have the same format.
 */
export function createTron(options: { contracts?: typeof TRON_CONTRACTS } = {}): Codec {
  const keys = createSecpKeys("m/44'/195'/0'", addressOfPublicKey);
  const contracts = createContracts(options.contracts ?? TRON_CONTRACTS);

  return {
    chain: 'TRON',
    ...keys,
    sign(order, plan, keyOf) {
      const [payment, ...others] = order.payments;
      if (!payment || others.length > 0) throw new Error('one payment at a time');
      const privateKey = keyOf(order.from);
      const sender = addressOfPublicKey(secp256k1.getPublicKey(privateKey, true));
      if (sender !== order.sender) throw new Error('the key is not the sender’s');
      const rawData = encodeRawData(contracts.write(payment, sender), plan);
      const transaction = encodeMessage([
        [RAW_DATA, rawData],
        [SIGNATURE, signRawData(rawData, privateKey)],
      ]);
      return { raw: bytesToHex(transaction), txid: bytesToHex(sha256(rawData)) };
    },
    decode(raw) {
      if (!/^([0-9a-f]{2})+$/.test(raw)) throw new Error('not hex');
      const transaction = new Fields(hexToBytes(raw), [RAW_DATA, SIGNATURE]);
      const rawData = transaction.bytes(RAW_DATA);
      const data = new Fields(rawData, RAW_FIELDS);
      const { payment, owner } = contracts.read(data.bytes(11), data.number(18));
      const from = recoverSigner(rawData, transaction.bytes(SIGNATURE));
      if (from !== owner) throw new Error('not signed by its owner');
      return {
        txid: bytesToHex(sha256(rawData)),
        from,
        payments: [payment],
        inputs: [],
        sequence: null,
        maxFee: data.number(18) + computeOtherFees(raw.length / 2, payment),
        expires: toSecondsRoundedUp(data.number(8)),
      } satisfies DecodedTransaction;
    },
  };
}

/**
 * 1,000 sun per byte, and for TRX the maximum that a new account costs (chain parameters #3, #2 and #7; 64: the
 * result).
 */
const computeOtherFees = (bytes: number, payment: ChainPayment): bigint =>
  BigInt(bytes + 64) * 1000n + (payment.asset === CHAIN_INFO.TRON.coin ? 1_100_000n : 0n);

/** Converts milliseconds, rounding up: dead only once its last second is over. */
const toSecondsRoundedUp = (milliseconds: bigint): number =>
  Number.parseInt(String((milliseconds + 999n) / 1000n), 10);

// ── Addresses ───────────────────────────────────────────────────────────────────────────────────

const base58check = createBase58check(sha256);

/** 0x41 and the last 20 bytes of the key's Keccak-256, as on Ethereum. */
function addressOfPublicKey(publicKey: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return encodeTronAddress(keccak_256(point.slice(1)).slice(-20));
}

/** Converts the virtual machine's 20 bytes. */
export const encodeTronAddress = (bytes: Uint8Array): string =>
  base58check.encode(concatBytes(Uint8Array.of(0x41), bytes));

/** Returns 21 bytes. Throws for anything but an address. */
export function decodeTronAddress(address: string): Uint8Array {
  const bytes = base58check.decode(address);
  if (bytes.length !== 21 || bytes[0] !== 0x41) throw new Error('not an address');
  if (bytes.slice(1).every((byte) => byte === 0)) throw new Error('the zero address belongs to no user');
  return bytes;
}

// ── Messages ────────────────────────────────────────────────────────────────────────────────────

const RAW_DATA = 1;
const SIGNATURE = 2;
/** ref_block_bytes, ref_block_hash, expiration, contract, timestamp, fee_limit. */
const RAW_FIELDS = [1, 4, 8, 11, 14, 18];

/** A message with known fields only; throws for any other. */
class Fields {
  readonly #fields: ReadonlyMap<number, bigint | Uint8Array>;
  constructor(bytes: Uint8Array, allowedFields: readonly number[]) {
    this.#fields = decodeMessage(bytes);
    if ([...this.#fields.keys()].some((field) => !allowedFields.includes(field)))
      throw new Error('unknown field');
  }
  bytes(field: number): Uint8Array {
    const value = this.#fields.get(field);
    if (value === undefined || typeof value === 'bigint') throw new Error('missing field');
    return value;
  }
  /** Zero where it is absent. */
  number(field: number): bigint {
    const value = this.#fields.get(field) ?? 0n;
    if (typeof value !== 'bigint') throw new Error('wrong field');
    return value;
  }
}

function encodeRawData(contract: Uint8Array, plan: TransactionPlan): Uint8Array {
  if (plan.family !== 'TRON') throw new Error('plan of another family');
  const { refBlockBytes, refBlockHash, timestamp, expiration, feeLimit } = plan;
  if (!/^[0-9a-f]{4}$/.test(refBlockBytes) || !/^[0-9a-f]{16}$/.test(refBlockHash))
    throw new Error('plan without a block');
  if (expiration <= timestamp || feeLimit < 0n) throw new Error('plan out of range');
  return encodeMessage([
    [1, hexToBytes(refBlockBytes)],
    [4, hexToBytes(refBlockHash)],
    [8, BigInt(expiration)],
    [11, contract],
    [14, BigInt(timestamp)],
    [18, feeLimit],
  ]);
}

/** The two contract types, as core/Tron.proto numbers them. */
const TRANSFER = { type: 1n, url: 'type.googleapis.com/protocol.TransferContract' };
const TRIGGER = { type: 31n, url: 'type.googleapis.com/protocol.TriggerSmartContract' };

function createContracts(contracts: typeof TRON_CONTRACTS) {
  const coin = CHAIN_INFO.TRON.coin;
  const tokens = listTronTokens(contracts);

  function write(payment: ChainPayment, owner: string): Uint8Array {
    const { asset, tokenType, amount } = payment;
    if (payment.tag !== null) throw new Error('no tags here');
    if (amount <= 0n || amount >= 1n << 63n) throw new Error('amount out of range');
    const [from, to] = [decodeTronAddress(owner), decodeTronAddress(payment.to)];
    if (asset === coin && tokenType === 'TRON') return wrapContract(TRANSFER, [from, to, amount]);
    const token = tokens.find((candidate) => candidate.asset === asset && candidate.tokenType === tokenType);
    if (!token) throw new Error(`no ${asset} by ${tokenType} here`);
    const data = hexToBytes(encodeTrc20Transfer(payment.to, amount));
    return wrapContract(TRIGGER, [from, decodeTronAddress(token.contract), 0n, data]);
  }

  function read(contract: Uint8Array, feeLimit: bigint): { payment: ChainPayment; owner: string } {
    const { kind, fields } = unwrapContract(contract);
    const owner = readAddress(fields.bytes(1));
    const second = readAddress(fields.bytes(2));
    if (kind === TRANSFER) {
      const amount = fields.number(3);
      if (amount <= 0n || feeLimit !== 0n) throw new Error('not a transfer');
      return { owner, payment: { to: second, tag: null, asset: coin, tokenType: 'TRON', amount } };
    }
    const token = tokens.find((candidate) => candidate.contract === second);
    const words = /^a9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/.exec(bytesToHex(fields.bytes(4)));
    const amount = BigInt(`0x${words?.[2] ?? '0'}`);
    if (!token || !words?.[1] || fields.number(3) !== 0n || amount <= 0n) throw new Error('not a transfer');
    const { asset, tokenType } = token;
    const to = readAddress(hexToBytes(`41${words[1]}`));
    return { owner, payment: { to, tag: null, asset, tokenType, amount } };
  }

  return { write, read };
}

/** Contract { type = 1, parameter = 2: Any { type_url = 1, value = 2 } }. */
function wrapContract(kind: typeof TRANSFER, values: readonly (bigint | Uint8Array)[]): Uint8Array {
  const value = encodeMessage(values.map((field, i) => [i + 1, field]));
  const any = encodeMessage([
    [1, utf8ToBytes(kind.url)],
    [2, value],
  ]);
  return encodeMessage([
    [1, kind.type],
    [2, any],
  ]);
}

function unwrapContract(contract: Uint8Array): { kind: typeof TRANSFER; fields: Fields } {
  const outer = new Fields(contract, [1, 2]);
  const kind = [TRANSFER, TRIGGER].find(({ type }) => type === outer.number(1));
  if (!kind) throw new Error('not a transfer');
  const any = new Fields(outer.bytes(2), [1, 2]);
  if (Buffer.from(any.bytes(1)).toString() !== kind.url) throw new Error('not a transfer');
  return { kind, fields: new Fields(any.bytes(2), kind === TRANSFER ? [1, 2, 3] : [1, 2, 3, 4]) };
}

function readAddress(bytes: Uint8Array): string {
  const address = base58check.encode(bytes);
  decodeTronAddress(address);
  return address;
}

/** Returns the tokens known on TRON, with their contracts. */
export const listTronTokens = (
  contracts: typeof TRON_CONTRACTS,
): readonly { asset: Asset; tokenType: string; contract: string }[] =>
  listCoinsOnChain('TRON').flatMap(({ asset, tokenType }) => {
    const contract = contracts[tokenType];
    return contract === undefined ? [] : [{ asset, tokenType, contract }];
  });

/** Selector and arguments of `transfer(address,uint256)`, hex. */
export const encodeTrc20Transfer = (to: string, amount: bigint): string =>
  `a9059cbb${encodeTrc20Words(to, amount)}`;

/** Encodes an address, and optionally an amount, as words of the virtual machine, hex. */
export const encodeTrc20Words = (address: string, amount?: bigint): string =>
  bytesToHex(decodeTronAddress(address).slice(1)).padStart(64, '0') +
  (amount === undefined ? '' : amount.toString(16).padStart(64, '0'));

// ── Signatures ──────────────────────────────────────────────────────────────────────────────────

/** r, s and 27 or 28 over the SHA-256 of raw_data; RFC 6979, low s. */
function signRawData(rawData: Uint8Array, privateKey: Uint8Array): Uint8Array {
  const signature = secp256k1.sign(sha256(rawData), privateKey, { prehash: false, format: 'recovered' });
  return concatBytes(signature.slice(1), Uint8Array.of(27 + (signature[0] ?? 0)));
}

function recoverSigner(rawData: Uint8Array, signature: Uint8Array): string {
  const recoveryBit = (signature[64] ?? 0) - 27;
  if (signature.length !== 65 || (recoveryBit !== 0 && recoveryBit !== 1)) throw new Error('not a signature');
  const read = secp256k1.Signature.fromBytes(
    concatBytes(Uint8Array.of(recoveryBit), signature.slice(0, 64)),
    'recovered',
  );
  if (read.hasHighS()) throw new Error('malleable signature');
  return addressOfPublicKey(read.recoverPublicKey(sha256(rawData)).toBytes(true));
}
