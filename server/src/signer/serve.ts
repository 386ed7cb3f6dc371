import { createHash, timingSafeEqual } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { SignerRefusedError } from '../custody/ports.ts';
import type { Log } from '../platform/log.ts';
import { fromWire, toWire } from '../platform/wire.ts';
import { BadRequestError, type Operation } from './operations.ts';

/**
 * A plan includes the previous transactions; the planner limits them to 20 MB
 * (providers/nodes/utxo/utxo-previous.ts).
 */
const MAX_BYTES = 24_000_000;
const TIMEOUT_MS = 10_000;

export interface ServeOptions {
  /** By path. */
  operations: ReadonlyMap<string, Operation>;
  /** Response to any other path. */
  otherwise?: { status: number; error: string };
  /** `unix:/path`, or http://host:port. */
  url: string;
  /** Requests without it are refused. */
  token: string;
  log: Log;
}

/** Serves each operation as a POST with a JSON body. Returns the function that stops it. */
export async function serveOperations({
  operations,
  otherwise = { status: 404, error: 'NOT_FOUND' },
  url,
  token,
  log,
}: ServeOptions): Promise<() => Promise<void>> {
  const expected = sha256(`Bearer ${token}`);
  const server = createServer((request, response) => {
    handleRequest(request, response).catch((err: unknown) => {
      log.error({ area: 'signer', err }, 'request failed');
      sendReply(response, 500, { error: 'INTERNAL' });
    });
  });
  server.requestTimeout = TIMEOUT_MS;
  server.headersTimeout = TIMEOUT_MS;

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!timingSafeEqual(sha256(request.headers.authorization ?? ''), expected)) {
      request.resume();
      return sendReply(response, 401, { error: 'UNAUTHORIZED' });
    }
    const operation = operations.get(request.method === 'POST' ? (request.url ?? '') : '');
    if (!operation) {
      request.resume();
      return sendReply(response, otherwise.status, { error: otherwise.error });
    }
    try {
      sendReply(response, 200, { answer: await operation(fromWire(await readBody(request))) });
    } catch (error) {
      if (error instanceof SignerRefusedError) {
        log.warn({ area: 'signer', refused: error.code }, error.message);
        const { code: refusal, message, about } = error;
        return sendReply(response, 409, { refused: refusal, message, ...(about && { about }) });
      }
      if (error instanceof BadRequestError || error instanceof SyntaxError)
        return sendReply(response, 400, { error: error.message });
      throw error;
    }
  }

  await listen(server, url);
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

function sendReply(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent) return;
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(toWire(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BYTES) throw new BadRequestError('too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

async function listen(server: Server, url: string): Promise<void> {
  const path = url.startsWith('unix:') ? url.slice(5) : null;
  if (path !== null) await removeStaleSocket(path);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    const ready = () => resolve();
    if (path !== null) return server.listen(path, ready);
    const { hostname, port } = new URL(url);
    return server.listen(Number.parseInt(port, 10), hostname, ready);
  });
  // Users with access to the folder may connect.
  if (path !== null) chmodSync(path, (statSync(dirname(path)).mode & 0o010) === 0 ? 0o600 : 0o660);
}

/** Removes the socket file of a killed signer; one that responds is in use. */
async function removeStaleSocket(path: string): Promise<void> {
  const dir = dirname(path);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const { uid, mode } = statSync(dir);
  if (process.getuid && (uid !== process.getuid() || (mode & 0o067) !== 0))
    throw new Error(`${dir} must be ours alone (0700), and our group's to pass through at most (0710)`);
  const inUse = await new Promise<boolean>((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
  if (inUse) throw new Error(`another signer listens on ${path}`);
  rmSync(path, { force: true });
}
