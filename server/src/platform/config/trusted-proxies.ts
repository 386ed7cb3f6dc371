import { type AddressRange, holdsAddress, readRange } from '../address-ranges.ts';

/** Who is believed when they say for whom a request comes: nobody, so many hops in front, or proxies at addresses. */
export type TrustedProxies = false | number | readonly string[];

const MOST_HOPS = 10;
/** Wider ones are most of the network and not somebody's proxies; private networks are narrower. */
const WIDEST = { 4: 8, 6: 7 };

const REASON =
  'X-Forwarded-For can be written by anybody, so believing every sender would let each choose the address that limits and the log-in history count by';
const EXPECTED =
  'give the number of proxies in front of the server (1), or their addresses or networks (127.0.0.1, 10.0.0.0/8)';

/** Of the setting's text, or why it can't be meant. */
export function readTrustedProxies(text: string | undefined): TrustedProxies | { fault: string } {
  const given = text?.trim().toLowerCase() ?? '';
  if (['', 'false', 'no', 'off', '0'].includes(given)) return false;
  if (['true', 'yes', 'on', 'all', '*'].includes(given)) return { fault: `${REASON}; ${EXPECTED}` };
  if (/^\d+$/.test(given)) {
    const hops = Number.parseInt(given, 10);
    return hops <= MOST_HOPS ? hops : { fault: `more than ${MOST_HOPS} hops; ${EXPECTED}` };
  }
  const networks = given.split(',').map((network) => network.trim());
  for (const network of networks) {
    const fault = faultOf(network);
    if (fault !== null) return { fault: `${fault}; ${EXPECTED}` };
  }
  return networks;
}

function faultOf(network: string): string | null {
  const range = readRange(network);
  if (range === null) return `${JSON.stringify(network.split('/')[0])} is no address or network`;
  return range.prefix < WIDEST[range.version] ? `${network} is too wide: ${REASON}` : null;
}

/**
 * Whether what a sender at this address says about others is believed; `hop` 0 is who connects, 1 whom they name.
 * A number can't tell a proxy from a visitor who comes past it: then the port must be out of visitors' reach.
 */
export function createProxyTrust(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if (!trusted) return () => false;
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted;
  const ranges = trusted.map(readRange).filter((range): range is AddressRange => range !== null);
  return (address) => holdsAddress(ranges, address);
}
