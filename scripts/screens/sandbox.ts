/**
 * A sandbox for screens: a running one at SARRAF_URL that may be changed, or one of its own, which leaves nothing
 * behind.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '../../server/test/running-server.ts';

const START_SCRIPT = join(import.meta.dirname, '../start.ts');

/** Runs `npm start` in a folder of its own, unless one is running. */
export async function runWithSandbox<T>(work: (url: string) => Promise<T>): Promise<T> {
  const running = process.env.SARRAF_URL;
  if (running) return work(running.replace(/\/$/, ''));
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-screens-'));
  const port = String(await findFreePort());
  const env = { ...process.env, MODE: 'sandbox', LOG_LEVEL: 'error', DATA_DIR: dataDir, PORT: port };
  const child = spawn(process.execPath, [START_SCRIPT], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  try {
    const ready = new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const url = /^Sarraf is ready at (\S+)/.exec(line)?.[1];
        if (url) resolve(url);
      });
      exited.then(([code]) => reject(new Error(`the server ended with ${code} before it served`)), reject);
    });
    return await work(await ready);
  } finally {
    child.kill('SIGTERM');
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  }
}
