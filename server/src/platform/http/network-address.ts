/** Returns the eight groups of an IPv6 address; null: IPv4, or no address at all. */
function parseIpv6Groups(ip: string): number[] | null {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return null;
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? [];
  const leadingGroups = head === '' ? [] : head.split(':');
  const trailingGroups = tail ? tail.split(':') : [];
  const allGroups =
    tail === undefined
      ? leadingGroups
      : [
          ...leadingGroups,
          ...Array(Math.max(0, 8 - leadingGroups.length - trailingGroups.length)).fill('0'),
          ...trailingGroups,
        ];
  return allGroups.map((group) => Number.parseInt(group, 16));
}

const formatNetwork = (groups: readonly number[], bits: number): string =>
  `${groups
    .slice(0, Math.ceil(bits / 16))
    .map((group, i) => group & (bits >= (i + 1) * 16 ? 0xffff : 0xffff << ((i + 1) * 16 - bits)))
    .map((group) => group.toString(16))
    .join(':')}::/${bits}`;

const stripIpv4Prefix = (ip: string): string => ip.replace(/^::ffff:/, '');

/** Returns the key under which an address is counted: the /64 of an IPv6 address, which one household has. */
export function clientNetworkKey(ip: string): string {
  const groups = parseIpv6Groups(ip);
  return groups === null ? stripIpv4Prefix(ip) : formatNetwork(groups, 64);
}

/** Returns the widest network that a provider assigns to one customer, for fair scheduling. */
export function siteNetworkKey(ip: string): string {
  const groups = parseIpv6Groups(ip);
  return groups === null ? stripIpv4Prefix(ip) : formatNetwork(groups, 48);
}

/** Budgets of wider IPv6 networks, as multiples of that of a /64. */
export type NetworkWidths = Readonly<Record<48 | 56, number>>;

/** For calls: a mobile carrier puts many customers into one /48. */
export const CALL_WIDTHS: NetworkWidths = { 56: 4, 48: 16 };
/** For logins and other secrets that can be guessed, and for messages sent. */
export const GUESS_WIDTHS: NetworkWidths = { 56: 1.5, 48: 2 };

export interface CountedNetwork {
  name: string;
  times: number;
}

/**
 * Returns every network that an address is counted under, widest first. Providers assign networks up to /48, whose
 * owner would otherwise have 65,536 budgets.
 */
export function listCountedNetworks(ip: string, widths: NetworkWidths): CountedNetwork[] {
  const groups = parseIpv6Groups(ip);
  if (groups === null) return [{ name: stripIpv4Prefix(ip), times: 1 }];
  return [
    { name: formatNetwork(groups, 48), times: widths[48] },
    { name: formatNetwork(groups, 56), times: widths[56] },
    { name: formatNetwork(groups, 64), times: 1 },
  ];
}
