import { ed25519 } from '@noble/curves/ed25519.js';
import { parseStellarMemo, tagFromTextMemo } from '@sarraf/domain';
import {
  Account,
  Asset,
  Keypair,
  Memo,
  MemoID,
  MemoNone,
  MemoText,
  Networks,
  type Operation,
  Operation as Operations,
  StrKey,
  Transaction,
  TransactionBuilder,
} from '@stellar/stellar-base';
import { assertHotPath } from './hot-keys.ts';
import { assertWithinBounds, getSinglePayment } from './single.ts';
import { deriveEd25519Key } from './slip10.ts';
import type { ChainPayment, Codec, DecodedTransaction, Net } from './types.ts';

const ACCOUNT_PATH = [44, 148, 0];
const UINT32 = 0xffff_ffffn;
/** Stroops per lumen; the library's amounts are strings of lumens with seven decimals. */
const STROOPS = 10_000_000n;

/**
 * Stellar: one account (SEP-0005), payments of lumens with a memo. Test nodes run with the public test network's
 * name.
 */
export function createStellar(net: Net): Codec {
  const passphrase = net === 'main' ? Networks.PUBLIC : Networks.TESTNET;
  return {
    chain: 'STELLAR',
    accountPath: "m/44'/148'/0'",
    derivesPublicly: false,
    addressOf() {
      throw new Error('stellar: nothing can be derived from a public key');
    },
    keyOf(seed, keyPath) {
      assertHotPath(keyPath);
      const privateKey = deriveEd25519Key(seed, ACCOUNT_PATH);
      return { privateKey, address: addressOfKey(privateKey) };
    },
    accountPublicKey: () => null,
    sign(order, plan, keyOf) {
      if (plan.family !== 'STELLAR') throw new Error(`stellar: a plan of ${plan.family}`);
      assertHotPath(order.from);
      const payment = getSinglePayment('STELLAR', order.payments);
      if (payment.to === order.sender) throw new Error('stellar: pays itself');
      const privateKey = keyOf(order.from);
      if (addressOfKey(privateKey) !== order.sender) throw new Error('stellar: the key is not the sender’s');
      if (plan.sequence < 1n || plan.fee < 1n || plan.fee > UINT32)
        throw new Error('stellar: sequence or fee');
      assertWithinBounds('stellar: last time', plan.maxTime, 1, Number.MAX_SAFE_INTEGER);
      // The library increments the sequence itself.
      const account = new Account(order.sender, String(plan.sequence - 1n));
      const transaction = new TransactionBuilder(account, {
        fee: String(plan.fee),
        networkPassphrase: passphrase,
        timebounds: { minTime: 0, maxTime: plan.maxTime },
        memo: buildMemo(payment.tag),
      })
        .addOperation(buildOperation(payment, plan.createAccount))
        .build();
      transaction.sign(Keypair.fromRawEd25519Seed(Buffer.from(privateKey)));
      return { raw: transaction.toXDR(), txid: transaction.hash().toString('hex') };
    },
    decode: (raw) => decodePayment(raw, passphrase),
  };
}

function buildOperation(payment: ChainPayment, createAccount: boolean) {
  const amount = formatLumens(payment.amount);
  return createAccount
    ? Operations.createAccount({ destination: payment.to, startingBalance: amount })
    : Operations.payment({ destination: payment.to, asset: Asset.native(), amount });
}

function buildMemo(tag: string | null): Memo {
  if (tag === null) return Memo.none();
  const { type, value } = parseStellarMemo(tag);
  return type === 'ID' ? Memo.id(value) : Memo.text(value);
}

function decodePayment(raw: string, passphrase: string): DecodedTransaction {
  const transaction = new Transaction(raw, passphrase);
  if (transaction.toXDR() !== raw) throw new Error('stellar: not in canonical form');
  checkSignature(transaction);
  checkConditions(transaction);
  const [operation, ...others] = transaction.operations;
  if (!operation || others.length > 0) throw new Error('stellar: one operation at a time');
  return {
    txid: transaction.hash().toString('hex'),
    from: transaction.source,
    payments: [{ ...toPayment(operation), tag: readTag(transaction.memo) }],
    inputs: [],
    sequence: BigInt(transaction.sequence),
    maxFee: BigInt(transaction.fee),
    expires: readMaxTime(transaction),
  };
}

