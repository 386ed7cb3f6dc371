import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { decode as decodeFields, encode, encodeForSigning } from 'ripple-binary-codec';
import { deriveAddress, sign as signHex, verify } from 'ripple-keypairs';
import { assertHotPath, createHotKeys } from './hot-keys.ts';
import { assertWithinBounds, getSinglePayment } from './single.ts';
import type { ChainPayment, Codec, DecodedTransaction, Net } from './types.ts';

const TF_FULLY_CANONICAL_SIG = 0x8000_0000;
const UINT32 = 0xffff_ffff;
/** XRPL documentation, "basic data types: hashes": prefix of a signed transaction. */
const TXN = Uint8Array.of(0x54, 0x58, 0x4e, 0x00);
/** All fields of our payments: a path, a delivery limit or a memo would change their meaning. */
const FIELDS: ReadonlySet<string> = new Set([
  'TransactionType',
  'Flags',
  'Account',
  'Destination',
  'DestinationTag',
  'Amount',
  'Fee',
  'Sequence',
  'LastLedgerSequence',
  'SigningPubKey',
  'TxnSignature',
]);

/**
 * XRP Ledger: one account, direct payments of XRP in drops. Test networks have the same format, so `net` has no
 * effect. Wire format: XRPL documentation, "binary format"; encoded by ripple-binary-codec.
 */
export function createXrpl(_net: Net): Codec {
  return {
    chain: 'RIPPLE',
    ...createHotKeys("m/44'/144'/0'", (publicKey) => deriveAddress(bytesToHex(publicKey).toUpperCase())),
    sign(order, plan, keyOf) {
      if (plan.family !== 'XRPL') throw new Error(`xrpl: a plan of ${plan.family}`);
      const payment = getSinglePayment('RIPPLE', order.payments);
      if (payment.to === order.sender) throw new Error('xrpl: pays itself');
      assertHotPath(order.from);
      const key = keyOf(order.from);
      const publicKey = publicKeyOf(key);
      if (deriveAddress(publicKey) !== order.sender) throw new Error('xrpl: the key is not the sender’s');
      assertWithinBounds('xrpl: sequence', plan.sequence, 1, UINT32);
      assertWithinBounds('xrpl: last ledger', plan.lastLedgerSequence, 1, UINT32);
      if (plan.fee <= 0n) throw new Error('xrpl: no fee');
      const fields = {
        TransactionType: 'Payment',
        Flags: TF_FULLY_CANONICAL_SIG,
        Account: order.sender,
        Destination: payment.to,
        ...(payment.tag === null ? {} : { DestinationTag: Number.parseInt(payment.tag, 10) }),
        Amount: String(payment.amount),
        Fee: String(plan.fee),
        Sequence: plan.sequence,
        LastLedgerSequence: plan.lastLedgerSequence,
        SigningPubKey: publicKey,
      };
      const raw = encode({
        ...fields,
        TxnSignature: signHex(encodeForSigning(fields), `00${bytesToHex(key)}`),
      });
      return { raw, txid: computeTxid(raw) };
    },
    decode: decodePayment,
  };
}

function decodePayment(raw: string): DecodedTransaction {
  const fields = decodeFields(raw) as Record<string, unknown>;
  // Canonical form only: trailing bytes or fields in another order would change the hash and not the meaning.
  if (encode(fields) !== raw) throw new Error('xrpl: not in canonical form');
  const unknownField = Object.keys(fields).find((name) => !FIELDS.has(name));
  if (unknownField !== undefined) throw new Error(`xrpl: field ${unknownField}`);
  if (fields.TransactionType !== 'Payment') throw new Error('xrpl: no payment');
  // The only payment flag that doesn't change what is paid.
  if (fields.Flags !== 0 && fields.Flags !== TF_FULLY_CANONICAL_SIG) throw new Error('xrpl: flags');
  const sender = readText(fields, 'Account');
  checkSignature(fields, sender);
  const lastLedger = fields.LastLedgerSequence;
  return {
    txid: computeTxid(raw),
    from: sender,
    payments: [toPayment(fields)],
    inputs: [],
    sequence: BigInt(readInteger(fields, 'Sequence')),
    maxFee: readDrops(fields, 'Fee'),
    expires: lastLedger === undefined ? null : readInteger(fields, 'LastLedgerSequence'),
  };
}

function toPayment(fields: Record<string, unknown>): ChainPayment {
  return {
    to: readText(fields, 'Destination'),
    tag: fields.DestinationTag === undefined ? null : String(readInteger(fields, 'DestinationTag')),
    asset: 'RIPPLE',
    tokenType: 'RIPPLE',
    amount: readDrops(fields, 'Amount'),
  };
}

function checkSignature(fields: Record<string, unknown>, sender: string): void {
  const publicKey = readText(fields, 'SigningPubKey');
  // secp256k1 only: keys of the other curve begin with ED.
  if (!/^0[23][0-9A-F]{64}$/.test(publicKey) || deriveAddress(publicKey) !== sender)
    throw new Error('xrpl: another account’s key');
  const { TxnSignature: signature, ...unsigned } = fields;
  if (typeof signature !== 'string' || !verify(encodeForSigning(unsigned), signature, publicKey))
    throw new Error('xrpl: bad signature');
}

const publicKeyOf = (privateKey: Uint8Array): string =>
  bytesToHex(secp256k1.getPublicKey(privateKey, true)).toUpperCase();

/** SHA-512Half, upper case as explorers write it. */
const computeTxid = (raw: string): string =>
  bytesToHex(sha512(concatBytes(TXN, hexToBytes(raw))).subarray(0, 32)).toUpperCase();

function readText(fields: Record<string, unknown>, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new Error(`xrpl: ${name}`);
  return value;
}

function readInteger(fields: Record<string, unknown>, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new Error(`xrpl: ${name}`);
  return value;
}

/** An amount of XRP is a string of digits; issued currencies are objects. */
function readDrops(fields: Record<string, unknown>, name: string): bigint {
  const value = readText(fields, name);
  if (!/^[1-9]\d*$/.test(value)) throw new Error(`xrpl: ${name}`);
  return BigInt(value);
}
