/** Starts and kills whole servers, and calls them like a browser would. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expectDocumented } from './documented.ts';
import { programPath } from './programs.ts';
import { pollUntil } from './waiting.ts';

export interface RunningServer {
  url: string;
  child: ChildProcess;
  /** Resolves when it has ended. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

const PROGRAM = 'server/test/server-process.ts';

/**
 * Starts a server with its own data folder; resolves when it is ready. `onLine` gets its log lines; `tree`: of
 * another version.
 */
export async function startServer(
  env: Record<string, string>,
  onLine: (line: string) => void = () => {},
  tree?: string,
): Promise<RunningServer> {
  const child = spawn(process.execPath, [tree ? join(tree, PROGRAM) : programPath(PROGRAM)], {
    // The test runner has a MODE of its own.
    env: { ...process.env, MODE: 'sandbox', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      onLine(line);
      if (line.startsWith('ready ')) resolve(line.slice(6));
    });
    exited.then(([code]) => reject(new Error(`the server ended with ${code} before it served`)));
  });
  return {
    url,
    child,
    async kill(signal) {
      child.kill(signal);
      await exited;
    },
  };
}

/** Concurrent processes use separate ports, unless their ids are a multiple of this apart. */
const PORT_LANES = 200;
const PORTS_PER_LANE = 50;
const portLane = 20_000 + (process.pid % PORT_LANES) * PORTS_PER_LANE;
let portOffset = Math.floor(process.pid / PORT_LANES);

/**
 * Returns a free port below the range of outgoing connections. It is used seconds later, and no other caller may
 * get it in the meantime: a process goes through its own ports in turn.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = portLane + (portOffset % PORTS_PER_LANE);
    portOffset += 1;
    const server = createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

/** Returns a port whose successor is free too, for the worker's metrics. */
export async function findTwoPorts(): Promise<number> {
  for (let first = await findFreePort(); ; ) {
    const second = await findFreePort();
    if (second === first + 1) return first;
    first = second;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer by looking into it.
type ApiReply = any;

/** Returns the parsed API response with its HTTP status. */
export async function callServer(
  url: string,
  method: string,
  path: string,
  options: { body?: unknown; token?: string; key?: string } = {},
): Promise<{ status: number; body: ApiReply }> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...(options.key && { 'idempotency-key': options.key }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const answer = { status: response.status, body: await response.json() };
  expectDocumented(method, path, answer);
  return answer;
}

export const DEMO_PASSWORD = 'Sarraf-demo-1';

/** Returns the newest message with a code, as text; null: there is none. */
async function readNewestCodeMail(url: string, to: string): Promise<string | null> {
  const { body } = await callServer(url, 'GET', `/sandbox/outbox?to=${encodeURIComponent(to)}`);
  const mail = body.find(({ code }: { code: string | null }) => code !== null);
  return mail === undefined ? null : JSON.stringify(mail);
}

/** Signs in with the code from the outbox, which may arrive after the reply; returns the token. */
export async function signIn(url: string, email: string, password = DEMO_PASSWORD): Promise<string> {
  const previous = await readNewestCodeMail(url, email);
  const login = await callServer(url, 'POST', '/users/login', { body: { email, password } });
  if (login.status !== 200) throw new Error(`login: ${JSON.stringify(login.body)}`);
  let mail = previous;
  await pollUntil(async () => {
    mail = await readNewestCodeMail(url, email);
    return mail !== previous;
  }, 60_000);
  const { challenge } = login.body.baseDTO;
  const body = { email, code: JSON.parse(mail ?? '{}').code, challenge };
  const checked = await callServer(url, 'POST', '/users/check-otp-code', { body });
  if (checked.status !== 200) throw new Error(`code: ${JSON.stringify(checked.body)}`);
  return checked.body.token;
}

/** Returns the published price in Toman. */
export async function readPublishedPrice(url: string, coin: string, side: 'buy' | 'sell'): Promise<string> {
  const { body } = await callServer(url, 'GET', `/coins/exchange-price/usd?toCurrencies=${coin}`);
  return body[0][`${side}Price`];
}
