import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

// A proxy in front of the server's site that replaces one order book in its stream by one that changes often. It
// runs outside the browser: injecting the changes by the browser's debugging protocol would cost the page a tenth
// of its time.

export const CHANGES_A_SECOND = 50;
const LEVELS = 40;
const CHANNEL = 'book:BITCOIN_TOMAN';
const TICK = 1_000;

type Level = [price: string, amount: string];
let drawn = 7;
/** Returns a pseudo-random number below `count`, the same numbers in each run. */
function below(count: number): number {
  drawn = (drawn * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((drawn / 2_147_483_648) * count);
}
const amount = (): string => `0.${String(below(9_000) + 1_000)}`;
const levelsFrom = (best: number, away: 1 | -1): Level[] =>
  Array.from({ length: LEVELS }, (_, step): Level => [String(best + away * step * TICK), amount()]);

/** Returns its address. `price`: centre of the order book, in Toman. */
export async function busyBookSite(url: string, price: number): Promise<{ url: string; close(): void }> {
  const best = Math.round(price / TICK) * TICK;
  const { host } = new URL(url);
  const headersOf = ({ headers }: IncomingMessage) => ({
    ...headers,
    host,
    ...(headers.origin && { origin: url }),
  });
  const site = createServer((asked, answer) => {
    const passed = request(
      `${url}${asked.url}`,
      { method: asked.method, headers: headersOf(asked) },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      },
    );
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  const streams = new WebSocketServer({ server: site });
  streams.on('connection', (page) => joinStream(page, `${url.replace('http', 'ws')}/api/stream`, best));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      for (const page of streams.clients) page.terminate();
      site.closeAllConnections();
      site.close();
    },
  };
}

function joinStream(page: WebSocket, address: string, best: number): void {
  const server = new WebSocket(address);
  const opened = new Promise((resolve) => server.once('open', resolve));
  let seq = 1_000_000;
  let timer: NodeJS.Timeout | undefined;
  const tell = (type: 'snapshot' | 'update', data: object, prev: number) =>
    page.send(JSON.stringify({ channel: CHANNEL, type, seq, prev, data }));
  const change = () => {
    const prev = seq;
    seq += 1;
    // Most changes are near the best prices.
    const one = (side: 1 | -1): Level => [String(best + side * (1 + below(12)) * TICK), amount()];
    tell('update', { bids: [one(-1)], asks: [one(1)] }, prev);
  };
  server.on('message', (text) => {
    if (!String(text).includes('"book:')) page.send(String(text));
  });
  page.on('message', async (text) => {
    await opened;
    server.send(String(text));
    if (!String(text).includes(CHANNEL) || !String(text).includes('"subscribe"')) return;
    tell('snapshot', { bids: levelsFrom(best - TICK, -1), asks: levelsFrom(best + TICK, 1) }, seq);
    timer ??= setInterval(change, 1_000 / CHANGES_A_SECOND);
  });
  page.on('close', () => {
    clearInterval(timer);
    server.close();
  });
  server.on('error', () => page.close());
}
