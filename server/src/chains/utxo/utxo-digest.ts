import { RawOutput, RawTx, VarBytes } from '@scure/btc-signer/script.js';
import { type Bytes, concatBytes, sha256x2 } from '@scure/btc-signer/utils.js';

export type ParsedTx = ReturnType<typeof RawTx.decode>;

const encodeUint32 = (value: number): Bytes => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
};
const encodeUint64 = (value: bigint): Bytes => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
};

const encodeOutpoint = ({ txid, index }: ParsedTx['inputs'][number]): Bytes =>
  concatBytes(Uint8Array.from(txid).reverse(), encodeUint32(index));

/**
 * Signature hash of an input, hash type ALL: BIP143, as used by segregated witness and (with the fork's id in the
 * type: bitcoincash.org "replay-protected sighash") by BITCOIN_CASH. `script` is P2PKH's of the key's hash.
 */
export function createSegwitSighash(tx: ParsedTx, hashType: number) {
  const prevouts = sha256x2(...tx.inputs.map(encodeOutpoint));
  const sequences = sha256x2(...tx.inputs.map(({ sequence }) => encodeUint32(sequence)));
  const outputs = sha256x2(...tx.outputs.map((output) => RawOutput.encode(output)));
  return (index: number, script: Bytes, amount: bigint): Bytes => {
    const input = getInput(tx, index);
    return sha256x2(
      encodeUint32(tx.version),
      prevouts,
      sequences,
      encodeOutpoint(input),
      VarBytes.encode(script),
      encodeUint64(amount),
      encodeUint32(input.sequence),
      outputs,
      encodeUint32(tx.lockTime),
      encodeUint32(hashType),
    );
  };
}

/** The original signature hash, which doesn't commit to amounts. */
export function createLegacySighash(tx: ParsedTx, hashType: number) {
  return (index: number, script: Bytes): Bytes => {
    getInput(tx, index);
    const inputs = tx.inputs.map((input, i) => ({
      ...input,
      finalScriptSig: i === index ? script : new Uint8Array(),
    }));
    const { version, outputs, lockTime } = tx;
    const bytes = RawTx.encode({
      version,
      segwitFlag: false,
      inputs,
      outputs,
      witnesses: undefined,
      lockTime,
    });
    return sha256x2(bytes, encodeUint32(hashType));
  };
}

function getInput(tx: ParsedTx, index: number): ParsedTx['inputs'][number] {
  const input = tx.inputs[index];
  if (!input) throw new Error(`no input ${index}`);
  return input;
}
