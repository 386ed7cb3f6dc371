import { bech32, bech32m, createBase58check } from '@scure/base';
import { PubT, sha256, validatePubkey } from '@scure/btc-signer/utils.js';
import { decodeCashAddress, encodeCashAddress } from './utxo-cashaddr.ts';
import type { UtxoRules } from './utxo-rules.ts';

type Kind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr';
interface ParsedAddress {
  kind: Kind;
  /** A hash, or P2TR's key. */
  payload: Uint8Array;
}

const base58check = createBase58check(sha256);

/** The bytes before and after the payload in an output's script. */
const TEMPLATES: Readonly<
  Record<Kind, { before: readonly number[]; length: number; after: readonly number[] }>
> = {
  p2pkh: { before: [0x76, 0xa9, 0x14], length: 20, after: [0x88, 0xac] },
  p2sh: { before: [0xa9, 0x14], length: 20, after: [0x87] },
  p2wpkh: { before: [0x00, 0x14], length: 20, after: [] },
  p2wsh: { before: [0x00, 0x20], length: 32, after: [] },
  p2tr: { before: [0x51, 0x20], length: 32, after: [] },
};
const KINDS = Object.keys(TEMPLATES) as Kind[];

export function buildOutputScript({ kind, payload }: ParsedAddress): Uint8Array {
  const { before, length, after } = TEMPLATES[kind];
  if (payload.length !== length) throw new Error(`${kind} of ${payload.length} bytes`);
  return Uint8Array.of(...before, ...payload, ...after);
}

/**
 * Returns the script of a standard address of this chain. Throws for anything else, including other chains'
 * formats.
 */
export function scriptOfAddress(rules: UtxoRules, address: string): Uint8Array {
  const parsed =
    rules.cashPrefix === null
      ? parseStandardAddress(rules, address)
      : parseCashAddress(rules.cashPrefix, address);
  return buildOutputScript(parsed);
}

function parseCashAddress(prefix: string, address: string): ParsedAddress {
  const { kind, hash } = decodeCashAddress(prefix, address);
  return { kind, payload: hash };
}

function parseStandardAddress(rules: UtxoRules, address: string): ParsedAddress {
  if (rules.bech32 !== null && address.toLowerCase().startsWith(`${rules.bech32}1`))
    return parseWitnessAddress(rules.bech32, address);
  // Base58 takes quadratic time; none of its addresses is longer.
  if (address.length > 60) throw new Error('no address');
  const payload = base58check.decode(address);
  if (payload.length !== 21) throw new Error('length of the address');
  const kind = (['p2pkh', 'p2sh'] as const).find((candidate) => rules.base58?.[candidate] === payload[0]);
  if (!kind) throw new Error('address of another chain');
  return { kind, payload: payload.slice(1) };
}

/** BIP173 for version 0, BIP350 for version 1; later versions have no rules yet, and anyone can spend their outputs. */
function parseWitnessAddress(prefix: string, address: string): ParsedAddress {
  const text = address as `${string}1${string}`;
  const first = bech32.decodeUnsafe(text);
  const decoded = first ?? bech32m.decode(text);
  const [version, ...words] = decoded.words;
  if (decoded.prefix !== prefix || version !== (first ? 0 : 1)) throw new Error('no address of this chain');
  const payload = bech32.fromWords(words);
  if (first) return { kind: payload.length === 20 ? 'p2wpkh' : 'p2wsh', payload };
  // A key that is not on the curve can never be spent from.
  validatePubkey(payload, PubT.schnorr);
  return { kind: 'p2tr', payload };
}

/** Returns the canonical address of an output; null: this chain has no address for it. */
export function addressOfScript(rules: UtxoRules, script: Uint8Array): string | null {
  const kind = KINDS.find((candidate) => matchesTemplate(TEMPLATES[candidate], script));
  if (!kind) return null;
  const { before, length } = TEMPLATES[kind];
  return encodeAddress(rules, { kind, payload: script.slice(before.length, before.length + length) });
}

function matchesTemplate({ before, length, after }: (typeof TEMPLATES)[Kind], script: Uint8Array): boolean {
  const end = before.length + length;
  return (
    script.length === end + after.length &&
    before.every((byte, i) => script[i] === byte) &&
    after.every((byte, i) => script[end + i] === byte)
  );
}

export function encodeAddress(rules: UtxoRules, { kind, payload }: ParsedAddress): string | null {
  if (kind === 'p2pkh' || kind === 'p2sh') {
    if (rules.cashPrefix !== null) return encodeCashAddress(rules.cashPrefix, { kind, hash: payload });
    const version = rules.base58?.[kind];
    return version === undefined ? null : base58check.encode(Uint8Array.of(version, ...payload));
  }
  if (rules.bech32 === null) return null;
  if (kind === 'p2tr') return bech32m.encode(rules.bech32, [1, ...bech32m.toWords(payload)]);
  return bech32.encode(rules.bech32, [0, ...bech32.toWords(payload)]);
}
