import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { expect, it } from 'vitest';

const MODULE = JSON.stringify(join(import.meta.dirname, 'stop-on-signal.ts'));

/** Starts a process that serves until it is stopped, and then runs `stop`; resolves when it serves. */
async function serving(
  stop: string,
  channel = false,
): Promise<{ child: ChildProcess; ended: Promise<string> }> {
  const script = `
    import { stopOnSignal } from ${MODULE};
    stopOnSignal(async () => { ${stop} }, 200);
    setInterval(() => {}, 1000);
    console.log('serving');`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe', ...(channel ? ['ipc' as const] : [])],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => {
      output += text;
    });
  // `close` isn't emitted if there was an IPC channel.
  const streams = [child.stdout, child.stderr].map((stream) => once(stream as Readable, 'end'));
  const ended = Promise.all([once(child, 'exit'), ...streams]).then(([[code]]) => `${output}${code}`);
  await expect.poll(() => output, { timeout: 60_000 }).toContain('serving');
  return { child, ended };
}

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'stops once at %s, even if the signal is repeated',
  async (signal) => {
    const { child, ended } = await serving(`
    console.log('stopping'); process.kill(process.pid, '${signal}'); await new Promise((done) => setTimeout(done, 50));
    console.log('stopped');`);
    child.kill(signal);
    expect(await ended).toBe('serving\nstopping\nstopped\n0');
  },
);

it('stops when its parent process is gone', async () => {
  const { child, ended } = await serving(`console.log('stopped');`, true);
  child.disconnect();
  expect(await ended).toBe('serving\nstopped\n0');
});

it('ends and reports it if the stop fails or hangs', async () => {
  const failing = await serving(`throw new Error('no');`);
  failing.child.kill('SIGTERM');
  expect(await failing.ended).toMatch(/^serving\nError: no\n[\s\S]*\n1$/);
  const hanging = await serving('await new Promise(() => {});');
  hanging.child.kill('SIGTERM');
  expect(await hanging.ended).toBe('serving\nNot everything had stopped after 0.2 s.\n1');
});
