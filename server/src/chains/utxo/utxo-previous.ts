/**
 * Parses the transactions whose outputs are spent without trusting their source: their id is the hash of their
 * bytes.
 */
import type { Chain } from '@sarraf/domain';
import { hex } from '@scure/base';
import { concatBytes, sha256x2 } from '@scure/btc-signer/utils.js';
import { utxoRulesOf } from './utxo-rules.ts';

export interface PreviousTransaction {
  txid: string;
  /** By output index. Amounts are smallest units. */
  outputs: readonly { amount: bigint; script: Uint8Array }[];
}

/** `raw`: hex in the hashed form, without witnesses. Throws if it is no transaction. */
export function decodePrevious(raw: string): PreviousTransaction {
  const bytes = hex.decode(raw);
  const { outputs } = decodeBody(new Reader(bytes, VERSION));
  return { txid: hex.encode(sha256x2(bytes).reverse()), outputs };
}

/**
 * Returns the hashed form: a node's hex may contain witnesses, and on LITE_COIN an MWEB part, between outputs and
 * lock time. On chains with neither, everything is hashed, including DASH's extra payload after the lock time.
 * BIP144; litecoin's primitives/transaction.h; DIP2. Throws if it is no transaction.
 */
export function stripWitness(chain: Chain, raw: string): string {
  const bytes = hex.decode(raw);
  const isExtended = utxoRulesOf(chain, 'main').bech32 !== null && bytes[VERSION] === 0;
  if (!isExtended) return raw;
  const from = VERSION + MARKER_AND_FLAG;
  const { end } = decodeBody(new Reader(bytes, from));
  const version = bytes.subarray(0, VERSION);
  return hex.encode(concatBytes(version, bytes.subarray(from, end), bytes.subarray(-LOCK_TIME)));
}

const VERSION = 4;
const MARKER_AND_FLAG = 2;
const LOCK_TIME = 4;
const OUTPOINT = 36;
const SEQUENCE = 4;

/** Returns the outputs, and the offset after them. */
function decodeBody(reader: Reader): { outputs: PreviousTransaction['outputs']; end: number } {
  for (let remainingInputs = reader.count(); remainingInputs > 0; remainingInputs -= 1) {
    reader.skip(OUTPOINT);
    reader.skip(reader.count());
    reader.skip(SEQUENCE);
  }
  const outputs: { amount: bigint; script: Uint8Array }[] = [];
  for (let remainingOutputs = reader.count(); remainingOutputs > 0; remainingOutputs -= 1)
    outputs.push({ amount: reader.amount(), script: reader.skip(reader.count()) });
  if (reader.left < LOCK_TIME) throw new Error('transaction cut off');
  return { outputs, end: reader.at };
}

/** Throws at the end of the bytes, so that a forged count can't cause a long loop. */
class Reader {
  readonly #view: DataView;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
  }

  get left(): number {
    return this.#view.byteLength - this.at;
  }

  skip(length: number): Uint8Array {
    if (length > this.left) throw new Error('transaction cut off');
    const from = this.at;
    this.at += length;
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + from, length);
  }

  amount(): bigint {
    this.skip(8);
    return this.#view.getBigUint64(this.at - 8, true);
  }

  /** CompactSize; eight bytes of it exceed anything valid. */
  count(): number {
    this.skip(1);
    const first = this.#view.getUint8(this.at - 1);
    if (first < 0xfd) return first;
    if (first === 0xff) throw new Error('transaction too long');
    const length = first === 0xfd ? 2 : 4;
    this.skip(length);
    return first === 0xfd ? this.#view.getUint16(this.at - 2, true) : this.#view.getUint32(this.at - 4, true);
  }
}
