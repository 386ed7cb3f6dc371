import { lookup as resolve } from 'node:dns/promises';
import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { DeliveryResult, WebhookSender } from '../company/ports.ts';
import {
  DIRECT_CONNECTION,
  hostWithoutBrackets,
  secureTunnel,
  toTarget,
  type VendorConnection,
} from '../platform/outgoing/connections.ts';
import { isPublicAddress } from '../platform/public-address.ts';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 2_000;

interface Options {
  /** For tests, whose receiver is on this machine. */
  isPublic?: (ip: string) => boolean;
  /** Sandbox only: developers test receivers on the same machine, by plain HTTP too. */
  loopback?: boolean;
  /** A store's address is resolved and checked here, and the proxy gets the checked address. */
  way?: VendorConnection;
  /** The address is the operator's: a proxy resolves its name, as for any vendor. */
  trusted?: boolean;
  /** For a test's certificate. */
  ca?: string;
  /** For tests, which use a shorter timeout. */
  timeoutMs?: number;
}

/**
 * Posts to companies over HTTPS; in the sandbox also to receivers on the same machine. The name is resolved here
 * and the connection uses the checked address, so that a second DNS reply can't lead to an internal one; redirects
 * are not followed; limited to five seconds and 2,000 bytes of response.
 */
export function createWebhookSender({
  isPublic = isPublicAddress,
  loopback = false,
  way = DIRECT_CONNECTION,
  trusted = false,
  ca,
  timeoutMs = TIMEOUT_MS,
}: Options = {}): WebhookSender {
  async function post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<DeliveryResult> {
    const target = new URL(url);
    const isLocal = loopback && isLoopback(target);
    if (!isLocal && target.protocol !== 'https:') return { status: null, answer: 'the address is not https' };
    const host = hostWithoutBrackets(target);
    const signal = AbortSignal.timeout(timeoutMs);
    const trustedTunnel = trusted && isIP(host) === 0 ? await way.tunnel(toTarget(target), signal) : null;
    const ip = trustedTunnel
      ? host
      : await resolvePublicAddress(host, isLocal ? isLoopbackAddress : isPublic);
    if (ip === null) return { status: null, answer: 'the address is not public' };
    const tunnel = trustedTunnel ?? (await way.tunnel({ ...toTarget(target), host: ip }, signal));
    return new Promise((resolveResult) => {
      const resolveFailed = (reason: string) => resolveResult({ status: null, answer: reason });
      const clientRequest = (target.protocol === 'http:' ? requestPlain : request)(
        target,
        {
          method: 'POST',
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          signal,
          ...(tunnel
            ? { createConnection: () => secureTunnel(tunnel, host, ca) }
            : { agent: false, lookup: createFixedLookup(ip) }),
          ...(ca !== undefined && { ca }),
        },
        (response) => {
          let text = '';
          const finish = () => resolveResult({ status: response.statusCode ?? null, answer: text });
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => {
            text += chunk.slice(0, MAX_BYTES - text.length);
            if (text.length >= MAX_BYTES) {
              finish();
              response.destroy();
            }
          });
          response.on('end', finish);
          response.on('error', finish);
        },
      );
      // Only the timeout aborts it.
      clientRequest.on('error', ({ name, message }) =>
        resolveFailed(name === 'AbortError' ? `no answer in ${timeoutMs / 1_000} s` : message),
      );
      clientRequest.end(body);
    });
  }
  return {
    isAllowed: (url) => isAllowed(url, isPublic, loopback),
    post: (url, headers, body) =>
      post(url, headers, body).catch((error: unknown) => ({ status: null, answer: String(error) })),
  };
}

/** Returns the address that was checked. */
const createFixedLookup =
  (ip: string): LookupFunction =>
  (_name, { all }, callback) => {
    const family = isIP(ip);
    if (all) callback(null, [{ address: ip, family }]);
    else callback(null, ip, family);
  };

/** Names of this machine itself, excluding others that resolve to it. */
const isLoopback = (url: URL): boolean =>
  url.hostname === 'localhost' || isLoopbackAddress(hostWithoutBrackets(url));
const isLoopbackAddress = (ip: string): boolean => ip === '::1' || (isIP(ip) === 4 && ip.startsWith('127.'));

function isAllowed(text: string, isPublic: (ip: string) => boolean, loopback: boolean): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (loopback && isLoopback(url)) return url.protocol === 'https:' || url.protocol === 'http:';
  if (url.protocol !== 'https:') return false;
  const host = hostWithoutBrackets(url);
  if (isIP(host) !== 0) return isPublic(host);
  return NAME.test(host) && !PRIVATE_NAME.test(host);
}

/** Several labels, none of them empty: a trailing dot would hide how the name ends. */
const NAME = /^[^.]+(\.[^.]+)+$/;
/** Names outside the public DNS. */
const PRIVATE_NAME =
  /\.(local|internal|intranet|private|lan|home|corp|localhost|localdomain|test|invalid|home\.arpa)$/;

/** Returns the first address of a name, if all of them are public; a name with both kinds is an attack. */
async function resolvePublicAddress(host: string, isPublic: (ip: string) => boolean): Promise<string | null> {
  const addresses = isIP(host) === 0 ? await resolve(host, { all: true }) : [{ address: host }];
  const [first] = addresses;
  return first && addresses.every(({ address }) => isPublic(address)) ? first.address : null;
}
