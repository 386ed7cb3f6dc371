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

export interface BeginCommand {
  kind: 'begin';
  databaseUrl: string;
  /** See `createAlarmChecks`. */
  diskUsage: number | undefined;
}

/** Messages from the server to its worker. */
export type WorkerCommand =
  | BeginCommand
  | { kind: 'state'; writer: boolean; load: number; batches: number }
  | { kind: 'bus'; frame: unknown }
  | { kind: 'stop' };
/** Messages from the worker to the server. */
export type WorkerMessage = { kind: 'ready' } | { kind: 'bus'; frame: unknown };

/** Topics that are forwarded to a worker; its own messages go to all processes. */
const FORWARDED_TOPICS: readonly (keyof Topics)[] = [
  'price_sheet',
  'user',
  'rows',
  'content',
  'brand',
  'missed',
];
const STATE_INTERVAL_MS = 250;
const RESTART_DELAY_MS = 1_000;
const STOP_TIMEOUT_MS = 8_000;

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
    diskUsage,
  }: {
    bus: Bus;
    log: Log;
    batches: () => number;
    onEnd?: (() => void) | undefined;
    /** See `createAlarmChecks`. */
    diskUsage?: number | undefined;
  },
): BackgroundWork {
  let isStopped = false;
  let isWriter = false;
  let child: ChildProcess | null = null;
  let load = 0;
  let onFrame: (frame: unknown) => void = () => {};
  const readLoad = createLoadMeter();
  const sendCommand = (message: WorkerCommand) => {
    // A worker that has just ended receives nothing; the next one gets everything again.
    if (child?.connected) child.send(message, () => {});
  };
  const sendState = () => sendCommand({ kind: 'state', writer: isWriter, load, batches: batches() });
  const timer = setInterval(() => {
    load = readLoad();
    sendState();
  }, STATE_INTERVAL_MS).unref();
  const stopBridge = bridgeBus(
    bus,
    {
      send: (frame) => sendCommand({ kind: 'bus', frame }),
      listen(handler) {
        onFrame = handler;
        return () => {};
      },
    },
    FORWARDED_TOPICS,
  );

  function startWorker(): void {
    const started = fork(join(import.meta.dirname, '..', 'worker.ts'), {
      execArgv: [...process.execArgv, '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
    });
    child = started;
    started.on('message', (message: WorkerMessage) => {
      if (message.kind === 'bus') onFrame(message.frame);
    });
    started.on('error', (err) => log.error({ area: 'worker', err }, 'the worker can not be started'));
    started.once('exit', (code, signal) => {
      if (isStopped) return;
      onEnd();
      // The log redacts any field named code.
      log.error({ area: 'worker', exit: code, signal }, 'the worker has ended; it is started again');
      setTimeout(() => !isStopped && startWorker(), RESTART_DELAY_MS).unref();
    });
    sendCommand({ kind: 'begin', databaseUrl, diskUsage });
    sendState();
  }

  startWorker();
  return {
    setWorking(working) {
      isWriter = working;
      sendState();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      stopBridge();
      // A worker that couldn't be started never ends.
      if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      sendCommand({ kind: 'stop' });
      await Promise.race([ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      child.kill('SIGKILL');
      await ended;
    },
  };
}
