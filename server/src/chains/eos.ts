import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { type EosTransfer, packTransfer, unpackTransfer } from './eos-pack.ts';
import { assertHotPath, createHotKeys } from './hot-keys.ts';
import { assertWithinBounds, getSinglePayment } from './single.ts';
import type { ChainPayment, Codec, DecodedTransaction, Net } from './types.ts';

const UINT32 = 0xffff_ffff;
/** SHA-256 of each network's genesis: the main one, and the one that a nodeos starts by default. */
const CHAIN_IDS: Readonly<Record<Net, string>> = {
  main: 'aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906',
  regtest: 'cf057bbfb72640471fd910bcb67639c22df9f92470936cddc1ade0e2f2e7dc4f',
};

/** The body of /v1/chain/send_transaction. */
interface Wire {
  signatures: [string];
  compression: 'none';
  packed_context_free_data: '';
  packed_trx: string;
}

/**
 * EOS (Vaulta): one account, transfers of eosio.token. The account's name is independent of the key: `keyOf` and
 * `addressOf` return the public key, and `sign` trusts the sender's name. Why it is implemented here:
 * docs/decisions/0015.
 */
export function createEos(net: Net): Codec {
  const chainId = CHAIN_IDS[net];
  return {
    chain: 'EOS',
    ...createHotKeys("m/44'/194'/0'", formatPublicKey),
    sign(order, plan, keyOf) {
      if (plan.family !== 'EOS') throw new Error(`eos: a plan of ${plan.family}`);
      if (plan.chainId !== chainId) throw new Error('eos: another chain');
      assertHotPath(order.from);
      const payment = getSinglePayment('EOS', order.payments);
      if (payment.to === order.sender) throw new Error('eos: pays itself');
      assertWithinBounds('eos: reference block', plan.refBlockNum, 0, 0xffff);
      assertWithinBounds('eos: reference block’s prefix', plan.refBlockPrefix, 0, UINT32);
      assertWithinBounds('eos: last time', plan.expiration, 1, UINT32);
      const packed = packTransfer({
        expiration: plan.expiration,
        refBlockNum: plan.refBlockNum,
        refBlockPrefix: plan.refBlockPrefix,
        from: order.sender,
        to: payment.to,
        amount: payment.amount,
        memo: payment.tag ?? '',
      });
      const wire: Wire = {
        signatures: [signEosDigest(computeDigest(chainId, packed), keyOf(order.from))],
        compression: 'none',
        packed_context_free_data: '',
        packed_trx: bytesToHex(packed),
      };
      return { raw: JSON.stringify(wire), txid: bytesToHex(sha256(packed)) };
    },
    decode: (raw) => decodeTransfer(raw, chainId),
  };
}

/** Returns the public key that signed, as `keyOf` writes it: the bytes don't say whether the account has it. */
export function recoverEosSigner(raw: string, net: Net): string {
  return recoverSigner(parseWire(raw), CHAIN_IDS[net]);
}

function decodeTransfer(raw: string, chainId: string): DecodedTransaction {
  const wire = parseWire(raw);
  recoverSigner(wire, chainId);
  const packed = hexToBytes(wire.packed_trx);
  const transfer = unpackTransfer(packed);
  return {
    txid: bytesToHex(sha256(packed)),
    from: transfer.from,
    payments: [toPayment(transfer)],
    inputs: [],
    sequence: null,
    // Paid with the account's staked resources, never with coins.
    maxFee: 0n,
    expires: transfer.expiration,
  };
}

function toPayment({ to, amount, memo }: EosTransfer): ChainPayment {
  const payment: ChainPayment = {
    to,
    tag: memo === '' ? null : memo,
    asset: 'EOS',
    tokenType: 'EOS',
    amount,
  };
  return getSinglePayment('EOS', [payment]);
}

