/** The worker: a process of its own for all that nobody's trade waits for, started again whenever it dies. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bus, Topics } from '../platform/bus/bus.ts';
import { bridgeBus } from '../platform/bus/link-bus.ts';
import { createLoadMeter } from '../platform/jobs/pace.ts';
import type { Log } from '../platform/log.ts';
import type { BackgroundWork } from './work.ts';

/** From the server to its worker. */
export type WorkerCommand =
  | { kind: 'begin'; databaseUrl: string }
  | { kind: 'state'; writer: boolean; load: number; batches: number }
  | { kind: 'bus'; frame: unknown }
  | { kind: 'stop' };
/** And back. */
export type FromWorker = { kind: 'ready' } | { kind: 'bus'; frame: unknown };

/** What a worker has to hear; what it says goes to everybody. */
const HEARD: readonly (keyof Topics)[] = ['price_sheet', 'user', 'rows', 'content', 'brand', 'missed'];
const STATE_EVERY_MS = 250;
const AGAIN_MS = 1_000;
const STOP_MS = 8_000;

/**
 * Answers at once: nothing waits for it. It ends with this process, however that ends, and works only while this process
 * settles the books (`turn`).
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
    // One that has just died hears nothing; the next one is told everything anew.
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
      // Whatever is called a code is blotted out of the log.
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
      // One that couldn't be started has no end either.
      if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      say({ kind: 'stop' });
      await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
      child.kill('SIGKILL');
      await ended;
    },
  };
}
