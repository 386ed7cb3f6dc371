import { isIP } from 'node:net';

/** A network of addresses: `203.0.113.0/24`, `2001:db8::/32`, or one address alone. */
export interface AddressRange {
  version: 4 | 6;
  /** How many of its bits are given. */
  prefix: number;
  /** Its lowest address as a number. */
  base: bigint;
}

const LONGEST = { 4: 32, 6: 128 } as const;

/** Null: it is no address and no network, or one that would never be met: IPv4 written as IPv6, a link's own. */
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

/** In one form, whatever it was typed as; of one address its own text. */
export function rangeText({ version, prefix, base }: AddressRange): string {
  const address = version === 4 ? ipv4Text(base) : ipv6Text(base);
  return prefix === LONGEST[version] ? address : `${address}/${prefix}`;
}

export const isWithin = (inner: AddressRange, outer: AddressRange): boolean =>
  inner.version === outer.version &&
  inner.prefix >= outer.prefix &&
  inner.base >> BigInt(LONGEST[outer.version] - outer.prefix) ===
    outer.base >> BigInt(LONGEST[outer.version] - outer.prefix);

/** Whether one of these holds the address. */
export function holdsAddress(ranges: readonly AddressRange[], address: string): boolean {
  const one = readRange(plainAddress(address));
  return one !== null && ranges.some((range) => isWithin(one, range));
}

/** IPv4 as such, also where a socket for both calls it IPv6. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

function numberOf(address: string, version: 4 | 6): bigint {
  if (version === 4) return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  // The last two groups may be written as IPv4.
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

/** Its 16 bytes. */
export const bytesOfIpv6 = (address: string): Buffer =>
  Buffer.from(numberOf(address, 6).toString(16).padStart(32, '0'), 'hex');

const ipv4Text = (base: bigint): string => [24n, 16n, 8n, 0n].map((bits) => (base >> bits) & 255n).join('.');

function ipv6Text(base: bigint): string {
  const groups = Array.from({ length: 8 }, (_, at) =>
    ((base >> BigInt(112 - at * 16)) & 65_535n).toString(16),
  );
  // The form of RFC 5952, as browsers write it.
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}
