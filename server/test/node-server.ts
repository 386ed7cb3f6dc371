import { createServer, type IncomingHttpHeaders } from 'node:http';
import { findFreePort } from './running-server.ts';

export interface NodeRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  query: URLSearchParams;
  /** Parsed JSON, or the fields of a form. */
  body: Record<string, unknown>;
}

export interface NodeReply {
  status?: number;
  /** A string is sent unchanged. */
  body: unknown;
  headers?: Record<string, string>;
}

type Respond = (request: NodeRequest) => NodeReply | null | Promise<NodeReply | null>;

/** The HTTP side of a chain's node; the test provides the replies. Null: none is ever sent. */
export async function startNodeServer(respond: Respond) {
  const requests: NodeRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
    const url = new URL(incoming.url ?? '/', 'http://node');
    const request = {
      method: incoming.method ?? 'GET',
      path: url.pathname,
      headers: incoming.headers,
      query: url.searchParams,
      body: parseBody(Buffer.concat(chunks).toString('utf8'), incoming.headers['content-type'] ?? ''),
    };
    requests.push(request);
    const reply = await respond(request);
    if (reply === null) return;
    const { status = 200, body, headers = {} } = reply;
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
    outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function parseBody(text: string, type: string): Record<string, unknown> {
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text));
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
