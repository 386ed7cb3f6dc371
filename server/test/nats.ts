import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { findTool } from '../../scripts/debian.ts';
import { findFreePort } from './running-server.ts';

const PROGRAM = findTool('nats-server');

export const hasNats = (): boolean => PROGRAM !== undefined;

export interface TestNats {
  url: string;
  start(): Promise<void>;
  /** Kills it immediately, like a power failure. */
  kill(): Promise<void>;
}

/** A NATS server that requires a user and a password. */
export async function startNats(): Promise<TestNats> {
  const port = await findFreePort();
  let child: ChildProcess | null = null;
  const nats: TestNats = {
    url: `nats://sarraf:p%40ss@127.0.0.1:${port}`,
    async start() {
      const args = ['-a', '127.0.0.1', '-p', String(port), '--user', 'sarraf', '--pass', 'p@ss'];
      child = spawn(PROGRAM ?? '', args, { stdio: 'ignore' });
      for (let tries = 0; !(await isListening(port)); tries += 1) {
        if (child.exitCode !== null || tries > 200) throw new Error('nats-server does not serve');
        await sleep(50);
      }
    },
    async kill() {
      const ending = child;
      child = null;
      if (ending === null || ending.exitCode !== null) return;
      ending.kill('SIGKILL');
      await once(ending, 'exit');
    },
  };
  // An interrupted run leaves none behind.
  process.once('exit', () => child?.kill('SIGKILL'));
  await nats.start();
  return nats;
}

function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}
