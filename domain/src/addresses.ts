/**
 * Addresses, tags and payment links of every network, validated as far as possible without a node: format,
 * checksum, and destinations without a key. Test vectors: addresses.test.ts.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base32nopad, base58, base58xrp, bech32, bech32m } from '@scure/base';
import type { Asset } from './assets.ts';
import { CHAIN_INFO, type Chain, findNetwork } from './networks.ts';
import { cleanPastedValue } from './pasted-text.ts';

/** An address in normal form: equivalent texts become equal. */
export interface ParsedAddress {
  /** EVM: EIP-55. Bitcoin Cash: cashaddr, lower case, no prefix. Bech32: lower case. XRP, Stellar: classic form. */
  address: string;
  /** Tag within the address (X-address of XRP, muxed account of Stellar); null: none. */
  tag: string | null;
}

export interface AddressOptions {
  /** `regtest` is for test nodes of the Bitcoin family. */
  net?: 'main' | 'regtest';
}

/**
 * Returns null for another network, a wrong checksum, or a destination that nobody can spend from (zero, token
 * contracts).
 */
export function parseAddress(
  asset: Asset,
  tokenType: string,
  text: string,
  options: AddressOptions = {},
): ParsedAddress | null {
  const network = findNetwork(asset, tokenType);
  const typed = cleanPastedValue(text);
  if (!network || typed === '' || typed.length > MAX_ADDRESS_LENGTH) return null;
  const { chain } = network;
  switch (CHAIN_INFO[chain].family) {
    case 'UTXO':
      return createPlainAddress(
        chain === 'BITCOIN_CASH'
          ? parseCashAddress(typed, options)
          : parseBitcoinAddress(chain, typed, options),
      );
    case 'EVM':
      return createPlainAddress(parseEvmAddress(typed));
    case 'TRON':
      return createPlainAddress(parseTronAddress(typed));
    case 'XRPL':
      return parseRippleAddress(typed);
    case 'STELLAR':
      return parseStellarAddress(typed);
    case 'EOS':
      return createPlainAddress(parseEosName(typed));
    case 'MULTIVERSX':
      return createPlainAddress(parseElrondAddress(typed));
  }
}

const MAX_ADDRESS_LENGTH = 150;

const createPlainAddress = (address: string | null): ParsedAddress | null =>
  address === null ? null : { address, tag: null };

// ── Bitcoin and its family ──────────────────────────────────────────────────────────────────────

interface BitcoinAddressFormat {
  /** Version bytes of P2PKH and P2SH. */
  versions: readonly number[];
  /** Prefix of segregated witness addresses; null: the chain has none. */
  hrp: string | null;
}

// LITE_COIN's old P2SH version 5 is excluded, since it equals Bitcoin's.
const BITCOIN_ADDRESS_FORMATS: Readonly<
  Partial<Record<Chain, Record<'main' | 'regtest', BitcoinAddressFormat>>>
> = {
  BITCOIN: { main: { versions: [0, 5], hrp: 'bc' }, regtest: { versions: [111, 196], hrp: 'bcrt' } },
  LITE_COIN: { main: { versions: [48, 50], hrp: 'ltc' }, regtest: { versions: [111, 58], hrp: 'rltc' } },
  DOGE_COIN: { main: { versions: [30, 22], hrp: null }, regtest: { versions: [111, 196], hrp: null } },
  DASH: { main: { versions: [76, 16], hrp: null }, regtest: { versions: [140, 19], hrp: null } },
};

function parseBitcoinAddress(chain: Chain, typed: string, { net = 'main' }: AddressOptions): string | null {
  const format = BITCOIN_ADDRESS_FORMATS[chain]?.[net];
  if (!format) return null;
  if (format.hrp !== null && typed.toLowerCase().startsWith(`${format.hrp}1`))
    return parseWitnessAddress(format.hrp, typed);
  const payload = decodeBase58Check(base58, typed);
  return payload?.length === 21 && format.versions.includes(payload[0] ?? -1) ? typed : null;
}

/** BIP173 and BIP350. Versions above 1 have no rules yet, so any miner could take such payments. */
function parseWitnessAddress(hrp: string, typed: string): string | null {
  for (const [version, code] of [bech32, bech32m].entries()) {
    const decoded = decodeOrNull(() => code.decode(typed as `${string}1${string}`, 90));
    if (decoded?.prefix !== hrp || decoded.words[0] !== version) continue;
    const program = decodeOrNull(() => code.fromWords(decoded.words.slice(1)));
    const lengths = version === 0 ? [20, 32] : [32];
    return program && lengths.includes(program.length) ? typed.toLowerCase() : null;
  }
  return null;
}

