import { isIP } from 'node:net';

/** An IP network, `203.0.113.0/24` or `2001:db8::/32`, or a single address. */
export interface AddressRange {
  version: 4 | 6;
  /** Number of leading bits that are fixed. */
  prefix: number;
  /** Its lowest address, as a number. */
  base: bigint;
}

const LONGEST = { 4: 32, 6: 128 } as const;

/**
 * Parses an address or a network. Null: neither of them, or one that no peer can have: IPv4 written as IPv6,
 * link-local.
 */
export function readRange(text: string): AddressRange | null {
  const [address = '', width, ...rest] = text.trim().toLowerCase().split('/');
  const version = isIP(address);
  if (rest.length > 0 || (version !== 4 && version !== 6) || /[%]|^::ffff:/.test(address)) return null;
  const longest = LONGEST[version];
  const prefix = width === undefined ? longest : /^\d{1,3}$/.test(width) ? Number.parseInt(width, 10) : -1;
  if (prefix < 0 || prefix > longest) return null;
  const shift = BigInt(longest - prefix);
  return { version, prefix, base: (numberOf(address, version) >> shift) << shift };
}

/** Returns the canonical text of a range; for a single address, the address. */
export function rangeText({ version, prefix, base }: AddressRange): string {
  const address = version === 4 ? ipv4Text(base) : ipv6Text(base);
  return prefix === LONGEST[version] ? address : `${address}/${prefix}`;
}

export const isWithin = (inner: AddressRange, outer: AddressRange): boolean =>
  inner.version === outer.version &&
  inner.prefix >= outer.prefix &&
  inner.base >> BigInt(LONGEST[outer.version] - outer.prefix) ===
    outer.base >> BigInt(LONGEST[outer.version] - outer.prefix);

/** Whether one of the ranges contains the address. */
export function holdsAddress(ranges: readonly AddressRange[], address: string): boolean {
  const one = readRange(plainAddress(address));
  return one !== null && ranges.some((range) => isWithin(one, range));
}

/** Strips the prefix of an IPv4-mapped IPv6 address, as a dual-stack socket reports it. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

function numberOf(address: string, version: 4 | 6): bigint {
  if (version === 4) return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  // The last two groups may be written as an IPv4 address.
  const whole = address.replace(/[\d.]+$/, (end) => {
    if (!end.includes('.')) return end;
    const both = numberOf(end, 4);
    return `${(both >> 16n).toString(16)}:${(both & 65_535n).toString(16)}`;
  });
  const [head = '', tail] = whole.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const missing = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array(missing).fill('0'), ...last].reduce(
    (sum, group) => sum * 65_536n + BigInt(`0x${group}`),
    0n,
  );
}

/** Returns the 16 bytes of an IPv6 address. */
export const bytesOfIpv6 = (address: string): Buffer =>
  Buffer.from(numberOf(address, 6).toString(16).padStart(32, '0'), 'hex');

const ipv4Text = (base: bigint): string => [24n, 16n, 8n, 0n].map((bits) => (base >> bits) & 255n).join('.');

function ipv6Text(base: bigint): string {
  const groups = Array.from({ length: 8 }, (_, at) =>
    ((base >> BigInt(112 - at * 16)) & 65_535n).toString(16),
  );
  // The text form of RFC 5952, as browsers write it.
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}
