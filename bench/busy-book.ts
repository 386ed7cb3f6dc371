import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

// A proxy in front of the server's site that replaces one order book in its stream by one that changes often. It
// runs outside the browser: injecting the changes by the browser's debugging protocol would cost the page a tenth
// of its time.

export const CHANGES_PER_SECOND = 50;
const LEVELS = 40;
const CHANNEL = 'book:BITCOIN_TOMAN';
const TICK = 1_000;

type Level = [price: string, amount: string];
let randomState = 7;
/** Returns a pseudo-random number below `count`, the same numbers in each run. */
function randomBelow(count: number): number {
  randomState = (randomState * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((randomState / 2_147_483_648) * count);
}
const randomAmount = (): string => `0.${String(randomBelow(9_000) + 1_000)}`;
const createLevels = (best: number, direction: 1 | -1): Level[] =>
  Array.from(
    { length: LEVELS },
    (_, step): Level => [String(best + direction * step * TICK), randomAmount()],
  );

/** Returns its address. `price`: centre of the order book, in Toman. */
export async function startBusyBookSite(url: string, price: number): Promise<{ url: string; close(): void }> {
  const best = Math.round(price / TICK) * TICK;
  const { host } = new URL(url);
  const proxyHeaders = ({ headers }: IncomingMessage) => ({
    ...headers,
    host,
    ...(headers.origin && { origin: url }),
  });
  const site = createServer((incoming, answer) => {
    const proxiedRequest = request(
      `${url}${incoming.url}`,
      { method: incoming.method, headers: proxyHeaders(incoming) },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      },
    );
    proxiedRequest.on('error', () => answer.destroy());
    incoming.pipe(proxiedRequest);
  });
  const streams = new WebSocketServer({ server: site });
  streams.on('connection', (page) => proxyStream(page, `${url.replace('http', 'ws')}/api/stream`, best));
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

function proxyStream(page: WebSocket, address: string, best: number): void {
  const server = new WebSocket(address);
  const whenOpen = new Promise((resolve) => server.once('open', resolve));
  let seq = 1_000_000;
  let timer: NodeJS.Timeout | undefined;
  const sendMessage = (type: 'snapshot' | 'update', data: object, prev: number) =>
    page.send(JSON.stringify({ channel: CHANNEL, type, seq, prev, data }));
  const sendChange = () => {
    const prev = seq;
    seq += 1;
    // Most changes are near the best prices.
    const createLevel = (side: 1 | -1): Level => [
      String(best + side * (1 + randomBelow(12)) * TICK),
      randomAmount(),
    ];
    sendMessage('update', { bids: [createLevel(-1)], asks: [createLevel(1)] }, prev);
  };
  server.on('message', (text) => {
    if (!String(text).includes('"book:')) page.send(String(text));
  });
  page.on('message', async (text) => {
    await whenOpen;
    server.send(String(text));
    if (!String(text).includes(CHANNEL) || !String(text).includes('"subscribe"')) return;
    sendMessage('snapshot', { bids: createLevels(best - TICK, -1), asks: createLevels(best + TICK, 1) }, seq);
    timer ??= setInterval(sendChange, 1_000 / CHANGES_PER_SECOND);
  });
  page.on('close', () => {
    clearInterval(timer);
    server.close();
  });
  server.on('error', () => page.close());
}
