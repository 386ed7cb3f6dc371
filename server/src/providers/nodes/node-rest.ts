import type { Fetch } from '../../platform/outgoing/connections.ts';
import {
  describeUnreachable,
  NODE_TIMEOUT_MS,
  type NodeEndpoint,
  NodeFailure,
  nodeEndpointOf,
  parseJson,
  readBody,
} from './node-http.ts';

export interface RestResponse {
  status: number;
  ok: boolean;
  /** Undefined: invalid JSON. */
  body: unknown;
  header(name: string): string | null;
}

/** A node with an HTTP API by paths. A response of any status is returned; NodeFailure means that there was none. */
export interface RestNode {
  get(path: string, query?: Readonly<Record<string, string>>): Promise<RestResponse>;
  /** JSON, or a form. */
  post(path: string, body: object | URLSearchParams): Promise<RestResponse>;
  /** Returns the body of a successful response. Throws NodeFailure on any status but 2xx. */
  requireBody(answer: Promise<RestResponse>): Promise<unknown>;
}

/** Runs one operation of a port, limited to 20 s including all its requests. */
export type WithNode = <T>(work: (node: RestNode) => Promise<T>) => Promise<T>;

export function createWithNode(
  name: string,
  url: string,
  { timeoutMs = NODE_TIMEOUT_MS, fetch }: { timeoutMs?: number | undefined; fetch?: Fetch | undefined },
): WithNode {
  const endpoint = nodeEndpointOf(url, { ...(fetch && { fetch }) });
  return (work) => work(createRestNode(name, endpoint, AbortSignal.timeout(timeoutMs)));
}

function createRestNode(name: string, endpoint: NodeEndpoint, signal: AbortSignal): RestNode {
  return {
    get: (path, query = {}) => {
      const search = new URLSearchParams(query).toString();
      return sendRequest(name, endpoint, search === '' ? path : `${path}?${search}`, {}, signal);
    },
    post: (path, body) =>
      sendRequest(
        name,
        endpoint,
        path,
        body instanceof URLSearchParams
          ? { method: 'POST', body }
          : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
        signal,
      ),
    async requireBody(pending) {
      const { ok, status, body } = await pending;
      if (!ok || body === undefined) throw new NodeFailure(name, `status ${status}`, status);
      return body;
    },
  };
}

async function sendRequest(
  name: string,
  endpoint: NodeEndpoint,
  path: string,
  init: RequestInit & { headers?: Record<string, string> },
  signal: AbortSignal,
): Promise<RestResponse> {
  try {
    const response = await endpoint.fetch(`${endpoint.url}${path}`, {
      ...init,
      headers: { accept: 'application/json', ...init.headers, ...endpoint.headers },
      redirect: 'error',
      signal,
    });
    const body = parseJson(await readBody(name, response));
    return { status: response.status, ok: response.ok, body, header: (key) => response.headers.get(key) };
  } catch (error) {
    if (error instanceof NodeFailure) throw error;
    throw new NodeFailure(name, describeUnreachable(error, signal));
  }
}
