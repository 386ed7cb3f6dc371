/** Startup checks, most of them in production only. */
import { isInsideHost } from '../public-address.ts';
import { type OutgoingProxies, proxyFor } from './outgoing-proxies.ts';

/** 32 random bytes have about 30 distinct values; the probability of fewer than 20 is 10^-9. */
const MIN_BYTES = 20;
/**
 * Minimum distinct characters of a random text of at least 32; `openssl rand -hex 16` yields 14 of the 16 on
 * average.
 */
const MIN_CHARACTERS = 8;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

export type NamedTexts = Readonly<Record<string, string | undefined>>;

/** Returns one line for each key that is guessable or used twice: `SEAL_KEY: the same as SECRET_KEY`. */
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
  if (new Set(text).size < MIN_CHARACTERS) return true;
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) return false;
  const bytes = Buffer.from(text, 'base64');
  // Two thirds of random bytes are not printable characters; a sentence has printable ones only.
  return new Set(bytes).size < MIN_BYTES || bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
}

/** Connections to external services must be encrypted; loopback addresses are exempt. */
export const faultsOfVendors = (addresses: NamedTexts): string[] =>
  Object.entries(addresses).flatMap(([name, address]) =>
    !address || isEncrypted(address) || isHere(address)
      ? []
      : [`${name}: must start with https:// when MODE=production`],
  );

/** A node reports payments, so nobody between it and us may be able to change its replies. */
export const faultsOfNodes = (nodes: NamedTexts): string[] =>
  Object.entries(nodes).flatMap(([chain, address]) =>
    !address || isEncrypted(address) || isInsideHost(hostOf(address))
      ? []
      : [`NODES: ${chain} must start with https://, or be inside the private network, when MODE=production`],
  );

/** Traces contain no user data, but reveal much of the exchange's activity to an eavesdropper. */
export const faultOfCollector = (address: string): string | null =>
  isEncrypted(address) || isInsideHost(hostOf(address))
    ? null
    : 'OTEL_EXPORTER_OTLP_ENDPOINT: must start with https://, or be inside the private network, when MODE=production';

/** The signer accepts any client with its token, so it must be reachable only by a socket or the loopback interface. */
export const checkSignerUrl = (address: string): string | null =>
  address.startsWith('unix:') || isHere(address)
    ? null
    : 'SIGNER_URL: must be unix:/path or http://127.0.0.1:port when MODE=production; a tunnel that proves both ends leads to another machine';

/** A backup witness outside the proxies would bypass them. */
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
