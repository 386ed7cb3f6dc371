/** What a start is refused with, most of it in production alone. */
import { isInsideHost } from '../public-address.ts';
import { type OutgoingProxies, proxyFor } from './outgoing-proxies.ts';

/** Random bytes have about 30 different ones among 32; fewer than 20 in one of 10^9. */
const FEWEST_BYTES = 20;
/** Of a random text of at least 32 characters; `openssl rand -hex 16` has 14 of its 16 on average. */
const FEWEST_CHARACTERS = 8;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

export type NamedTexts = Readonly<Record<string, string | undefined>>;

/** One line for each key that somebody could guess, or that serves for two things: `SEAL_KEY: the same as SECRET_KEY`. */
export function faultsOfSecrets(secrets: NamedTexts): string[] {
  const seen = new Map<string, string>();
  return Object.entries(secrets).flatMap(([name, text]) => {
    if (!text) return [];
    const other = seen.get(text);
    seen.set(text, name);
    if (other) return [`${name}: the same as ${other}; each needs its own`];
    return isWeak(text) ? [`${name}: not random; make it with: openssl rand -base64 32`] : [];
  });
}

function isWeak(text: string): boolean {
  if (new Set(text).size < FEWEST_CHARACTERS) return true;
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) return false;
  const bytes = Buffer.from(text, 'base64');
  // Of random bytes two thirds are no printable characters; a sentence has none but them.
  return new Set(bytes).size < FEWEST_BYTES || bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
}

/** Between us and others everything is encrypted; on this machine nobody listens. */
export const faultsOfVendors = (addresses: NamedTexts): string[] =>
  Object.entries(addresses).flatMap(([name, address]) =>
    !address || isEncrypted(address) || isHere(address)
      ? []
      : [`${name}: must start with https:// when MODE=production`],
  );

/** A node tells what was paid, so who stands between it and us must not be able to. */
export const faultsOfNodes = (nodes: NamedTexts): string[] =>
  Object.entries(nodes).flatMap(([chain, address]) =>
    !address || isEncrypted(address) || isInsideHost(hostOf(address))
      ? []
      : [`NODES: ${chain} must start with https://, or be inside the private network, when MODE=production`],
  );

/** Traces name nobody, but tell a reader on the way much of what the exchange does. */
export const faultOfCollector = (address: string): string | null =>
  isEncrypted(address) || isInsideHost(hostOf(address))
    ? null
    : 'OTEL_EXPORTER_OTLP_ENDPOINT: must start with https://, or be inside the private network, when MODE=production';

/** The signer takes whoever has its token for the server: nobody else can reach it by a socket or this machine's loopback. */
export const checkSignerUrl = (address: string): string | null =>
  address.startsWith('unix:') || isHere(address)
    ? null
    : 'SIGNER_URL: must be unix:/path or http://127.0.0.1:port when MODE=production; a tunnel that proves both ends leads to another machine';

/** A proxy would be gone around. */
export function faultOfWitness(address: string | undefined, proxies: OutgoingProxies): string | null {
  if (!address?.startsWith('udp:') || proxyFor(proxies, 'WITNESS') === null || isInsideHost(hostOf(address)))
    return null;
  return 'WITNESS_SYSLOG: no proxy takes udp://; give tls://, or {"WITNESS":"direct"} in OUTGOING_PROXIES';
}

const isEncrypted = (address: string): boolean => address.startsWith('https://');
const isHere = (address: string): boolean => LOOPBACK.test(hostOf(address));

function hostOf(address: string): string {
  try {
    return new URL(address).hostname;
  } catch {
    return '';
  }
}
