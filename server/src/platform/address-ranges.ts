import { isIP } from 'node:net';

/** An IP network, `203.0.113.0/24` or `2001:db8::/32`, or a single address. */
export interface AddressRange {
  version: 4 | 6;
  /** Number of leading bits that are fixed. */
  prefix: number;
  /** Its lowest address, as a number. */
  base: bigint;
}

const MAX_PREFIX = { 4: 32, 6: 128 } as const;

/**
 * Parses an address or a network. Null: neither of them, or one that no peer can have: IPv4 written as IPv6,
 * link-local.
 */
export function parseAddressRange(text: string): AddressRange | null {
  const [address = '', prefixText, ...rest] = text.trim().toLowerCase().split('/');
  const version = isIP(address);
  if (rest.length > 0 || (version !== 4 && version !== 6) || /[%]|^::ffff:/.test(address)) return null;
  const maxPrefix = MAX_PREFIX[version];
  const prefix =
    prefixText === undefined
      ? maxPrefix
      : /^\d{1,3}$/.test(prefixText)
        ? Number.parseInt(prefixText, 10)
        : -1;
  if (prefix < 0 || prefix > maxPrefix) return null;
  const shift = BigInt(maxPrefix - prefix);
  return { version, prefix, base: (parseAddressNumber(address, version) >> shift) << shift };
}

/** Returns the canonical text of a range; for a single address, the address. */
export function formatAddressRange({ version, prefix, base }: AddressRange): string {
  const address = version === 4 ? formatIpv4(base) : formatIpv6(base);
  return prefix === MAX_PREFIX[version] ? address : `${address}/${prefix}`;
}

export const isWithin = (inner: AddressRange, outer: AddressRange): boolean =>
  inner.version === outer.version &&
  inner.prefix >= outer.prefix &&
  inner.base >> BigInt(MAX_PREFIX[outer.version] - outer.prefix) ===
    outer.base >> BigInt(MAX_PREFIX[outer.version] - outer.prefix);

/** Whether one of the ranges contains the address. */
export function containsAddress(ranges: readonly AddressRange[], address: string): boolean {
  const singleAddress = parseAddressRange(stripIpv4Mapping(address));
  return singleAddress !== null && ranges.some((range) => isWithin(singleAddress, range));
}

/** Strips the prefix of an IPv4-mapped IPv6 address, as a dual-stack socket reports it. */
export const stripIpv4Mapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

function parseAddressNumber(address: string, version: 4 | 6): bigint {
  if (version === 4) return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  // The last two groups may be written as an IPv4 address.
  const expanded = address.replace(/[\d.]+$/, (lastPart) => {
    if (!lastPart.includes('.')) return lastPart;
    const ipv4Number = parseAddressNumber(lastPart, 4);
    return `${(ipv4Number >> 16n).toString(16)}:${(ipv4Number & 65_535n).toString(16)}`;
  });
  const [head = '', tail] = expanded.split('::');
  const splitGroups = (text: string) => (text === '' ? [] : text.split(':'));
  const [leadingGroups, trailingGroups] = [splitGroups(head), splitGroups(tail ?? '')];
  const missing = tail === undefined ? 0 : 8 - leadingGroups.length - trailingGroups.length;
  return [...leadingGroups, ...Array(missing).fill('0'), ...trailingGroups].reduce(
    (sum, group) => sum * 65_536n + BigInt(`0x${group}`),
    0n,
  );
}

/** Returns the 16 bytes of an IPv6 address. */
export const ipv6ToBytes = (address: string): Buffer =>
  Buffer.from(parseAddressNumber(address, 6).toString(16).padStart(32, '0'), 'hex');

const formatIpv4 = (base: bigint): string =>
  [24n, 16n, 8n, 0n].map((bits) => (base >> bits) & 255n).join('.');

function formatIpv6(base: bigint): string {
  const groups = Array.from({ length: 8 }, (_, at) =>
    ((base >> BigInt(112 - at * 16)) & 65_535n).toString(16),
  );
  // The text form of RFC 5952, as browsers write it.
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}