function checkSignature(transaction: Transaction): void {
  const [signature, ...others] = transaction.signatures;
  // With a muxed source the key would be hidden below.
  if (!StrKey.isValidEd25519PublicKey(transaction.source)) throw new Error('stellar: no plain source');
  const publicKey = StrKey.decodeEd25519PublicKey(transaction.source);
  if (!signature || others.length > 0) throw new Error('stellar: one signature');
  const isValid =
    signature.hint().equals(publicKey.subarray(-4)) &&
    ed25519.verify(signature.signature(), transaction.hash(), publicKey, { zip215: false });
  if (!isValid) throw new Error('stellar: bad signature');
}

/** Throws if the transaction has any precondition but a maximum time. */
function checkConditions(transaction: Transaction): void {
  const hasOtherConditions =
    transaction.ledgerBounds !== undefined ||
    transaction.minAccountSequence !== undefined ||
    // Typed as a number, but it is the library's own 64-bit type.
    BigInt(String(transaction.minAccountSequenceAge ?? 0)) !== 0n ||
    (transaction.minAccountSequenceLedgerGap ?? 0) !== 0 ||
    (transaction.extraSigners ?? []).length > 0 ||
    (transaction.timeBounds !== undefined && transaction.timeBounds.minTime !== '0');
  if (hasOtherConditions) throw new Error('stellar: conditions');
}

/** A maximum time of 0 means none. */
function readMaxTime({ timeBounds }: Transaction): number | null {
  const seconds = Number.parseInt(timeBounds?.maxTime ?? '0', 10);
  if (!Number.isSafeInteger(seconds)) throw new Error('stellar: last time');
  return seconds === 0 ? null : seconds;
}

function toPayment(operation: Operation): Omit<ChainPayment, 'tag'> {
  if (operation.source !== undefined) throw new Error('stellar: another source');
  if (operation.type === 'createAccount')
    return toNativePayment(operation.destination, operation.startingBalance);
  if (operation.type !== 'payment') throw new Error(`stellar: operation ${operation.type}`);
  // Anyone can issue an asset called XLM; only the native one has no issuer.
  if (!operation.asset.isNative()) throw new Error('stellar: another asset');
  return toNativePayment(operation.destination, operation.amount);
}

function toNativePayment(to: string, amount: string): Omit<ChainPayment, 'tag'> {
  if (!StrKey.isValidEd25519PublicKey(to)) throw new Error('stellar: no plain destination');
  const stroops = parseLumens(amount);
  if (stroops <= 0n) throw new Error('stellar: nothing is paid');
  return { to, asset: 'STELLAR', tokenType: 'STELLAR', amount: stroops };
}

function readTag(memo: Memo): string | null {
  if (memo.type === MemoNone) return null;
  if (memo.type === MemoID) return String(memo.value);
  if (memo.type !== MemoText || memo.value === null) throw new Error(`stellar: memo ${memo.type}`);
  const text = Buffer.isBuffer(memo.value) ? memo.value.toString('utf8') : memo.value;
  if (text === '') throw new Error('stellar: memo text');
  return tagFromTextMemo(text);
}

/** Formats stroops as lumens with seven decimals. */
function formatLumens(stroops: bigint): string {
  return `${stroops / STROOPS}.${String(stroops % STROOPS).padStart(7, '0')}`;
}

function parseLumens(amount: string): bigint {
  const [, wholePart = '', decimals = ''] = /^(\d+)\.(\d{7})$/.exec(amount) ?? [];
  if (wholePart === '') throw new Error('stellar: amount');
  return BigInt(wholePart) * STROOPS + BigInt(decimals);
}

const addressOfKey = (privateKey: Uint8Array): string =>
  StrKey.encodeEd25519PublicKey(Buffer.from(ed25519.getPublicKey(privateKey)));
