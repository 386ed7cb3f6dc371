/** BITCOIN, LITE_COIN, DOGE_COIN, DASH and BITCOIN_CASH. */
import type { Chain } from '@sarraf/domain';
import { hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { RawTx, Script } from '@scure/btc-signer/script.js';
import { Transaction } from '@scure/btc-signer/transaction.js';
import {
  compareBytes,
  concatBytes,
  hash160,
  pubECDSA,
  sha256x2,
  signECDSA,
} from '@scure/btc-signer/utils.js';
import type {
  ChainPayment,
  Codec,
  DecodedTransaction,
  Input,
  KeyOf,
  KeyPath,
  Net,
  SignedTransaction,
  TransactionPlan,
} from '../types.ts';
import { addressOfScript, buildOutputScript, scriptOfAddress } from './utxo-address.ts';
import { createSegwitSighash, type ParsedTx } from './utxo-digest.ts';
import { addressOfKey, assertSignatures, decodeSignedTx, signaturesCoverAmounts } from './utxo-inputs.ts';
import { maxDustOf, type UtxoRules, utxoRulesOf } from './utxo-rules.ts';

/** Throws for a chain of another family. */
export function createUtxo(chain: Chain, net: Net): Codec {
  const rules = utxoRulesOf(chain, net);
  return {
    chain,
    accountPath: rules.accountPath,
    derivesPublicly: true,
    addressOf: (accountPublicKey, keyPath) =>
      addressOfKey(rules, publicKeyOf(deriveBelow(HDKey.fromExtendedKey(accountPublicKey), keyPath))),
    keyOf(seed, keyPath) {
      const key = deriveBelow(HDKey.fromMasterSeed(seed).derive(rules.accountPath), keyPath);
      if (!key.privateKey) throw new Error('no private key');
      return { privateKey: key.privateKey, address: addressOfKey(rules, publicKeyOf(key)) };
    },
    accountPublicKey: (seed) => HDKey.fromMasterSeed(seed).derive(rules.accountPath).publicExtendedKey,
    sign: (order, plan, keyOf) => signUtxo(rules, order, plan, keyOf),
    decode: (raw) => decodeUtxo(rules, raw),
  };
}

const HARDENED = 0x8000_0000;

function deriveBelow(account: HDKey, keyPath: KeyPath): HDKey {
  if (keyPath.branch === 'hot') return account.deriveChild(1).deriveChild(0);
  if (!Number.isInteger(keyPath.index) || keyPath.index < 0 || keyPath.index >= HARDENED)
    throw new Error(`no address has the index ${keyPath.index}`);
  return account.deriveChild(0).deriveChild(keyPath.index);
}

function publicKeyOf(key: HDKey): Uint8Array {
  if (!key.publicKey) throw new Error('no public key');
  return key.publicKey;
}

// ── Signing ─────────────────────────────────────────────────────────────────────────────────────

interface Output {
  script: Uint8Array;
  amount: bigint;
}

/** BIP125: an unconfirmed transaction may be replaced by one with a higher fee. */
const REPLACEABLE = 0xffff_fffd;
const VERSION = 2;

function signUtxo(
  rules: UtxoRules,
  order: Parameters<Codec['sign']>[0],
  plan: TransactionPlan,
  keyOf: KeyOf,
): SignedTransaction {
  if (plan.family !== 'UTXO') throw new Error(`a plan of ${plan.family}`);
  const keys = memoizeKeys(keyOf);
  if (addressOfKey(rules, pubECDSA(keys(order.from))) !== order.sender)
    throw new Error('the sender is another address');
  const inputs = sortInputs(plan.inputs);
  const outputs = buildOutputs(rules, order.payments, plan, pubECDSA(keys(order.from)));
  const bytes = hasForkId(rules)
    ? signCash(rules, inputs, outputs, keys)
    : signPlain(rules, inputs, outputs, keys);
  const raw = hex.encode(bytes);
  // Independent of the libraries: a signed transaction must spend exactly these inputs for exactly these payments.
  verifyInputs(rules.chain, rules.net, raw, toSpentOutputs(rules, inputs, keys));
  return { raw, txid: computeTxid(RawTx.decode(bytes)) };
}

const keyPathText = (keyPath: KeyPath): string =>
  `${keyPath.generation ?? 0} ${keyPath.branch === 'hot' ? 'hot' : keyPath.index}`;

/** Derives each key once. */
function memoizeKeys(keyOf: KeyOf): KeyOf {
  const keysByPath = new Map<string, Uint8Array>();
  return (keyPath) => {
    const key = keysByPath.get(keyPathText(keyPath)) ?? keyOf(keyPath);
    keysByPath.set(keyPathText(keyPath), key);
    return key;
  };
}

/** BIP69: by transaction id, then by index. */
function sortInputs(inputs: readonly Input[]): Input[] {
  if (inputs.length === 0) throw new Error('nothing to spend');
  return inputs.toSorted((a, b) => (a.txid === b.txid ? a.index - b.index : a.txid < b.txid ? -1 : 1));
}

/** Payments and the sender's change, by BIP69: by amount, then by script. */
function buildOutputs(
  rules: UtxoRules,
  payments: readonly ChainPayment[],
  { inputs, fee }: Extract<TransactionPlan, { family: 'UTXO' }>,
  ownKey: Uint8Array,
): Output[] {
  if (payments.length === 0) throw new Error('nothing to pay');
  const paymentOutputs = payments.map((payment) => buildOutput(rules, payment));
  if (fee <= 0n || inputs.some(({ amount }) => amount <= 0n)) throw new Error('fee or input below zero');
  const change = sumAmounts(inputs) - sumAmounts(paymentOutputs) - fee;
  if (change < 0n) throw new Error("inputs don't cover payments and fee");
  // Nodes wouldn't relay it, and left to the miner it would cost more than was planned.
  if (change > 0n && change <= maxDustOf(rules.chain)) throw new Error('change below dust');
  const changeScript = scriptOfAddress(rules, addressOfKey(rules, ownKey));
  const outputs =
    change === 0n ? paymentOutputs : [...paymentOutputs, { script: changeScript, amount: change }];
  return outputs.toSorted((a, b) =>
    a.amount === b.amount ? compareBytes(a.script, b.script) : a.amount < b.amount ? -1 : 1,
  );
}

function buildOutput(rules: UtxoRules, payment: ChainPayment): Output {
  const { asset, tokenType, tag, amount, to } = payment;
  if (asset !== rules.coin || tokenType !== rules.chain || tag !== null)
    throw new Error(`${rules.chain} can't carry ${asset} of ${tokenType}, nor tags`);
  if (amount < rules.dust) throw new Error('amount below dust');
  return { script: scriptOfAddress(rules, to), amount };
}

const sumAmounts = (parts: readonly { amount: bigint }[]): bigint =>
  parts.reduce((total, { amount }) => total + amount, 0n);

/** The library doesn't support signature hashes with the fork's id. */
const hasForkId = (rules: UtxoRules): boolean => rules.cashPrefix !== null;

/** Signatures with a low R always have the same length, so that the planned fee fits. */
const LOW_R = true;

function signPlain(rules: UtxoRules, inputs: Input[], outputs: Output[], keyOf: KeyOf): Uint8Array {
  // The library requires whole previous transactions for inputs without witness, whose signatures commit to no
  // amounts: the signer has already read the amounts of all inputs from them (signer/check-plan.ts).
  const tx = new Transaction({ version: VERSION, lowR: LOW_R, allowLegacyWitnessUtxo: true });
  for (const { txid, index, amount, key } of inputs) {
    const script = buildOutputScript({ kind: rules.keysIn, payload: hash160(pubECDSA(keyOf(key))) });
    tx.addInput({ txid, index, sequence: REPLACEABLE, witnessUtxo: { script, amount } });
  }
  for (const output of outputs) tx.addOutput(output);
  for (const [i, { key }] of inputs.entries()) tx.signIdx(keyOf(key), i);
  tx.finalize();
  return tx.extract();
}

function signCash(rules: UtxoRules, inputs: Input[], outputs: Output[], keyOf: KeyOf): Uint8Array {
  const unsigned: ParsedTx = {
    version: VERSION,
    segwitFlag: false,
    inputs: inputs.map(({ txid, index }) => ({
      txid: hex.decode(txid),
      index,
      finalScriptSig: new Uint8Array(),
      sequence: REPLACEABLE,
    })),
    outputs,
    witnesses: undefined,
    lockTime: 0,
  };
  const digest = createSegwitSighash(unsigned, rules.hashType);
  const signed = unsigned.inputs.map((input, i) => {
    const { key, amount } = inputs[i] as Input;
    const publicKey = pubECDSA(keyOf(key));
    const hash = digest(i, buildOutputScript({ kind: 'p2pkh', payload: hash160(publicKey) }), amount);
    const signature = concatBytes(signECDSA(hash, keyOf(key), LOW_R), Uint8Array.of(rules.hashType));
    return { ...input, finalScriptSig: Script.encode([signature, publicKey]) };
  });
  return RawTx.encode({ ...unsigned, inputs: signed });
}

const toSpentOutputs = (rules: UtxoRules, inputs: readonly Input[], keyOf: KeyOf): SpentOutput[] =>
  inputs.map(({ txid, index, amount, key }) => ({
    txid,
    index,
    amount,
    address: addressOfKey(rules, pubECDSA(keyOf(key))),
  }));

// ── Decoding ────────────────────────────────────────────────────────────────────────────────────

/**
 * Verifies signatures of DOGE_COIN and DASH. Those of the others commit to the amounts they spend, which the bytes
 * don't contain: here each input has its key and a well-formed signature, and `verifyInputs` checks the rest.
 */
function decodeUtxo(rules: UtxoRules, raw: string): DecodedTransaction {
  const signed = decodeSignedTx(rules, raw);
  if (!signaturesCoverAmounts(rules)) assertSignatures(rules, signed, null);
  const payments = signed.tx.outputs.map(({ script, amount }): ChainPayment => {
    const to = addressOfScript(rules, script);
    if (to === null) throw new Error('an output that pays no address');
    return { to, tag: null, asset: rules.coin, tokenType: rules.chain, amount };
  });
  return {
    txid: computeTxid(signed.tx),
    from: null,
    payments,
    inputs: signed.tx.inputs.map(({ txid, index }) => ({ txid: hex.encode(txid), index })),
    sequence: null,
    maxFee: null,
    expires: null,
  };
}

const computeTxid = (tx: ParsedTx): string =>
  hex.encode(sha256x2(RawTx.encode({ ...tx, segwitFlag: false, witnesses: undefined })).reverse());

/** An output spent by a transaction. */
export interface SpentOutput {
  txid: string;
  index: number;
  amount: bigint;
  address: string;
}

/**
 * Checks each input against the output it spends: the key matches the address, the signature is valid, and no more
 * is paid than there is. `outputs` may hold more than these. Throws for anything invalid; returns the fee, smallest
 * units.
 */
export function verifyInputs(
  chain: Chain,
  net: Net,
  raw: string,
  outputs: readonly SpentOutput[],
): { fee: bigint } {
  const rules = utxoRulesOf(chain, net);
  const signed = decodeSignedTx(rules, raw);
  const outputsByPoint = new Map(outputs.map((output) => [`${output.txid}:${output.index}`, output]));
  const spentOutputs = signed.tx.inputs.map(({ txid, index }, i) => {
    const output = outputsByPoint.get(`${hex.encode(txid)}:${index}`);
    if (!output) throw new Error(`input ${i} spends an unknown output`);
    const key = signed.proofs[i]?.publicKey ?? new Uint8Array();
    if (addressOfKey(rules, key) !== output.address) throw new Error(`input ${i} is signed by another key`);
    return output;
  });
  const amounts = spentOutputs.map(({ amount }) => amount);
  assertSignatures(rules, signed, amounts);
  const fee = sumAmounts(spentOutputs) - sumAmounts(signed.tx.outputs);
  if (fee < 0n) throw new Error('it pays more than it spends');
  return { fee };
}

// ── Size and fee ─────────────────────────────────────────────────────────────────────────────────

/**
 * Returns the maximum size of a transaction in virtual bytes, as miners count it, with change among its outputs.
 * Throws for an address of another chain.
 */
export function computeMaxSize(
  chain: Chain,
  net: Net,
  inputs: number,
  payments: readonly { to: string }[],
): number {
  const rules = utxoRulesOf(chain, net);
  // Version, lock time, two counts of up to three bytes; marker and flag weigh half a byte.
  const frame = 4 + 4 + 3 + 3 + (rules.keysIn === 'p2wpkh' ? 1 : 0);
  // Outpoint and sequence are 40 bytes; signature and key are 107 more, of which a witness counts a quarter.
  const input = rules.keysIn === 'p2wpkh' ? 40 + 1 + 27 : 40 + 1 + 107;
  const change = buildOutputScript({ kind: rules.keysIn, payload: new Uint8Array(20) }).length;
  const scripts = payments.map(({ to }) => scriptOfAddress(rules, to).length);
  const outputs = [change, ...scripts].reduce((total, length) => total + 8 + 1 + length, 0);
  return frame + inputs * input + outputs;
}

/**
 * Returns the actual cost of a transaction planned at `fee`: change that would be dust goes to the miner. The
 * planner includes it, so that signing, recording and checking use the same amount.
 */
export function addDustToFee(
  chain: Chain,
  inputs: readonly Input[],
  payments: readonly ChainPayment[],
  fee: bigint,
): bigint {
  const change = sumAmounts(inputs) - sumAmounts(payments) - fee;
  return change > 0n && change <= maxDustOf(chain) ? fee + change : fee;
}
