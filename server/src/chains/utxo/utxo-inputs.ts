/** Signed transactions of the Bitcoin family, decoded from their bytes: form, keys and signatures of the inputs. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hex } from '@scure/base';
import { RawTx, Script } from '@scure/btc-signer/script.js';
import { type Bytes, equalBytes, hash160, isBytes, PubT, validatePubkey } from '@scure/btc-signer/utils.js';
import { buildOutputScript, encodeAddress } from './utxo-address.ts';
import { createLegacySighash, createSegwitSighash, type ParsedTx } from './utxo-digest.ts';
import type { UtxoRules } from './utxo-rules.ts';

/** An input's signature (DER, without the hash type) and its key. */
interface InputProof {
  signature: Bytes;
  publicKey: Bytes;
}

export interface SignedTx {
  tx: ParsedTx;
  proofs: readonly InputProof[];
}

/** Nodes don't relay transactions above 100,000 bytes. */
const MAX_HEX_LENGTH = 200_000;

/** Throws unless it is exactly one transaction of ours: each input of the kind we sign, with its key and signature. */
export function decodeSignedTx(rules: UtxoRules, raw: string): SignedTx {
  if (raw.length > MAX_HEX_LENGTH) throw new Error('transaction too long');
  const bytes = hex.decode(raw);
  const tx = RawTx.decode(bytes);
  if (!equalBytes(RawTx.encode(tx), bytes)) throw new Error('non-canonical encoding of the transaction');
  if (tx.inputs.length === 0 || tx.outputs.length === 0)
    throw new Error('transaction without inputs or outputs');
  if (tx.segwitFlag !== (rules.keysIn === 'p2wpkh')) throw new Error('transaction of another kind');
  const points = tx.inputs.map((input) => `${hex.encode(input.txid)}:${input.index}`);
  if (new Set(points).size !== points.length) throw new Error('an input twice');
  return { tx, proofs: tx.inputs.map((_, i) => decodeProof(rules, tx, i)) };
}

function decodeProof(rules: UtxoRules, tx: ParsedTx, index: number): InputProof {
  const script = tx.inputs[index]?.finalScriptSig ?? new Uint8Array();
  if (tx.segwitFlag && script.length > 0) throw new Error(`input ${index} has both script and witness`);
  const items = tx.segwitFlag ? tx.witnesses?.[index] : Script.decode(script);
  const [signatureWithType, publicKey, ...extraItems] = items ?? [];
  if (!isBytes(signatureWithType) || !isBytes(publicKey) || extraItems.length > 0)
    throw new Error(`input ${index} isn't signed the way we sign`);
  if (publicKey.length !== 33) throw new Error(`input ${index} has a long key`);
  validatePubkey(publicKey, PubT.ecdsa);
  if (signatureWithType.at(-1) !== rules.hashType) throw new Error(`input ${index} has another hash type`);
  const signature = signatureWithType.slice(0, -1);
  const { r, s } = secp256k1.Signature.fromBytes(signature, 'der');
  if (!equalBytes(new secp256k1.Signature(r, s).toBytes('der'), signature))
    throw new Error('loose signature');
  return { signature, publicKey };
}

/** Returns whether signatures of this chain can only be verified with the amounts they spend. */
export const signaturesCoverAmounts = (rules: UtxoRules): boolean =>
  rules.keysIn === 'p2wpkh' || rules.cashPrefix !== null;

/** Throws for an invalid signature. `amounts`: of the inputs, in order; null where the chain signs none. */
export function assertSignatures(
  rules: UtxoRules,
  { tx, proofs }: SignedTx,
  amounts: readonly bigint[] | null,
): void {
  const segwitDigest = signaturesCoverAmounts(rules) ? createSegwitSighash(tx, rules.hashType) : null;
  const legacyDigest = createLegacySighash(tx, rules.hashType);
  for (const [i, { signature, publicKey }] of proofs.entries()) {
    const script = buildOutputScript({ kind: 'p2pkh', payload: hash160(publicKey) });
    const amount = amounts?.[i];
    if (segwitDigest && amount === undefined) throw new Error(`input ${i} has no amount`);
    const digest = segwitDigest ? segwitDigest(i, script, amount ?? 0n) : legacyDigest(i, script);
    if (!secp256k1.verify(signature, digest, publicKey, { prehash: false, format: 'der', lowS: true }))
      throw new Error(`signature of input ${i}`);
  }
}

/** Returns the address of the one key kind we use. */
export function addressOfKey(rules: UtxoRules, publicKey: Bytes): string {
  const address = encodeAddress(rules, { kind: rules.keysIn, payload: hash160(publicKey) });
  if (address === null) throw new Error(`${rules.chain} has no address for ${rules.keysIn}`);
  return address;
}
