import { lookup as resolve } from 'node:dns/promises';
import { request } from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { Delivered, WebhookSender } from '../company/ports.ts';

/** Addresses that are nobody's on the internet: ours, our neighbours', or none. */
const PRIVATE: readonly [net: string, prefix: number, family: 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
];
/** Of IPv6 only what is given out to the public counts, without what carries an IPv4 address or a test within it. */
const PUBLIC_V6: readonly [string, number] = ['2000::', 3];
const CLOSED_V6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
];

const closed = new BlockList();
for (const [net, prefix, family] of PRIVATE) closed.addSubnet(net, prefix, family);
for (const [net, prefix] of CLOSED_V6) closed.addSubnet(net, prefix, 'ipv6');
const open = new BlockList();
open.addSubnet(...PUBLIC_V6, 'ipv6');

/** Whether an IP address is somewhere on the internet. */
export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip);
  if (family === 4) return !closed.check(ip, 'ipv4');
  return family === 6 && open.check(ip, 'ipv6') && !closed.check(ip, 'ipv6');
}

const TIMEOUT_MS = 5_000;
const MOST_BYTES = 2_000;

interface Options {
  /** A test's receiver stands on this machine. */
  isPublic?: (ip: string) => boolean;
  /** Of a test's certificate. */
  ca?: string;
  /** A test doesn't wait as long. */
  timeoutMs?: number;
}

/**
 * Posts to companies over HTTPS. The name is resolved here and the connection goes to the very address that was judged, so
 * that no second answer of a name server leads inside; redirects are not followed; five seconds and 2,000 bytes of answer
 * are all there is.
 */
export function createWebhookSender({
  isPublic = isPublicAddress,
  ca,
  timeoutMs = TIMEOUT_MS,
}: Options = {}): WebhookSender {
  async function post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<Delivered> {
    const target = new URL(url);
    const ip = await placeOf(target.hostname, isPublic);
    if (ip === null) return { status: null, answer: 'the address is not public' };
    return new Promise((answered) => {
      const fail = (why: string) => answered({ status: null, answer: why });
      const sent = request(
        target,
        {
          method: 'POST',
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          signal: AbortSignal.timeout(timeoutMs),
          agent: false,
          lookup: (_name, { all }, done) => {
            const family = isIP(ip);
            if (all) done(null, [{ address: ip, family }]);
            else done(null, ip, family);
          },
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
    isAllowed: (url) => isAllowed(url, isPublic),
    post: (url, headers, body) =>
      post(url, headers, body).catch((error: unknown) => ({ status: null, answer: String(error) })),
  };
}

function isAllowed(text: string, isPublic: (ip: string) => boolean): boolean {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return isPublic(host);
  return host.includes('.') && !/\.(local|internal|localhost|test|invalid)$/.test(host);
}

/** The first address of a name, if all of them are public; a name that leads both ways is somebody's trick. */
async function placeOf(hostname: string, isPublic: (ip: string) => boolean): Promise<string | null> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) === 0 ? await resolve(host, { all: true }) : [{ address: host }];
  const [first] = found;
  return first && found.every(({ address }) => isPublic(address)) ? first.address : null;
}
