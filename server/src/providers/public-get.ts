/**
 * GETs URLs found in replies of third parties: https only, one host only, never an internal address, whatever a
 * name resolves to at that moment; redirects only within the host, limited in bytes and time.
 */
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import {
  hostWithoutBrackets,
  secureTunnel,
  toTarget,
  type VendorConnection,
} from '../platform/outgoing/connections.ts';
import { isPublicAddress } from '../platform/public-address.ts';

export interface PublicGetOptions {
  /** The only host, with its port if it isn't 443. */
  host: string;
  maxBytes: number;
  timeoutMs: number;
  /** A proxy resolves the name, so the address can't be checked here: TLS proves that it is the host. */
  way: VendorConnection;
  /** For tests, whose own server is on the loopback and speaks plain HTTP. */
  inside?: boolean;
}

export class GetFailure extends Error {
  override readonly name = 'GetFailure';
}

const MAX_REDIRECTS = 3;

/** Checks the very address that is connected to, so that a name can't resolve differently in between. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, resolved) => {
    if (error) return callback(error, '', 0);
    const addresses = resolved as LookupAddress[];
    const privateAddress = addresses.find(({ address }) => !isPublicAddress(address));
    const [first] = addresses;
    if (privateAddress || !first) return callback(new GetFailure(`${hostname} is inside`), '', 0);
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};

export interface GetResult {
  type: string;
  bytes: Buffer;
}

/** @throws GetFailure, or the system's own error. */
export async function fetchPublic(address: string, options: PublicGetOptions): Promise<GetResult> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  let url = parseAllowedUrl(address, options);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const response = await sendRequest(url, options, signal);
    const { statusCode = 0, headers } = response;
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      response.destroy();
      url = parseAllowedUrl(new URL(headers.location, url).href, options);
      continue;
    }
    if (statusCode !== 200) {
      response.destroy();
      throw new GetFailure(`${url.host}: status ${statusCode}`);
    }
    return { type: headers['content-type'] ?? '', bytes: await readAllBytes(response, options.maxBytes) };
  }
  throw new GetFailure(`${url.host}: too many redirects`);
}

function parseAllowedUrl(address: string, { host, inside = false }: PublicGetOptions): URL {
  const url = URL.parse(address);
  if (!url || url.username || url.password) throw new GetFailure('no address');
  if (url.protocol !== (inside ? 'http:' : 'https:')) throw new GetFailure(`${url.protocol} is not allowed`);
  if (url.host !== host) throw new GetFailure(`${url.host} is not ${host}`);
  const name = hostWithoutBrackets(url);
  if (!inside && isIP(name) && !isPublicAddress(name)) throw new GetFailure(`${name} is inside`);
  return url;
}

async function sendRequest(
  url: URL,
  { inside = false, way }: PublicGetOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const tunnel = inside ? null : await way.tunnel(toTarget(url), signal);
  const request = inside ? httpRequest : httpsRequest;
  return new Promise((resolve, reject) => {
    request(url, {
      signal,
      headers: { accept: '*/*', 'user-agent': 'sarraf-news' },
      ...(!inside && !tunnel && { lookup: publicLookup }),
      ...(tunnel && { createConnection: () => secureTunnel(tunnel, hostWithoutBrackets(url)) }),
    })
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
}

async function readAllBytes(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += (chunk as Buffer).length;
    // Leaving the loop closes the connection.
    if (size > maxBytes) throw new GetFailure('too long');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
