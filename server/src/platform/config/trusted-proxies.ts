import { type AddressRange, containsAddress, parseAddressRange } from '../address-ranges.ts';

/** Trusted sources of forwarding headers: none, a number of hops, or proxies at these addresses. */
export type TrustedProxies = false | number | readonly string[];

const MAX_HOPS = 10;
/**
 * Minimum prefix lengths. Wider ranges cover most of the network rather than an operator's proxies; private
 * networks are narrower.
 */
const MIN_PREFIX = { 4: 8, 6: 7 };

const REASON =
  'X-Forwarded-For can be written by anybody, so believing every sender would let each choose the address that limits and the log-in history count by';
const EXPECTED =
  'give the number of proxies in front of the server (1), or their addresses or networks (127.0.0.1, 10.0.0.0/8)';

/** Parses the setting; returns the error if it is invalid. */
export function parseTrustedProxies(text: string | undefined): TrustedProxies | { error: string } {
  const normalized = text?.trim().toLowerCase() ?? '';
  if (['', 'false', 'no', 'off', '0'].includes(normalized)) return false;
  if (['true', 'yes', 'on', 'all', '*'].includes(normalized)) return { error: `${REASON}; ${EXPECTED}` };
  if (/^\d+$/.test(normalized)) {
    const hops = Number.parseInt(normalized, 10);
    return hops <= MAX_HOPS ? hops : { error: `more than ${MAX_HOPS} hops; ${EXPECTED}` };
  }
  const networks = normalized.split(',').map((network) => network.trim());
  for (const network of networks) {
    const error = findNetworkError(network);
    if (error !== null) return { error: `${error}; ${EXPECTED}` };
  }
  return networks;
}

function findNetworkError(network: string): string | null {
  const range = parseAddressRange(network);
  if (range === null) return `${JSON.stringify(network.split('/')[0])} is no address or network`;
  return range.prefix < MIN_PREFIX[range.version] ? `${network} is too wide: ${REASON}` : null;
}

/**
 * Returns whether forwarding headers of the sender at this address are trusted; `hop` 0 is the connecting peer, 1
 * the one it names. With a number of hops a proxy can't be distinguished from a client that bypasses it, so clients
 * must not be able to reach the port.
 */
export function createProxyTrust(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if (!trusted) return () => false;
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted;
  const ranges = trusted.map(parseAddressRange).filter((range): range is AddressRange => range !== null);
  return (address) => containsAddress(ranges, address);
}
