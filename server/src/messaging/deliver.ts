import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../platform/log.ts';
import { Undeliverable } from './ports.ts';

const MAX_WAITING = 10_000;
const MAX_RUNNING = 5;
/** Pauses before a message is tried again. A code lives two minutes; after these it is better asked for anew. */
const PAUSES_MS = [1_000, 5_000, 15_000];

export interface Message {
  /** For the log. */
  about: string;
  /** To whom; unset: what follows it needs not wait for it. */
  to?: string;
  send(): Promise<void>;
}

export interface Delivery {
  /** Hands over and returns at once. */
  send(message: Message): void;
  /** When everything handed over so far was sent or given up. */
  settled(): Promise<void>;
  /** The same without the pauses: what fails now is given up. */
  stop(): Promise<void>;
}

/**
 * Sends in the background, a few at a time. In memory only: a code is in no table and in no job, and one that is
 * lost in a crash is asked for again.
 */
export function createDelivery(log: Log, pausesMs: readonly number[] = PAUSES_MS): Delivery {
  const waiting: Message[] = [];
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  /** The last attempt to each address. */
  const attempts = new Map<string, Promise<void>>();

  /** Of two codes the newer one must not arrive first; one that failed holds nothing up until it is tried again. */
  function attempt({ to, send }: Message): Promise<void> {
    if (to === undefined) return send();
    const before = attempts.get(to) ?? Promise.resolve();
    const mine = before.catch(() => {}).then(send);
    attempts.set(to, mine);
    const forget = () => {
      if (attempts.get(to) === mine) attempts.delete(to);
    };
    mine.then(forget, forget);
    return mine;
  }

  async function deliver(message: Message): Promise<void> {
    const { about } = message;
    for (const pause of [...pausesMs, null]) {
      try {
        return await attempt(message);
      } catch (err) {
        if (pause === null || stopping.signal.aborted || err instanceof Undeliverable)
          return log.error({ err, about }, 'message given up');
        log.warn({ err, about }, 'message not sent, will be tried again');
        await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  function next(): void {
    while (running.size < MAX_RUNNING) {
      const message = waiting.shift();
      if (!message) return;
      const work = deliver(message).finally(() => {
        running.delete(work);
        next();
      });
      running.add(work);
    }
  }

  async function settled(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  return {
    send(message) {
      if (waiting.length >= MAX_WAITING)
        return log.error({ about: message.about }, 'message dropped: too many wait');
      waiting.push(message);
      next();
    },
    settled,
    stop() {
      stopping.abort();
      return settled();
    },
  };
}
