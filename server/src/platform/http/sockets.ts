import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, STATUS } from '@sarraf/domain';
import { clientNetworkKey } from './network-address.ts';

/** The longest that a request may take to arrive whole, in milliseconds: a phone sends its papers in that time. */
const REQUEST_MS = 30_000;
/** Nothing moves in either direction: whoever was answered doesn't read. Longer than any handler is silent. */
const STALLED_MS = 120_000;
/** Longer than proxies keep theirs (nginx: a minute), or one would send a request into a connection being closed. */
const KEPT_MS = 75_000;
/** Requests of one connection that wait for their answers: browsers and proxies send one at a time, few clients more. */
const MOST_AHEAD = 32;
/** Of a connection beyond the share of its address, until its request is whole and refused. */
const REFUSED_MS = 2_000;
/** So many of those has an address at once; what is beyond that too is cut. */
const MOST_REFUSED = 16;
/** Seconds after which one of the others may have ended. */
const RETRY_AFTER = 5;
/** How often silent connections are looked for. */
const LOOK_MS = 1_000;

export interface SocketLimits {
  /** Until a request's headers are whole, in milliseconds, counted from the connection or the request before. */
  headersMs: number;
  /** Connections of one address at once. */
  mostPerAddress: number;
  /** Proxies bring everybody's connections and are not counted. */
  isProxy(address: string): boolean;
}

/**
 * A server that holds no connection for who sends nothing or drips: each silence ends in time, and no address has more
 * connections than its share. One that comes beyond it is told so (429) and closed, for who is cut takes the server for broken.
 * A WebSocket leaves the time-outs behind (its own are the stream's) and stays counted.
 */
export function createSocketServer(
  handler: RequestListener,
  { headersMs, mostPerAddress, isProxy }: SocketLimits,
): Server {
  const refused = new WeakSet<Socket>();
  const server = createServer(
    {
      // Of a connection that is refused it is a request like others.
      shouldUpgradeCallback: ({ socket }) => !refused.has(socket),
      headersTimeout: headersMs,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEPT_MS,
      connectionsCheckingInterval: LOOK_MS,
    },
    limitPipelining((request, reply) =>
      refused.has(request.socket) ? refuseConnection(reply) : handler(request, reply),
    ),
  );
  server.setTimeout(STALLED_MS);
  const shares = new AddressShares(mostPerAddress);
  const refusals = new AddressShares(MOST_REFUSED);
  server.on('connection', (socket) => {
    const address = socket.remoteAddress;
    if (address !== undefined && isProxy(address)) return;
    if (address === undefined) return void socket.destroy();
    const share = shares.take(address);
    const giveBack = share ?? refusals.take(address);
    if (giveBack === null) return void socket.destroy();
    socket.once('close', giveBack);
    if (share !== null) return;
    refused.add(socket);
    const cut = setTimeout(() => socket.destroy(), REFUSED_MS);
    socket.once('close', () => clearTimeout(cut));
  });
  return server;
}

function refuseConnection(reply: ServerResponse): void {
  const { status, code, data } = new AppError('TOO_MANY_REQUESTS', { data: { retryAfter: RETRY_AFTER } });
  const body = JSON.stringify({ status, message: code, errors: [], data });
  reply.writeHead(STATUS[status], {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': String(RETRY_AFTER),
    connection: 'close',
  });
  reply.end(body);
}

/** Ends a connection that sends on and on without waiting for answers: whatever it sends costs us more than it. */
function limitPipelining(handler: RequestListener): RequestListener {
  const unanswered = new WeakMap<Socket, number>();
  return (request, reply) => {
    const { socket } = request;
    const waiting = unanswered.get(socket) ?? 0;
    if (waiting >= MOST_AHEAD) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, waiting + 1);
    reply.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    handler(request, reply);
  };
}

/** How much each address has of something of which it may have so much. */
export class AddressShares {
  readonly #most: number;
  readonly #taken = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** What gives it back; null: the address has its share already. */
  take(address: string): (() => void) | null {
    const name = clientNetworkKey(address);
    const taken = this.#taken.get(name) ?? 0;
    if (taken >= this.#most) return null;
    this.#taken.set(name, taken + 1);
    return () => {
      const left = (this.#taken.get(name) ?? 1) - 1;
      if (left > 0) this.#taken.set(name, left);
      else this.#taken.delete(name);
    };
  }
}

const ANSWERS: Readonly<Record<string, [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'PAYLOAD_TOO_LARGE'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'BAD_REQUEST'],
};

/** What can't be read as a request is answered in the form of all failures, and its connection ends. */
export function rejectMalformedRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = ANSWERS[error.code ?? ''] ?? ['400 Bad Request', 'BAD_REQUEST'];
  const body = JSON.stringify({ status: 'BAD_REQUEST', message, errors: [] });
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}`;
  socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`);
  // Who sent nothing may not hang up either.
  socket.destroySoon();
}
