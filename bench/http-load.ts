// A process of its own that posts quick trades or orders, or reads a path, over keep-alive connections and measures
// the responses. Standard input: one JSON line { what, port, tokens, connections, seconds, rate } (rate 0: as fast
// as responses come). Standard output: one JSON line { ok, failed, perSecond, p50, p99, bytes }, latencies in ms
// from when a request was due, bytes of all responses.
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

interface Options {
  what: 'quick trades' | 'orders' | { path: string };
  port: number;
  tokens: string[];
  connections: number;
  seconds: number;
  rate: number;
}

const options: Options = JSON.parse(await text(process.stdin));
const latencies: number[] = [];
let ok = 0;
let failed = 0;
let bytes = 0;
let firstFailure = '';
let unitPrice = await fetchPrice();
setInterval(async () => {
  unitPrice = await fetchPrice();
}, 1000).unref();

async function fetchPrice(): Promise<string> {
  const url = `http://127.0.0.1:${options.port}/api/coins/exchange-price/usd?toCurrencies=BITCOIN`;
  const [row] = (await (await fetch(url)).json()) as { buyPrice: string }[];
  return row?.buyPrice ?? '0';
}

let serial = 0;
function buildRequest(turn: LaneState): string {
  const token = findToken(turn);
  if (typeof options.what === 'object')
    return `GET /api${options.what.path} HTTP/1.1\r\nHost: b\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const { method, path, body } = options.what === 'orders' ? nextOrderRequest(turn) : buildQuickTrade();
  turn.count += 1;
  serial += 1;
  const at = Date.now().toString(16).padStart(12, '0');
  const key = `${at.slice(0, 8)}-${at.slice(8)}-7000-8000-${serial.toString(16).padStart(12, '0')}`;
  return `${method} /api${path} HTTP/1.1\r\nHost: b\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nIdempotency-Key: ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** A lane keeps its person for a round of four requests; with a person for each lane it has one for good. */
const findToken = ({ lane, count }: LaneState): string =>
  options.tokens[(lane + (count >> 2) * options.connections) % options.tokens.length] as string;

const buildQuickTrade = () => ({
  method: 'POST',
  path: '/exchange/buy',
  body: `{"marketType":"BITCOIN_TOMAN","amount":"0.0001","unitPrice":"${unitPrice}","orderType":"EXCHANGE_BUY"}`,
});

/** State of a lane: how many requests it sent, and its order that may still rest. */
interface LaneState {
  lane: number;
  count: number;
  waiting: string | null;
}

/** Returns the next request: rest, take, rest, cancel. */
function nextOrderRequest(turn: LaneState) {
  const step = turn.count % 4;
  // The lane's next person can't cancel an order of the one before.
  if (step === 0) turn.waiting = null;
  const { count, waiting } = turn;
  if (step === 3 && waiting !== null) {
    turn.waiting = null;
    return { method: 'DELETE', path: `/orders/${waiting}`, body: '{}' };
  }
  const buys = (count >> 2) % 2 === 0;
  const priceOffset = 1 + (count % 40);
  const middle = Math.floor(Number.parseInt(unitPrice, 10) / 1000);
  const price = middle + (buys ? -priceOffset : priceOffset) * (step === 1 ? -1 : 1);
  return {
    method: 'POST',
    path: '/orders',
    body: `{"marketType":"BITCOIN_TOMAN","orderType":"${buys ? 'LIMITED_BUY' : 'LIMITED_SELL'}","amount":"0.0001","unitPrice":"${price}000"}`,
  };
}

/** Refusals that count as success: the order was filled before its cancellation, or an own order is in the way. */
const ACCEPTED_REFUSALS = /ORDER_IS_CLOSED|SELF_TRADE|TOO_MANY_OPEN_ORDERS/;
const CONTENT_LENGTH = '\r\ncontent-length: ';

function isSuccess(answer: string): boolean {
  if (typeof options.what === 'object') return answer.startsWith('HTTP/1.1 200');
  if (answer.startsWith('HTTP/1.1 200')) return answer.includes('"OK"');
  return answer.startsWith('HTTP/1.1 409') && ACCEPTED_REFUSALS.test(answer);
}

/** Returns the end of the response that starts the text; null: its head is incomplete. */
function findResponseEnd(text: string): number | null {
  const head = text.indexOf('\r\n\r\n');
  const at = text.indexOf(CONTENT_LENGTH);
  if (head < 0 || at < 0) return null;
  return (
    head + 4 + Number.parseInt(text.slice(at + CONTENT_LENGTH.length, at + CONTENT_LENGTH.length + 8), 10)
  );
}

/** Sends one request at a time on one connection. */
class Lane {
  readonly #socket: Socket;
  readonly #turn: LaneState;
  #received = '';
  #due = 0;
  busy = false;
  onFree: () => void = () => {};

  constructor(socket: Socket, turn: LaneState) {
    this.#socket = socket;
    this.#turn = turn;
    socket.on('data', (chunk) => {
      this.#received += chunk.toString('latin1');
      const whole = findResponseEnd(this.#received);
      if (whole === null || this.#received.length < whole) return;
      bytes += this.#received.length;
      if (isSuccess(this.#received)) {
        ok += 1;
        if (options.what === 'orders' && this.#received.includes('"IS_OPEN"'))
          this.#turn.waiting = /"id":"([^"]+)"/.exec(this.#received)?.[1] ?? this.#turn.waiting;
        latencies.push(performance.now() - this.#due);
      } else {
        failed += 1;
        firstFailure ||= this.#received.slice(-300);
      }
      this.#received = '';
      this.busy = false;
      this.onFree();
    });
  }

  send(due: number): void {
    this.#due = due;
    this.busy = true;
    this.#socket.write(buildRequest(this.#turn));
  }

  close(): void {
    this.#socket.destroy();
  }
}

const lanes = await Promise.all(
  Array.from({ length: options.connections }, async (_, i) => {
    const socket = connect({ port: options.port, host: '127.0.0.1', noDelay: true });
    await new Promise((resolve) => socket.once('connect', resolve));
    return new Lane(socket, { lane: i, count: i, waiting: null });
  }),
);

const cpuBefore = process.cpuUsage();
const readCpuMs = () => {
  const { user, system } = process.cpuUsage(cpuBefore);
  return user + system;
};
const started = performance.now();
const end = started + options.seconds * 1000;
if (options.rate === 0) await runClosedLoop();
else await runOpenLoop();
const seconds = (performance.now() - started) / 1000;
for (const lane of lanes) lane.close();
latencies.sort((a, b) => a - b);
const percentile = (share: number) =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
process.stdout.write(
  `${JSON.stringify({ ok, failed, perSecond: ok / seconds, p50: percentile(0.5), p99: percentile(0.99), bytes, firstFailure, cpuMicros: readCpuMs() })}\n`,
);
process.exit(0);

/** Each connection sends its next request after the last response. */
function runClosedLoop(): Promise<void> {
  return new Promise((resolve) => {
    let openLanes = lanes.length;
    for (const lane of lanes) {
      lane.onFree = () => {
        if (performance.now() < end) lane.send(performance.now());
        else if (--openLanes === 0) resolve();
      };
      lane.send(performance.now());
    }
  });
}

/** Requests are due at a steady rate, whether or not earlier ones got responses; one that waits for a lane is late. */
async function runOpenLoop(): Promise<void> {
  const intervalMs = 1000 / options.rate;
  let due = performance.now();
  const free = [...lanes];
  for (const lane of lanes) lane.onFree = () => free.push(lane);
  while (due < end) {
    const now = performance.now();
    while (due <= now && free.length > 0) {
      (free.pop() as Lane).send(due);
      due += intervalMs;
    }
    // Sleeps in between, since a busy-waiting generator would take the cores from the server.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  while (lanes.some((lane) => lane.busy) && performance.now() < end + 5000) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
