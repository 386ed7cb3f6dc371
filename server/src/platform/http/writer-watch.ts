import type { Bus, WriterAnnouncement } from '../bus/bus.ts';
import { CALL_PROTOCOL } from './calls.ts';

/** The current ledger writer, as announced on the bus. */
export interface WriterWatch {
  /** Null: none is announced, the last one has become silent, or understands no calls of this version. */
  current(): string | null;
  /** Waits up to `waitMs` for a writer; null: none. */
  waitForWriter(waitMs: number): Promise<string | null>;
  /** Marks a process as not being the writer, until its next announcement. */
  forgetWriter(process: string): void;
  /** Rejects as soon as another process replaces this one as the writer. */
  rejectOnChange<T>(process: string, work: Promise<T>): Promise<T>;
}

export class WriterChangedError extends Error {
  override readonly name = 'WriterChangedError';
  constructor() {
    super('another process has become the writer');
  }
}

/** Listens on the bus; a writer counts as alive for `silenceMs` after its last announcement. */
export function watchWriter(bus: Bus, silenceMs: number): WriterWatch {
  let lastWriter: { process: string; heardAt: number } | null = null;
  let lastAnnounced: { process: string; epoch: bigint } | null = null;
  const waiters = new Set<(process: string) => void>();
  const rejectsByProcess = new Map<string, Set<(error: Error) => void>>();

  function handleAnnouncement({ process, epoch, serving, protocol = 1 }: WriterAnnouncement): void {
    // A frozen process that doesn't know yet that it has been replaced.
    if (lastAnnounced !== null && epoch < lastAnnounced.epoch) return;
    const before = lastAnnounced?.process;
    lastAnnounced = { process, epoch };
    if (!serving) {
      if (lastWriter?.process === process) lastWriter = null;
      return;
    }
    const understands = protocol === CALL_PROTOCOL;
    lastWriter = understands ? { process, heardAt: performance.now() } : null;
    if (understands) for (const resolveWaiter of [...waiters]) resolveWaiter(process);
    if (before === undefined || before === process) return;
    for (const [target, rejects] of [...rejectsByProcess])
      if (target !== process) for (const reject of rejects) reject(new WriterChangedError());
    // The previous writer may have committed changes that it did not publish.
    bus.publish('missed', { at: Date.now() });
  }

  bus.subscribe('writer', handleAnnouncement);
  const current = () =>
    lastWriter !== null && performance.now() - lastWriter.heardAt <= silenceMs ? lastWriter.process : null;
  return {
    current,
    waitForWriter(waitMs) {
      const now = current();
      if (now !== null) return Promise.resolve(now);
      return new Promise((resolve) => {
        const finish = (process: string | null) => {
          clearTimeout(timer);
          waiters.delete(finish);
          resolve(process);
        };
        const timer = setTimeout(finish, waitMs, null);
        waiters.add(finish);
      });
    },
    forgetWriter(process) {
      if (lastWriter?.process === process) lastWriter = null;
    },
    rejectOnChange(process, work) {
      const { promise, reject } = Promise.withResolvers<never>();
      const rejects = rejectsByProcess.get(process) ?? new Set();
      rejectsByProcess.set(process, rejects.add(reject));
      return Promise.race([work, promise]).finally(() => {
        rejects.delete(reject);
        if (rejects.size === 0 && rejectsByProcess.get(process) === rejects) rejectsByProcess.delete(process);
      });
    },
  };
}