const CASH_PREFIX = { main: 'bitcoincash', regtest: 'bchreg' } as const;
const CASH_LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** Cashaddr with P2PKH or P2SH of 20 bytes; old addresses are identical to Bitcoin's and refused. */
function parseCashAddress(typed: string, { net = 'main' }: AddressOptions): string | null {
  if (typed !== typed.toLowerCase() && typed !== typed.toUpperCase()) return null;
  const prefix = CASH_PREFIX[net];
  const prefixedText = typed.toLowerCase();
  const body = prefixedText.startsWith(`${prefix}:`) ? prefixedText.slice(prefix.length + 1) : prefixedText;
  if (!/^[qp][02-9ac-hj-np-z]{41}$/.test(body)) return null;
  const words = [...body].map((letter) => CASH_LETTERS.indexOf(letter));
  const prefixWords = [...prefix].map((letter) => letter.charCodeAt(0) & 31);
  if (computeCashChecksum([...prefixWords, 0, ...words]) !== 0n) return null;
  const bytes = decodeOrNull(() => bech32.fromWords(words.slice(0, -8)));
  return bytes?.length === 21 && (bytes[0] === 0 || bytes[0] === 8) ? body : null;
}

const CASH_GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

/** The polynomial of the cashaddr specification; zero if the last eight words match. */
function computeCashChecksum(words: readonly number[]): bigint {
  let checksum = 1n;
  for (const word of words) {
    const top = checksum >> 35n;
    checksum = ((checksum & 0x07ffffffffn) << 5n) ^ BigInt(word);
    for (const [bit, generator] of CASH_GENERATORS.entries())
      if (((top >> BigInt(bit)) & 1n) === 1n) checksum ^= generator;
  }
  return checksum ^ 1n;
}

// ── Ethereum and its family, TRON ───────────────────────────────────────────────────────────────

/** Contracts that are mistaken for addresses; payments to them are lost. Lower case. */
const EVM_CONTRACTS: ReadonlySet<string> = new Set([
  'dac17f958d2ee523a2206206994597c13d831ec7', // USDT on Ethereum
  '55d398326f99059ff775485246999027b3197955', // USDT on BSC
  'c2132d05d31c914a87c6611c10748aeb04b58e8f', // USDT on Polygon
  '48065fbbe25f71c9282ddf5e1cd6d6a887483d5e', // USDT on Celo
  '455e53cbb86018ac2b8092fdcd39d8444affc3f6', // POL on Ethereum
  '7d1afa7b718fb893db30a3abc0cfc608aacfebb0', // MATIC on Ethereum
  '471ece3750da237f93b8e339c536989b8978a438', // CELO as a token
]);

function parseEvmAddress(typed: string): string | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(typed)) return null;
  const hex = typed.slice(2);
  const lower = hex.toLowerCase();
  const isMixedCase = hex !== lower && hex !== hex.toUpperCase();
  const checksummed = applyEip55Checksum(lower);
  if (isMixedCase && typed !== checksummed) return null;
  // Zero, the precompiled contracts, common burn addresses: no key leads to so many zeros.
  return lower.startsWith('0'.repeat(36)) || EVM_CONTRACTS.has(lower) ? null : checksummed;
}

function applyEip55Checksum(lower: string): string {
  const digest = keccak_256(utf8ToBytes(lower));
  const letters = [...lower].map((letter, i) => {
    const nibble = ((digest[i >> 1] ?? 0) >> (i % 2 === 0 ? 4 : 0)) & 15;
    return nibble >= 8 ? letter.toUpperCase() : letter;
  });
  return `0x${letters.join('')}`;
}

const TRON_CONTRACTS: ReadonlySet<string> = new Set([
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', // USDT
  'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', // zero
]);

function parseTronAddress(typed: string): string | null {
  const payload = decodeBase58Check(base58, typed);
  return payload?.length === 21 && payload[0] === 0x41 && !TRON_CONTRACTS.has(typed) ? typed : null;
}

// ── Networks with tags ──────────────────────────────────────────────────────────────────────────

/** Accounts without a known key (XRPL documentation, "special addresses"). */
const RIPPLE_KEYLESS_ACCOUNTS: ReadonlySet<string> = new Set([
  'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  'rrrrrrrrrrrrrrrrrrrrBZbvji',
  'rrrrrrrrrrrrrrrrrNAMEtxvNvQ',
  'rrrrrrrrrrrrrrrrrrrn5RM1rHd',
]);

