/** The sandbox's signer: a process of its own next to the server, restarted whenever it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Config } from '../platform/config/config.ts';

const RESTART_DELAY_MS = 1_000;

type Settings = Pick<Config, 'DATA_DIR' | 'SIGNER_URL' | 'SIGNER_TOKEN' | 'SEAL_KEY' | 'LOG_LEVEL'>;

/**
 * Resolves when the signer serves. It ends with this process, however that ends: it reads from a pipe of this
 * process. If another server of the same folder has one, none is started until that one is gone.
 */
export async function superviseSigner(
  config: Settings,
  databaseUrl: string,
): Promise<{ stop(): Promise<void> }> {
  let isStopped = false;
  let child: ChildProcess | null = null;

  /** Starts it again; whether it serves shows in its use. */
  const startSigner = (): Promise<void> => {
    const started = launchSigner(config, databaseUrl);
    child = started;
    return waitUntilReady(started);
  };
  const scheduleCheck = () => {
    if (isStopped) return;
    setTimeout(async () => {
      if (isStopped) return;
      if (!isRunning(child) && !(await isServed(config.SIGNER_URL)) && !isStopped)
        startSigner().catch(() => {});
      scheduleCheck();
    }, RESTART_DELAY_MS).unref();
  };
  if (!(await isServed(config.SIGNER_URL))) {
    await startSigner().catch(async (error: unknown) => {
      // Two servers started concurrently: the other one's signer was faster.
      if (!(await isServed(config.SIGNER_URL))) throw error;
    });
  }
  scheduleCheck();
  return {
    async stop() {
      isStopped = true;
      if (child === null || !isRunning(child)) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const isRunning = (child: ChildProcess | null): boolean =>
  child !== null && child.exitCode === null && child.signalCode === null;

/** Whether a process listens there; only a socket in the folder can be another server's. */
function isServed(url: string): Promise<boolean> {
  if (!url.startsWith('unix:')) return Promise.resolve(false);
  const socket = connect(url.slice('unix:'.length));
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}

function launchSigner(config: Settings, databaseUrl: string): ChildProcess {
  const main = join(import.meta.dirname, '..', 'signer', 'main.ts');
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, '--attached'], {
    // Passes only what it needs, without the server's own secrets.
    env: {
      PATH: process.env.PATH,
      // Folder of Node's compile cache, if any.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      MODE: 'sandbox',
      DATA_DIR: config.DATA_DIR,
      SIGNER_DIR: process.env.SIGNER_DIR,
      SIGNER_URL: config.SIGNER_URL,
      SIGNER_TOKEN: config.SIGNER_TOKEN,
      SEAL_KEY: config.SEAL_KEY.toString('base64'),
      SIGNER_DATABASE_URL: databaseUrl,
      LOG_LEVEL: config.LOG_LEVEL,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/**
 * Resolves once the signer prints its first line, which reports that it serves; later lines are its log, passed on
 * to ours.
 */
function waitUntilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the signer ended with ${code} before it served`)));
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      if (line.startsWith('The signer is ready')) resolve();
      else process.stdout.write(`${line}\n`);
    });
  });
}
