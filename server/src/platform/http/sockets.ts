import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, STATUS } from '@sarraf/domain';
import { clientNetworkKey } from './network-address.ts';

/** Timeout for receiving a complete request, in milliseconds; enough for documents sent by phone. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Timeout without data in either direction: the client doesn't read. Longer than any handler is silent. */
const STALL_TIMEOUT_MS = 120_000;
/** Longer than proxies' own timeout (nginx: a minute), or one would send a request into a connection being closed. */
const KEEP_ALIVE_MS = 75_000;
/** Maximum pipelined requests of one connection: browsers and proxies send one at a time, few clients more. */
const MAX_PIPELINED = 32;
/** Lifetime of a connection beyond the share of its address, in which its request is received and refused. */
const REFUSED_LIFETIME_MS = 2_000;
/** Maximum of these per address; further ones are reset. */
const MAX_REFUSED_PER_ADDRESS = 16;
/** Seconds after which another connection may have ended. */
const RETRY_AFTER_SECONDS = 5;
/** Interval for checking silent connections. */
const CHECK_INTERVAL_MS = 1_000;

export interface SocketLimits {
  /** Timeout for a request's headers, in milliseconds, counted from the connection or the previous request. */
  headersMs: number;
  /** Maximum concurrent connections of one address. */
  mostPerAddress: number;
  /** Trusted proxies carry connections of many clients and are not counted. */
  isProxy(address: string): boolean;
}

/**
 * Creates a server that drops idle and slow connections by timeouts, and limits the connections of one address.
 * Connections beyond the limit get 429 and are closed, since a client that is just cut off would believe the server
 * broken.
 * WebSockets leave these timeouts (the stream has its own) and stay counted.
 */
export function createSocketServer(
  handler: RequestListener,
  { headersMs, mostPerAddress, isProxy }: SocketLimits,
): Server {
  const refused = new WeakSet<Socket>();
  const server = createServer(
    {
      // On a refused connection an upgrade is handled as an ordinary request.
      shouldUpgradeCallback: ({ socket }) => !refused.has(socket),
      headersTimeout: headersMs,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
    },
    limitPipelining((request, reply) =>
      refused.has(request.socket) ? rejectConnection(reply) : handler(request, reply),
    ),
  );
  server.setTimeout(STALL_TIMEOUT_MS);
  const shares = new AddressShares(mostPerAddress);
  const refusals = new AddressShares(MAX_REFUSED_PER_ADDRESS);
  server.on('connection', (socket) => {
    const address = socket.remoteAddress;
    if (address !== undefined && isProxy(address)) return;
    if (address === undefined) return void socket.destroy();
    const share = shares.reserve(address);
    const releaseShare = share ?? refusals.reserve(address);
    if (releaseShare === null) return void socket.destroy();
    socket.once('close', releaseShare);
    if (share !== null) return;
    refused.add(socket);
    const destroyTimer = setTimeout(() => socket.destroy(), REFUSED_LIFETIME_MS);
    socket.once('close', () => clearTimeout(destroyTimer));
  });
  return server;
}

function rejectConnection(reply: ServerResponse): void {
  const { status, code, data } = new AppError('TOO_MANY_REQUESTS', {
    data: { retryAfter: RETRY_AFTER_SECONDS },
  });
  const body = JSON.stringify({ status, message: code, errors: [], data });
  reply.writeHead(STATUS[status], {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': String(RETRY_AFTER_SECONDS),
    connection: 'close',
  });
  reply.end(body);
}

/** Closes a connection that sends requests without awaiting responses, which costs us more than the client. */
function limitPipelining(handler: RequestListener): RequestListener {
  const pendingBySocket = new WeakMap<Socket, number>();
  return (request, reply) => {
    const { socket } = request;
    const pending = pendingBySocket.get(socket) ?? 0;
    if (pending >= MAX_PIPELINED) {
      socket.destroy();
      return;
    }
    pendingBySocket.set(socket, pending + 1);
    reply.once('close', () => pendingBySocket.set(socket, (pendingBySocket.get(socket) ?? 1) - 1));
    handler(request, reply);
  };
}

/** Counts how many of a limited resource each address uses. */
export class AddressShares {
  readonly #maxPerAddress: number;
  readonly #countByAddress = new Map<string, number>();

  constructor(most: number) {
    this.#maxPerAddress = most;
  }

  /** Takes one and returns the function that releases it; null: the address has its share already. */
  reserve(address: string): (() => void) | null {
    const name = clientNetworkKey(address);
    const count = this.#countByAddress.get(name) ?? 0;
    if (count >= this.#maxPerAddress) return null;
    this.#countByAddress.set(name, count + 1);
    return () => {
      const remaining = (this.#countByAddress.get(name) ?? 1) - 1;
      if (remaining > 0) this.#countByAddress.set(name, remaining);
      else this.#countByAddress.delete(name);
    };
  }
}

const RESPONSE_BY_ERROR: Readonly<Record<string, [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'PAYLOAD_TOO_LARGE'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'BAD_REQUEST'],
};

/** Responds to malformed requests in the standard error form and closes the connection. */
export function rejectMalformedRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = RESPONSE_BY_ERROR[error.code ?? ''] ?? ['400 Bad Request', 'BAD_REQUEST'];
  const body = JSON.stringify({ status: 'BAD_REQUEST', message, errors: [] });
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}`;
  socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`);
  // Closed properly also for a client that sent nothing.
  socket.destroySoon();
}
