import { DIRECT_CONNECTION, type Fetch, ProxyFailure } from '../../platform/outgoing/connections.ts';

/** Maximum size of a reply: a block of a busy chain with all contract calls. */
const MAX_BYTES = 128_000_000;

/** Timeout of a call to a node, including all its requests. */
export const NODE_TIMEOUT_MS = 20_000;

/** URL and credentials of a node. The URL may contain a secret (a key in the path), so it is never logged or shown. */
export interface NodeEndpoint {
  url: string;
  headers: Readonly<Record<string, string>>;
  fetch: Fetch;
}

/** Moves `user:password@` to a header, as fetch requires. */
export function nodeEndpointOf(
  address: string,
  { headers = {}, fetch = DIRECT_CONNECTION.fetch }: Partial<Omit<NodeEndpoint, 'url'>> = {},
): NodeEndpoint {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const userAndPassword = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const basic: Record<string, string> =
    username === '' ? {} : { authorization: `Basic ${Buffer.from(userAndPassword).toString('base64')}` };
  return { url: url.href.replace(/\/$/, ''), headers: { ...basic, ...headers }, fetch };
}

export class NodeFailure extends Error {
  /** The node's own code; null: none, or no reply at all. */
  readonly code: number | null;
  constructor(node: string, reason: string, code: number | null = null) {
    super(`${node}: ${reason}`);
    this.name = 'NodeFailure';
    this.code = code;
  }
}

/**
 * Returns the JSON of any status, since nodes return errors with other statuses too. Integers beyond 2^53 become
 * bigints. Throws NodeFailure.
 */
export async function fetchNodeJson(
  node: string,
  { url, headers, fetch }: NodeEndpoint,
  body: object,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'error',
      signal,
    });
    const text = await readBody(node, response);
    return parseJson(text) ?? failNode(node, `status ${response.status} without JSON`);
  } catch (error) {
    if (error instanceof NodeFailure) throw error;
    return failNode(node, describeUnreachable(error, signal));
  }
}

/** Describes a connection error without its URL. */
export function describeUnreachable(error: unknown, signal: AbortSignal): string {
  if (error instanceof ProxyFailure) return error.message;
  return signal.aborted ? 'too slow' : 'out of reach';
}

function failNode(node: string, reason: string): never {
  throw new NodeFailure(node, reason);
}

export async function readBody(node: string, response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) failNode(node, 'too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Undefined: invalid JSON. A number that a double can't represent is parsed from its digits. */
export function parseJson(text: string): unknown {
  try {
    // Few texts contain such a number, and a reviver is slow.
    return LONG_NUMBER.test(text) ? JSON.parse(text, reviveExactInteger) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const LONG_NUMBER = /[:[,]\s*-?\d{16}/;

const reviveExactInteger = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? BigInt(context?.source ?? '')
    : value;
