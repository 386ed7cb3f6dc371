import { DIRECT, type Fetch, ProxyFailure } from '../../platform/outgoing/ways-out.ts';

/** A block of a busy chain with all that its contracts did is the largest thing that nodes tell. */
const MAX_BYTES = 128_000_000;

/** How long a call of a node may take altogether, whatever it asks for on its way. */
export const NODE_TIMEOUT_MS = 20_000;

/** Where a node is and how it lets us in. The address may hold a secret (a key in the path), so it is never told. */
export interface NodeEndpoint {
  url: string;
  headers: Readonly<Record<string, string>>;
  fetch: Fetch;
}

/** `user:password@` becomes a header, as fetch wants it. */
export function nodeEndpointOf(
  address: string,
  { headers = {}, fetch = DIRECT.fetch }: Partial<Omit<NodeEndpoint, 'url'>> = {},
): NodeEndpoint {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const basic: Record<string, string> =
    username === '' ? {} : { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
  return { url: url.href.replace(/\/$/, ''), headers: { ...basic, ...headers }, fetch };
}

export class NodeFailure extends Error {
  /** The node's own code; null: it gave none, or no answer at all. */
  readonly code: number | null;
  constructor(node: string, why: string, code: number | null = null) {
    super(`${node}: ${why}`);
    this.name = 'NodeFailure';
    this.code = code;
  }
}

/** The JSON of whatever status: nodes put faults there too. Whole numbers beyond 2^53 become bigints. Throws NodeFailure. */
export async function postToNode(
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
    return parseJson(text) ?? fail(node, `status ${response.status} without JSON`);
  } catch (error) {
    if (error instanceof NodeFailure) throw error;
    return fail(node, whyUnreached(error, signal));
  }
}

/** Never what the error says of the address. */
export function whyUnreached(error: unknown, signal: AbortSignal): string {
  if (error instanceof ProxyFailure) return error.message;
  return signal.aborted ? 'too slow' : 'out of reach';
}

function fail(node: string, why: string): never {
  throw new NodeFailure(node, why);
}

export async function readBody(node: string, response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) fail(node, 'too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Undefined: no JSON. A number that a double can't hold is read from its digits. */
export function parseJson(text: string): unknown {
  try {
    // Few texts have such a number, and a reviver is slow.
    return LONG_NUMBER.test(text) ? JSON.parse(text, exactly) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const LONG_NUMBER = /[:[,]\s*-?\d{16}/;

const exactly = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? BigInt(context?.source ?? '')
    : value;
