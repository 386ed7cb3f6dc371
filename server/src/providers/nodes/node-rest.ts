import type { Fetch } from '../../platform/outgoing/ways-out.ts';
import {
  NODE_TIMEOUT_MS,
  type NodeEndpoint,
  NodeFailure,
  nodeEndpointOf,
  parseJson,
  readBody,
  whyUnreached,
} from './node-http.ts';

export interface RestAnswer {
  status: number;
  ok: boolean;
  /** Undefined: invalid JSON. */
  body: unknown;
  header(name: string): string | null;
}

/** A node with an HTTP API by paths. A response of any status is returned; NodeFailure means that there was none. */
export interface RestNode {
  get(path: string, query?: Readonly<Record<string, string>>): Promise<RestAnswer>;
  /** JSON, or a form. */
  post(path: string, body: object | URLSearchParams): Promise<RestAnswer>;
  /** Returns the body of a successful response. Throws NodeFailure on any status but 2xx. */
  need(answer: Promise<RestAnswer>): Promise<unknown>;
}

/** Runs one operation of a port, limited to 20 s including all its requests. */
export type WithNode = <T>(work: (node: RestNode) => Promise<T>) => Promise<T>;

export function restNode(
  name: string,
  url: string,
  { timeoutMs = NODE_TIMEOUT_MS, fetch }: { timeoutMs?: number | undefined; fetch?: Fetch | undefined },
): WithNode {
  const place = nodeEndpointOf(url, { ...(fetch && { fetch }) });
  return (work) => work(talk(name, place, AbortSignal.timeout(timeoutMs)));
}

function talk(name: string, place: NodeEndpoint, signal: AbortSignal): RestNode {
  return {
    get: (path, query = {}) => {
      const search = new URLSearchParams(query).toString();
      return ask(name, place, search === '' ? path : `${path}?${search}`, {}, signal);
    },
    post: (path, body) =>
      ask(
        name,
        place,
        path,
        body instanceof URLSearchParams
          ? { method: 'POST', body }
          : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
        signal,
      ),
    async need(pending) {
      const { ok, status, body } = await pending;
      if (!ok || body === undefined) throw new NodeFailure(name, `status ${status}`, status);
      return body;
    },
  };
}

async function ask(
  name: string,
  place: NodeEndpoint,
  path: string,
  init: RequestInit & { headers?: Record<string, string> },
  signal: AbortSignal,
): Promise<RestAnswer> {
  try {
    const response = await place.fetch(`${place.url}${path}`, {
      ...init,
      headers: { accept: 'application/json', ...init.headers, ...place.headers },
      redirect: 'error',
      signal,
    });
    const body = parseJson(await readBody(name, response));
    return { status: response.status, ok: response.ok, body, header: (key) => response.headers.get(key) };
  } catch (error) {
    if (error instanceof NodeFailure) throw error;
    throw new NodeFailure(name, whyUnreached(error, signal));
  }
}
