/** A connection to a host through a proxy, by CONNECT of HTTP (RFC 9110, 9.3.6) or by SOCKS5 (RFC 1928, 1929). */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, isIPv4, isIPv6, type Socket } from 'node:net';
import { ipv6ToBytes } from '../address-ranges.ts';
import type { ProxyServer } from '../config/outgoing-proxies.ts';

export interface Target {
  /** Names are resolved by the proxy. */
  host: string;
  port: number;
}

/**
 * A failure of the proxy, or reported by it. The message contains no address and no password: it is logged and
 * displayed.
 */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
}

const TIMEOUT_MS = 10_000;
/** tinyproxy responds 401 to a wrong password, and 407 to none. */
const WRONG_CREDENTIALS = [401, 407];

/** Opens the tunnel. @throws ProxyFailure, or the reason of the signal. */
export async function openTunnel(proxy: ProxyServer, target: Target, signal?: AbortSignal): Promise<Socket> {
  const timeoutSignal = AbortSignal.timeout(TIMEOUT_MS);
  const combinedSignal = signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal;
  try {
    return await (proxy.kind === 'http' ? connectByHttp : connectBySocks)(proxy, target, combinedSignal);
  } catch (error) {
    signal?.throwIfAborted();
    if (timeoutSignal.aborted) throw new ProxyFailure('the proxy does not answer in time');
    if (error instanceof ProxyFailure) throw error;
    // The rest of the error may contain the proxy's address or password.
    const { code } = error as NodeJS.ErrnoException;
    throw new ProxyFailure(`the proxy is not reached (${code ?? 'it ended the connection'})`);
  }
}

async function connectByHttp(
  { host, port, credentials }: ProxyServer,
  target: Target,
  signal: AbortSignal,
): Promise<Socket> {
  const path = `${isIPv6(target.host) ? `[${target.host}]` : target.host}:${target.port}`;
  const encodedCredentials =
    credentials && Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64');
  const connectRequest = request({
    host,
    port,
    method: 'CONNECT',
    path,
    headers: {
      host: path,
      ...(encodedCredentials !== null && { 'proxy-authorization': `Basic ${encodedCredentials}` }),
    },
    agent: false,
  });
  // Not an option of the request: the opened tunnel outlives the timeout for opening it.
  const abort = () => connectRequest.destroy(new Error('too late'));
  signal.addEventListener('abort', abort);
  connectRequest.end();
  const [{ statusCode = 0 }, socket, head] = (await once(connectRequest, 'connect').finally(() =>
    signal.removeEventListener('abort', abort),
  )) as [IncomingMessage, Socket, Buffer];
  if (statusCode >= 200 && statusCode < 300) {
    if (head.length > 0) socket.unshift(head);
    return ignoreErrors(socket);
  }
  socket.destroy();
  if (WRONG_CREDENTIALS.includes(statusCode))
    throw new ProxyFailure('the proxy refuses our user and password');
  throw new ProxyFailure(`the proxy does not reach the host (status ${statusCode})`);
}

/** Until the socket is used it has no error listener, and an unhandled error would end the process. */
const ignoreErrors = (socket: Socket): Socket => socket.on('error', () => {});

const VERSION = 5;
const NO_AUTHENTICATION = 0;
const USER_AND_PASSWORD = 2;
const CONNECT = 1;
const IPV4 = 1;
const DOMAIN_NAME = 3;
const IPV6 = 4;
/** Reply texts by RFC 1928, 6; the first is success. */
const REPLY_TEXTS = [
  '',
  'it failed',
  'not allowed',
  'network unreachable',
  'host unreachable',
  'connection refused',
  'too far',
  'it has no CONNECT',
  'it does not know this form of address',
];

/**
 * Our own implementation, since libraries return a socket that is being read from already, so that the greeting of
 * a mail server may be lost.
 */
async function connectBySocks(
  { host, port, credentials }: ProxyServer,
  target: Target,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = ignoreErrors(connect({ host, port }));
  const abort = () => socket.destroy();
  signal.addEventListener('abort', abort);
  try {
    await once(socket, 'connect', { signal });
    const closeController = new AbortController();
    socket.once('close', () => closeController.abort());
    const read = (size: number) => readExactly(socket, size, closeController.signal);
    const methods = credentials ? [NO_AUTHENTICATION, USER_AND_PASSWORD] : [NO_AUTHENTICATION];
    socket.write(Buffer.from([VERSION, methods.length, ...methods]));
    const [version, method] = await read(2);
    if (version !== VERSION) throw new ProxyFailure('the proxy speaks no SOCKS5');
    if (method === USER_AND_PASSWORD && credentials) {
      const { user, password } = credentials;
      socket.write(Buffer.concat([Buffer.from([1]), withLengthByte(user), withLengthByte(password)]));
      const [, authStatus] = await read(2);
      if (authStatus !== 0) throw new ProxyFailure('the proxy refuses our user and password');
    } else if (method !== NO_AUTHENTICATION) {
      throw new ProxyFailure(`the proxy ${credentials ? 'refuses our' : 'asks for a'} user and password`);
    }
    socket.write(Buffer.concat([Buffer.from([VERSION, CONNECT, 0]), encodeAddress(target)]));
    const [, reply = 1, , addressType] = await read(4);
    if (reply !== 0)
      throw new ProxyFailure(`the proxy does not reach the host (${REPLY_TEXTS[reply] ?? `reply ${reply}`})`);
    // The address that the proxy connects from is skipped.
    const length = addressType === DOMAIN_NAME ? ((await read(1))[0] ?? 0) : addressType === IPV6 ? 16 : 4;
    await read(length + 2);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function encodeAddress({ host, port }: Target): Buffer {
  const portBytes = Buffer.from([port >> 8, port & 255]);
  if (isIPv4(host))
    return Buffer.concat([
      Buffer.from([IPV4, ...host.split('.').map((part) => Number.parseInt(part, 10))]),
      portBytes,
    ]);
  if (isIPv6(host)) return Buffer.concat([Buffer.from([IPV6]), ipv6ToBytes(host), portBytes]);
  return Buffer.concat([Buffer.from([DOMAIN_NAME]), withLengthByte(host), portBytes]);
}

function withLengthByte(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

/** Reads exactly `size` bytes; further data stays in the socket. */
async function readExactly(socket: Socket, size: number, closeSignal: AbortSignal): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  for (;;) {
    // Data that stays unread would be announced as readable forever.
    const available = Math.min(size - bytes.length, socket.readableLength);
    if (available > 0) bytes = Buffer.concat([bytes, socket.read(available)]);
    if (bytes.length === size) return bytes;
    try {
      await once(socket, 'readable', { signal: closeSignal });
    } catch {
      throw new ProxyFailure('the proxy ended the connection');
    }
    // The end is announced as readable too, and is emitted once it has been read.
    if (socket.readableLength === 0) socket.read();
  }
}
