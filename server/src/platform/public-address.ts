/** The one list of addresses that are not public on the internet: local, private, or reserved (IANA's registries). */
import { BlockList, isIP } from 'node:net';

const NON_PUBLIC_V4: readonly [net: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/**
 * The part of IPv6 that is allocated to the public, without tunnels to IPv4 (6to4, Teredo) and documentation
 * addresses.
 */
const PUBLIC_V6: readonly [net: string, prefix: number] = ['2000::', 3];
const NON_PUBLIC_V6: readonly [net: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const nonPublicV4 = new BlockList();
for (const [net, prefix] of NON_PUBLIC_V4) nonPublicV4.addSubnet(net, prefix, 'ipv4');
const publicV6 = new BlockList();
publicV6.addSubnet(...PUBLIC_V6, 'ipv6');
const nonPublicV6 = new BlockList();
for (const [net, prefix] of NON_PUBLIC_V6) nonPublicV6.addSubnet(net, prefix, 'ipv6');

/** Whether an IP address is public: not this machine, not a private network, not one that tunnels into it. */
export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip);
  if (family === 4) return !nonPublicV4.check(ip, 'ipv4');
  return family === 6 && publicV6.check(ip, 'ipv6') && !nonPublicV6.check(ip, 'ipv6');
}

/** Whether a host is internal by its name alone: a non-public address, or a name outside the public DNS. */
export function isInternalHost(name: string): boolean {
  const host = name
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (isIP(host)) return !isPublicAddress(host);
  return !host.includes('.') || /\.(internal|local|localhost|lan|home\.arpa)$/.test(host);
}