function parseWire(raw: string): Wire {
  const wire = JSON.parse(raw) as Wire;
  const { signatures, packed_trx } = wire;
  const isWellFormed =
    Array.isArray(signatures) &&
    signatures.length === 1 &&
    typeof signatures[0] === 'string' &&
    typeof packed_trx === 'string' &&
    /^([0-9a-f]{2})+$/.test(packed_trx);
  const canonical: Wire = { signatures, compression: 'none', packed_context_free_data: '', packed_trx };
  if (!isWellFormed || JSON.stringify(canonical) !== raw) throw new Error('eos: not in canonical form');
  return wire;
}

function recoverSigner(wire: Wire, chainId: string): string {
  const signature = parseSignature(wire.signatures[0]);
  if (!isCanonical(signature)) throw new Error('eos: signature is not canonical');
  const recoverable = concatBytes(Uint8Array.of((signature[0] ?? 0) - 31), signature.subarray(1));
  const digest = computeDigest(chainId, hexToBytes(wire.packed_trx));
  return formatPublicKey(secp256k1.recoverPublicKey(recoverable, digest, { prehash: false }));
}

/** Chain id, transaction, and 32 zero bytes for the absent context-free data. */
const computeDigest = (chainId: string, packed: Uint8Array): Uint8Array =>
  sha256(concatBytes(hexToBytes(chainId), packed, new Uint8Array(32)));

const MAX_ATTEMPTS = 1000;

/** Signs a digest as SIG_K1_…: canonical as the chain requires it, and deterministic. */
export function signEosDigest(digest: Uint8Array, privateKey: Uint8Array): string {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
    // Recovery bit, r, s; each further attempt is RFC 6979 with a counter as additional data.
    const found = secp256k1.sign(digest, privateKey, {
      prehash: false,
      lowS: true,
      format: 'recovered',
      ...(tries === 0 ? {} : { extraEntropy: encodeCounter(tries) }),
    });
    // 27 as in Bitcoin's compact form, 4 for a compressed key.
    const signature = concatBytes(Uint8Array.of((found[0] ?? 0) + 31), found.subarray(1));
    if (isCanonical(signature)) return formatSignature(signature);
  }
  throw new Error('eos: no canonical signature');
}

function encodeCounter(value: number): Uint8Array {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(28, value);
  return bytes;
}

/** Antelope's public_key::is_canonical: neither r nor s may be negative, or shorter than 32 bytes, in DER. */
function isCanonical(signature: Uint8Array): boolean {
  const isCanonicalHalf = (at: number) =>
    ((signature[at] ?? 0) & 0x80) === 0 && !(signature[at] === 0 && ((signature[at + 1] ?? 0) & 0x80) === 0);
  const header = signature[0] ?? 0;
  return signature.length === 65 && header >= 31 && header <= 34 && isCanonicalHalf(1) && isCanonicalHalf(33);
}

const SIGNATURE_PREFIX = 'SIG_K1_';
const KEY_PREFIX = 'EOS';

const formatSignature = (signature: Uint8Array): string =>
  SIGNATURE_PREFIX + base58.encode(concatBytes(signature, computeChecksum(signature, 'K1')));

function parseSignature(text: string): Uint8Array {
  // base58 takes quadratic time.
  if (!text.startsWith(SIGNATURE_PREFIX) || text.length > 120) throw new Error('eos: signature');
  const bytes = base58.decode(text.slice(SIGNATURE_PREFIX.length));
  const signature = bytes.slice(0, -4);
  if (signature.length !== 65 || formatSignature(signature) !== text) throw new Error('eos: signature');
  return signature;
}

const formatPublicKey = (publicKey: Uint8Array): string =>
  KEY_PREFIX + base58.encode(concatBytes(publicKey, computeChecksum(publicKey, '')));

const computeChecksum = (bytes: Uint8Array, suffix: string): Uint8Array =>
  ripemd160(concatBytes(bytes, utf8ToBytes(suffix))).subarray(0, 4);
