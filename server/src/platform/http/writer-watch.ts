import type { Bus, WriterAnnouncement } from '../bus/bus.ts';
import { CALL_PROTOCOL } from './calls.ts';

/** The current ledger writer, as announced on the bus. */
export interface WriterWatch {
  /** Null: none is announced, the last one has become silent, or understands no calls of this version. */
  current(): string | null;
  /** Waits up to `waitMs` for a writer; null: none. */
  next(waitMs: number): Promise<string | null>;
  /** Marks a process as not being the writer, until its next announcement. */
  forget(process: string): void;
  /** Rejects as soon as another process replaces this one as the writer. */
  whileWriter<T>(process: string, work: Promise<T>): Promise<T>;
}

export class WriterChanged extends Error {
  constructor() {
    super('another process has become the writer');
  }
}

/** Listens on the bus; a writer counts as alive for `silenceMs` after its last announcement. */
export function watchWriter(bus: Bus, silenceMs: number): WriterWatch {
  let known: { process: string; heardAt: number } | null = null;
  let last: { process: string; epoch: bigint } | null = null;
  const waiting = new Set<(process: string) => void>();
  const leaving = new Map<string, Set<(error: Error) => void>>();

  function hear({ process, epoch, serving, protocol = 1 }: WriterAnnouncement): void {
    // A frozen process that doesn't know yet that it has been replaced.
    if (last !== null && epoch < last.epoch) return;
    const before = last?.process;
    last = { process, epoch };
    if (!serving) {
      if (known?.process === process) known = null;
      return;
    }
    const understands = protocol === CALL_PROTOCOL;
    known = understands ? { process, heardAt: performance.now() } : null;
    if (understands) for (const tell of [...waiting]) tell(process);
    if (before === undefined || before === process) return;
    for (const [asked, fails] of [...leaving])
      if (asked !== process) for (const fail of fails) fail(new WriterChanged());
    // The previous writer may have committed changes that it did not publish.
    bus.publish('missed', { at: Date.now() });
  }

  bus.subscribe('writer', hear);
  const current = () =>
    known !== null && performance.now() - known.heardAt <= silenceMs ? known.process : null;
  return {
    current,
    next(waitMs) {
      const now = current();
      if (now !== null) return Promise.resolve(now);
      return new Promise((resolve) => {
        const done = (process: string | null) => {
          clearTimeout(timer);
          waiting.delete(done);
          resolve(process);
        };
        const timer = setTimeout(done, waitMs, null);
        waiting.add(done);
      });
    },
    forget(process) {
      if (known?.process === process) known = null;
    },
    whileWriter(process, work) {
      const { promise, reject } = Promise.withResolvers<never>();
      const fails = leaving.get(process) ?? new Set();
      leaving.set(process, fails.add(reject));
      return Promise.race([work, promise]).finally(() => {
        fails.delete(reject);
        if (fails.size === 0 && leaving.get(process) === fails) leaving.delete(process);
      });
    },
  };
}
