// A process of its own that attacks a server from one address. Standard input: one JSON line { port, from, what,
// count }; it runs until it is killed.
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from './strangers.ts';

const { port, from, what, count }: { port: number; from: string; what: Attack; count: number } = JSON.parse(
  await text(process.stdin),
);
/** Delay before a rejected connection is tried again. */
const RETRY_DELAY_MS = 5_000;
const DRIP_INTERVAL_MS = 1_000;
/** More bytes than the response to one request. */
const PIPELINED_REQUESTS = 200;

const GET_REQUEST = 'GET /api/coins HTTP/1.1\r\nHost: a\r\n\r\n';
const buildPostRequest = (bytes: number) =>
  `POST /api/users/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;
const UPGRADE_REQUEST =
  'GET /api/stream HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';

const ATTACKS: Record<Attack, (socket: Socket) => unknown> = {
  silent: () => {},
  dripping(socket) {
    socket.write('GET /api/coins HTTP/1.1\r\nHost: a\r\n');
    const dripping = setInterval(() => socket.write('X-Drip: 1\r\n'), DRIP_INTERVAL_MS);
    socket.once('close', () => clearInterval(dripping));
  },
  deaf(socket) {
    socket.pause();
    socket.write(GET_REQUEST.repeat(PIPELINED_REQUESTS));
  },
  huge(socket) {
    const chunk = Buffer.alloc(65_536, 'a');
    const push = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', push);
    socket.write(buildPostRequest(10_000_000_000));
    push();
  },
  streams: (socket) => socket.write(UPGRADE_REQUEST),
  flood(socket) {
    socket.on('data', () => socket.write(GET_REQUEST));
    socket.write(GET_REQUEST);
  },
};

async function startAttack(): Promise<never> {
  for (;;) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    socket.on('error', () => {});
    if (what !== 'deaf') socket.resume();
    socket.once('connect', () => ATTACKS[what](socket));
    await new Promise((resolve) => socket.once('close', resolve));
    await sleep(RETRY_DELAY_MS);
  }
}

for (let i = 0; i < count; i += 1) {
  void startAttack();
  // As fast as a listener accepts them.
  if (i % 100 === 99) await sleep(10);
}
