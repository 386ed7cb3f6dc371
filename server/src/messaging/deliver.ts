import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../platform/log.ts';
import { Undeliverable } from './ports.ts';

const MAX_QUEUED = 10_000;
const MAX_RUNNING = 5;
/** Delays before retries. A code is valid for two minutes; after these delays the user should request another. */
const PAUSES_MS = [1_000, 5_000, 15_000];

export interface Message {
  /** For the log. */
  about: string;
  /** Recipient address; unset: the order doesn't matter. */
  to?: string;
  send(): Promise<void>;
}

export interface Delivery {
  /** Queues the message and returns immediately. */
  send(message: Message): void;
  /** Resolves when everything queued so far was sent or given up. */
  waitUntilIdle(): Promise<void>;
  /** The same without retries: what fails now is given up. */
  stop(): Promise<void>;
}

/**
 * Sends in the background, a few at a time. In memory only: codes are in no table and no job, and one lost in a
 * crash is requested again.
 */
export function createDelivery(log: Log, pausesMs: readonly number[] = PAUSES_MS): Delivery {
  const queue: Message[] = [];
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  /** The last attempt to each address. */
  const attempts = new Map<string, Promise<void>>();

  /** Of two codes the newer one must not arrive first; a failed one delays nothing until its retry. */
  function sendInOrder({ to, send }: Message): Promise<void> {
    if (to === undefined) return send();
    const previousAttempt = attempts.get(to) ?? Promise.resolve();
    const thisAttempt = previousAttempt.catch(() => {}).then(send);
    attempts.set(to, thisAttempt);
    const removeAttempt = () => {
      if (attempts.get(to) === thisAttempt) attempts.delete(to);
    };
    thisAttempt.then(removeAttempt, removeAttempt);
    return thisAttempt;
  }

  async function deliverWithRetries(message: Message): Promise<void> {
    const { about } = message;
    for (const pauseMs of [...pausesMs, null]) {
      try {
        return await sendInOrder(message);
      } catch (err) {
        if (pauseMs === null || stopping.signal.aborted || err instanceof Undeliverable)
          return log.error({ err, about }, 'message given up');
        log.warn({ err, about }, 'message not sent, will be retried');
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  function startNext(): void {
    while (running.size < MAX_RUNNING) {
      const message = queue.shift();
      if (!message) return;
      const work = deliverWithRetries(message).finally(() => {
        running.delete(work);
        startNext();
      });
      running.add(work);
    }
  }

  async function waitUntilIdle(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  return {
    send(message) {
      if (queue.length >= MAX_QUEUED)
        return log.error({ about: message.about }, 'message dropped: queue full');
      queue.push(message);
      startNext();
    },
    waitUntilIdle: waitUntilIdle,
    stop() {
      stopping.abort();
      return waitUntilIdle();
    },
  };
}
