/** JSON-RPC of bitcoind and its descendants: developer.bitcoin.org/reference/rpc, "RPC error codes" in protocol.h. */
import { DIRECT_CONNECTION, type Fetch } from '../../../platform/outgoing/connections.ts';
import { getField } from '../../prices/price-http.ts';

/** An error reported by the node: `code` is one of its RPC error codes. */
export class RpcError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(`${code} ${message}`);
    this.name = 'RpcError';
    this.code = code;
  }
}

const TIMEOUT_MS = 20_000;
/** Returns the timeout of one call. */
export const createCallTimeout = (): AbortSignal => AbortSignal.timeout(TIMEOUT_MS);

export interface Rpc {
  /** Throws RpcError if the node refuses, any other error if it wasn't reached. */
  call(method: string, params: readonly unknown[], signal: AbortSignal): Promise<unknown>;
  /** One request for many calls of a method; a refused one becomes its RpcError. */
  batch(
    method: string,
    list: readonly (readonly unknown[])[],
    signal: AbortSignal,
  ): Promise<(unknown | RpcError)[]>;
}

/** A full block of BITCOIN with its transactions takes some 25 million bytes. */
const MAX_BYTES = 200_000_000;
const BATCH = 100;

/** `url`: http://user:password@host:port/ */
export function createRpc(url: string, fetch: Fetch = DIRECT_CONNECTION.fetch): Rpc {
  const { target, authorization } = parseUrl(url);

  async function post(body: unknown, signal: AbortSignal): Promise<unknown> {
    const response = await fetch(target, {
      method: 'POST',
      signal,
      redirect: 'error',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: JSON.stringify(body),
    });
    const text = await readText(response);
    // A refusal has status 404 or 500 and a body with details.
    const reply = parse(text);
    if (reply === undefined) throw new Error(`the node answers with status ${response.status}`);
    return reply;
  }

  async function batch(method: string, list: readonly (readonly unknown[])[], signal: AbortSignal) {
    const results: (unknown | RpcError)[] = [];
    for (let start = 0; start < list.length; start += BATCH) {
      const batchCalls = list.slice(start, start + BATCH);
      const reply = await post(
        batchCalls.map((params, id) => ({ jsonrpc: '1.0', id, method, params })),
        signal,
      );
      if (!Array.isArray(reply) || reply.length !== batchCalls.length)
        throw new Error('answer of another batch');
      const byId = new Map(reply.map((entry: unknown) => [getField(entry, 'id'), entry]));
      for (const id of batchCalls.keys()) results.push(toResult(byId.get(id)));
    }
    return results;
  }

  return {
    batch,
    async call(method, params, signal) {
      const result = toResult(await post({ jsonrpc: '1.0', id: 1, method, params }, signal));
      if (result instanceof RpcError) throw result;
      return result;
    },
  };
}

function parseUrl(url: string): { target: string; authorization: string | null } {
  const target = new URL(url);
  const { username, password } = target;
  target.username = '';
  target.password = '';
  const userAndPassword = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization =
    username || password ? `Basic ${Buffer.from(userAndPassword).toString('base64')}` : null;
  return { target: target.href, authorization };
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error('reply of the node too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Undefined: not JSON. Amounts stay the decimal texts of the reply. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(AMOUNTS, '"$1":"$2"'));
  } catch {
    return undefined;
  }
}

// Within a JSON string quotes are escaped, so this can only be a key.
const AMOUNTS = /"(value|feerate|total_amount)":\s*(-?\d[\d.eE+-]*)/g;

function toResult(reply: unknown): unknown | RpcError {
  const error = getField(reply, 'error');
  const result = getField(reply, 'result');
  if (error === null || error === undefined) {
    if (result === undefined) throw new Error('a reply without a result');
    return result;
  }
  const [code, message] = [getField(error, 'code'), getField(error, 'message')];
  if (typeof code !== 'number' || typeof message !== 'string') throw new Error('an error without a code');
  return new RpcError(code, message);
}

const DECIMALS = 8;

/** Parses the decimal coins of a node to smallest units, 1e-8 included. Throws if it isn't a whole number of them. */
export function parseCoinAmount(text: unknown): bigint {
  const match = typeof text === 'string' && /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text);
  if (!match) throw new Error('no amount');
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const shift = DECIMALS + Number.parseInt(exponent, 10) - fraction.length;
  const digits = BigInt(whole + fraction);
  const scale = 10n ** BigInt(Math.abs(shift));
  if (shift < 0 && digits % scale !== 0n) throw new Error('an amount below the smallest unit');
  const units = shift < 0 ? digits / scale : digits * scale;
  return sign ? -units : units;
}
