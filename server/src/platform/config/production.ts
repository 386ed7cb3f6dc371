/** Startup checks, most of them in production only. */
import { isInternalHost } from '../public-address.ts';
import { findProxy, type OutgoingProxies } from './outgoing-proxies.ts';

/** 32 random bytes have about 30 distinct values; the probability of fewer than 20 is 10^-9. */
const MIN_DISTINCT_BYTES = 20;
/**
 * Minimum distinct characters of a random text of at least 32; `openssl rand -hex 16` yields 14 of the 16 on
 * average.
 */
const MIN_DISTINCT_CHARACTERS = 8;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

export type NamedTexts = Readonly<Record<string, string | undefined>>;

/** Returns one line for each key that is guessable or used twice: `SEAL_KEY: the same as SECRET_KEY`. */
export function listSecretErrors(secrets: NamedTexts): string[] {
  const nameByText = new Map<string, string>();
  return Object.entries(secrets).flatMap(([name, text]) => {
    if (!text) return [];
    const otherName = nameByText.get(text);
    nameByText.set(text, name);
    if (otherName) return [`${name}: the same as ${otherName}; each needs its own`];
    return isWeak(text) ? [`${name}: not random; make it with: openssl rand -base64 32`] : [];
  });
}

function isWeak(text: string): boolean {
  if (new Set(text).size < MIN_DISTINCT_CHARACTERS) return true;
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) return false;
  const bytes = Buffer.from(text, 'base64');
  // Two thirds of random bytes are not printable characters; a sentence has printable ones only.
  return new Set(bytes).size < MIN_DISTINCT_BYTES || bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
}

/** Connections to external services must be encrypted; loopback addresses are exempt. */
export const listVendorUrlErrors = (addresses: NamedTexts): string[] =>
  Object.entries(addresses).flatMap(([name, address]) =>
    !address || isEncrypted(address) || isLoopback(address)
      ? []
      : [`${name}: must start with https:// when MODE=production`],
  );

/** A node reports payments, so nobody between it and us may be able to change its replies. */
export const listNodeUrlErrors = (nodes: NamedTexts): string[] =>
  Object.entries(nodes).flatMap(([chain, address]) =>
    !address || isEncrypted(address) || isInternalHost(hostnameOf(address))
      ? []
      : [`NODES: ${chain} must start with https://, or be inside the private network, when MODE=production`],
  );

/** Traces contain no user data, but reveal much of the exchange's activity to an eavesdropper. */
export const checkCollectorUrl = (address: string): string | null =>
  isEncrypted(address) || isInternalHost(hostnameOf(address))
    ? null
    : 'OTEL_EXPORTER_OTLP_ENDPOINT: must start with https://, or be inside the private network, when MODE=production';

/** The signer accepts any client with its token, so it must be reachable only by a socket or the loopback interface. */
export const checkSignerUrl = (address: string): string | null =>
  address.startsWith('unix:') || isLoopback(address)
    ? null
    : 'SIGNER_URL: must be unix:/path or http://127.0.0.1:port when MODE=production; a tunnel that proves both ends leads to another machine';

/** A backup witness outside the proxies would bypass them. */
export function checkWitnessUrl(address: string | undefined, proxies: OutgoingProxies): string | null {
  if (
    !address?.startsWith('udp:') ||
    findProxy(proxies, 'WITNESS') === null ||
    isInternalHost(hostnameOf(address))
  )
    return null;
  return 'WITNESS_SYSLOG: no proxy takes udp://; give tls://, or {"WITNESS":"direct"} in OUTGOING_PROXIES';
}

const isEncrypted = (address: string): boolean => address.startsWith('https://');
const isLoopback = (address: string): boolean => LOOPBACK.test(hostnameOf(address));

function hostnameOf(address: string): string {
  try {
    return new URL(address).hostname;
  } catch {
    return '';
  }
}
