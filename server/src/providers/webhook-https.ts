import { lookup as resolve } from 'node:dns/promises';
import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { DeliveryResult, WebhookSender } from '../company/ports.ts';
import { bareHost, DIRECT, secureTunnel, targetOf, type WayOut } from '../platform/outgoing/ways-out.ts';
import { isPublicAddress } from '../platform/public-address.ts';

const TIMEOUT_MS = 5_000;
const MOST_BYTES = 2_000;

interface Options {
  /** A test's receiver stands on this machine. */
  isPublic?: (ip: string) => boolean;
  /** Who writes a receiver tries it on the same machine, by plain HTTP too: the sandbox's alone. */
  loopback?: boolean;
  /** A stranger's address is resolved and judged here, and the proxy is handed what was judged. */
  way?: WayOut;
  /** The address is an operator's: a proxy resolves its name, as that of any vendor. */
  trusted?: boolean;
  /** Of a test's certificate. */
  ca?: string;
  /** A test doesn't wait as long. */
  timeoutMs?: number;
}

/**
 * Posts to companies over HTTPS; in the sandbox to receivers on the same machine too. The name is resolved here and the connection goes to the very address that was judged, so
 * that no second answer of a name server leads inside; redirects are not followed; five seconds and 2,000 bytes of answer
 * are all there is.
 */
export function createWebhookSender({
  isPublic = isPublicAddress,
  loopback = false,
  way = DIRECT,
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
    const inside = loopback && isLoopback(target);
    if (!inside && target.protocol !== 'https:') return { status: null, answer: 'the address is not https' };
    const host = bareHost(target);
    const signal = AbortSignal.timeout(timeoutMs);
    const named = trusted && isIP(host) === 0 ? await way.tunnel(targetOf(target), signal) : null;
    const ip = named ? host : await placeOf(host, inside ? isLoopbackAddress : isPublic);
    if (ip === null) return { status: null, answer: 'the address is not public' };
    const tunnel = named ?? (await way.tunnel({ ...targetOf(target), host: ip }, signal));
    return new Promise((answered) => {
      const fail = (why: string) => answered({ status: null, answer: why });
      const sent = (target.protocol === 'http:' ? requestPlain : request)(
        target,
        {
          method: 'POST',
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          signal,
          ...(tunnel
            ? { createConnection: () => secureTunnel(tunnel, host, ca) }
            : { agent: false, lookup: lookupOf(ip) }),
          ...(ca !== undefined && { ca }),
        },
        (response) => {
          let text = '';
          const end = () => answered({ status: response.statusCode ?? null, answer: text });
          response.setEncoding('utf8');
          response.on('data', (part: string) => {
            text += part.slice(0, MOST_BYTES - text.length);
            if (text.length >= MOST_BYTES) {
              end();
              response.destroy();
            }
          });
          response.on('end', end);
          response.on('error', end);
        },
      );
      // Nothing else than the time aborts.
      sent.on('error', ({ name, message }) =>
        fail(name === 'AbortError' ? `no answer in ${timeoutMs / 1_000} s` : message),
      );
      sent.end(body);
    });
  }
  return {
    isAllowed: (url) => isAllowed(url, isPublic, loopback),
    post: (url, headers, body) =>
      post(url, headers, body).catch((error: unknown) => ({ status: null, answer: String(error) })),
  };
}

/** The very address that was judged. */
const lookupOf =
  (ip: string): LookupFunction =>
  (_name, { all }, done) => {
    const family = isIP(ip);
    if (all) done(null, [{ address: ip, family }]);
    else done(null, ip, family);
  };

/** The names of this machine itself, and nothing that only leads to it. */
const isLoopback = (url: URL): boolean => url.hostname === 'localhost' || isLoopbackAddress(bareHost(url));
const isLoopbackAddress = (ip: string): boolean => ip === '::1' || (isIP(ip) === 4 && ip.startsWith('127.'));

function isAllowed(text: string, isPublic: (ip: string) => boolean, loopback: boolean): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (loopback && isLoopback(url)) return url.protocol === 'https:' || url.protocol === 'http:';
  if (url.protocol !== 'https:') return false;
  const host = bareHost(url);
  if (isIP(host) !== 0) return isPublic(host);
  return NAME.test(host) && !PRIVATE_NAME.test(host);
}

/** Several labels, and none of them empty: a dot at the end would hide what the name ends with. */
const NAME = /^[^.]+(\.[^.]+)+$/;
/** Names that the internet's name servers don't answer for. */
const PRIVATE_NAME =
  /\.(local|internal|intranet|private|lan|home|corp|localhost|localdomain|test|invalid|home\.arpa)$/;

/** The first address of a name, if all of them are public; a name that leads both ways is somebody's trick. */
async function placeOf(host: string, isPublic: (ip: string) => boolean): Promise<string | null> {
  const found = isIP(host) === 0 ? await resolve(host, { all: true }) : [{ address: host }];
  const [first] = found;
  return first && found.every(({ address }) => isPublic(address)) ? first.address : null;
}
