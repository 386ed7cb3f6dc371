/** The worker: a process of its own for everything that no trade waits for, restarted whenever it ends. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bus, Topics } from '../platform/bus/bus.ts';
import { bridgeBus } from '../platform/bus/link-bus.ts';
import { createLoadMeter } from '../platform/jobs/pace.ts';
import type { Log } from '../platform/log.ts';
import type { BackgroundWork } from './work.ts';

/** Messages from the server to its worker. */
export type WorkerCommand =
  | { kind: 'begin'; databaseUrl: string }
  | { kind: 'state'; writer: boolean; load: number; batches: number }
  | { kind: 'bus'; frame: unknown }
  | { kind: 'stop' };
/** Messages from the worker to the server. */
export type FromWorker = { kind: 'ready' } | { kind: 'bus'; frame: unknown };

/** Topics that are forwarded to a worker; its own messages go to all processes. */
const HEARD: readonly (keyof Topics)[] = ['price_sheet', 'user', 'rows', 'content', 'brand', 'missed'];
const STATE_EVERY_MS = 250;
const AGAIN_MS = 1_000;
const STOP_MS = 8_000;

/**
 * Returns immediately: nothing waits for it. The worker ends with this process, however that ends, and works only
 * while this process is the ledger writer (`turn`).
 */
export function superviseWorker(
  databaseUrl: string,
  {
    bus,
    log,
    batches,
    onEnd = () => {},
  }: { bus: Bus; log: Log; batches: () => number; onEnd?: (() => void) | undefined },
): BackgroundWork {
  let stopped = false;
  let writer = false;
  let child: ChildProcess | null = null;
  let load = 0;
  let onFrame: (frame: unknown) => void = () => {};
  const measure = createLoadMeter();
  const say = (message: WorkerCommand) => {
    // A worker that has just ended receives nothing; the next one gets everything again.
    if (child?.connected) child.send(message, () => {});
  };
  const tell = () => say({ kind: 'state', writer, load, batches: batches() });
  const timer = setInterval(() => {
    load = measure();
    tell();
  }, STATE_EVERY_MS).unref();
  const unlink = bridgeBus(
    bus,
    {
      send: (frame) => say({ kind: 'bus', frame }),
      listen(handler) {
        onFrame = handler;
        return () => {};
      },
    },
    HEARD,
  );

  function begin(): void {
    const started = fork(join(import.meta.dirname, '..', 'worker.ts'), {
      execArgv: [...process.execArgv, '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
    });
    child = started;
    started.on('message', (message: FromWorker) => {
      if (message.kind === 'bus') onFrame(message.frame);
    });
    started.on('error', (err) => log.error({ area: 'worker', err }, 'the worker can not be started'));
    started.once('exit', (code, signal) => {
      if (stopped) return;
      onEnd();
      // The log redacts any field named code.
      log.error({ area: 'worker', exit: code, signal }, 'the worker has ended; it is started again');
      setTimeout(() => !stopped && begin(), AGAIN_MS).unref();
    });
    say({ kind: 'begin', databaseUrl });
    tell();
  }

  begin();
  return {
    turn(working) {
      writer = working;
      tell();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      unlink();
      // A worker that couldn't be started never ends.
      if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      say({ kind: 'stop' });
      await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
      child.kill('SIGKILL');
      await ended;
    },
  };
}