function parseRippleAddress(typed: string): ParsedAddress | null {
  const payload = decodeBase58Check(base58xrp, typed);
  if (!payload) return null;
  if (payload.length === 21 && payload[0] === 0) return createRippleAddress(typed, null);
  // X-address (XLS-5d) of the main net: 0x0544, account, flag, tag as 64 bits little-endian with the upper half
  // zero.
  if (payload.length !== 31 || payload[0] !== 0x05 || payload[1] !== 0x44) return null;
  const tail = new DataView(payload.buffer, payload.byteOffset + 22, 9);
  const flag = tail.getUint8(0);
  const tag = tail.getUint32(1, true);
  if (tail.getUint32(5, true) !== 0 || flag > 1 || (flag === 0 && tag !== 0)) return null;
  const account = new Uint8Array([0, ...payload.slice(2, 22)]);
  return createRippleAddress(
    base58xrp.encode(new Uint8Array([...account, ...computeChecksum(account)])),
    flag === 1 ? String(tag) : null,
  );
}

const createRippleAddress = (address: string, tag: string | null): ParsedAddress | null =>
  RIPPLE_KEYLESS_ACCOUNTS.has(address) ? null : { address, tag };

const STELLAR_ACCOUNT = 6 << 3;
const STELLAR_MUXED = 12 << 3;
const STELLAR_ZERO_ACCOUNT = `G${'A'.repeat(52)}WHF`;

/** StrKey (SEP-23): version, key, the id for M…, CRC16-XModem little-endian. */
function parseStellarAddress(typed: string): ParsedAddress | null {
  const bytes = decodeOrNull(() => base32nopad.decode(typed));
  if (!bytes || (bytes.length !== 35 && bytes.length !== 43)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (computeCrc16(bytes.subarray(0, -2)) !== view.getUint16(bytes.length - 2, true)) return null;
  if (bytes.length === 35)
    return bytes[0] === STELLAR_ACCOUNT && typed !== STELLAR_ZERO_ACCOUNT
      ? { address: typed, tag: null }
      : null;
  if (bytes[0] !== STELLAR_MUXED) return null;
  return { address: encodeStellarAccount(bytes.subarray(1, 33)), tag: String(view.getBigUint64(33)) };
}

function encodeStellarAccount(key: Uint8Array): string {
  const body = new Uint8Array([STELLAR_ACCOUNT, ...key]);
  const crc = computeCrc16(body);
  return base32nopad.encode(new Uint8Array([...body, crc & 0xff, crc >> 8]));
}

function computeCrc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}

/** Names of the system, such as token contracts, are refused. Names have no checksum. */
function parseEosName(typed: string): string | null {
  if (!/^(?!\.)[a-z1-5.]{1,12}(?<!\.)$|^(?!\.)[a-z1-5.]{12}[a-j1-5]$/.test(typed)) return null;
  return typed === 'eosio' || typed.startsWith('eosio.') || typed === 'core.vaulta' ? null : typed;
}

/** Bech32 of an ed25519 key. Eight leading zero bytes mark a contract, which accepts no plain payment. */
function parseElrondAddress(typed: string): string | null {
  const decoded = decodeOrNull(() => bech32.decode(typed as `${string}1${string}`, 90));
  if (decoded?.prefix !== 'erd') return null;
  const key = decodeOrNull(() => bech32.fromWords(decoded.words));
  return key?.length === 32 && key.subarray(0, 8).some((byte) => byte !== 0) ? typed.toLowerCase() : null;
}

// ── Shared ──────────────────────────────────────────────────────────────────────────────────────

const computeChecksum = (payload: Uint8Array): Uint8Array => sha256(sha256(payload)).subarray(0, 4);

/** Decodes a base58 text and removes its checksum; null if that is wrong. */
function decodeBase58Check(alphabet: { decode(text: string): Uint8Array }, typed: string): Uint8Array | null {
  // Longer texts are no address, and base58 takes quadratic time.
  if (typed.length > 60) return null;
  const bytes = decodeOrNull(() => alphabet.decode(typed));
  if (!bytes || bytes.length < 5) return null;
  const payload = bytes.slice(0, -4);
  return computeChecksum(payload).every((byte, i) => byte === bytes[payload.length + i]) ? payload : null;
}

function decodeOrNull<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
