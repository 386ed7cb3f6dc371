/**
 * One question for all who ask in the same moment. It is put after the last of them has asked, so nobody gets an answer that is
 * older than their own question; who asks later has it put anew.
 */
export function askTogether<T>(ask: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | null = null;
  return () => {
    next ??= new Promise((resolve) => setImmediate(resolve)).then(() => {
      next = null;
      return ask();
    });
    return next;
  };
}

/** A beat that is so near, of ten, is left out: who woke a little early would wake twice. */
const TOO_NEAR = 10;

/** Milliseconds to the next beat of so many, which all who wait so have in common: then they ask together. */
export function untilBeat(ms: number, now = performance.now()): number {
  const left = ms - (now % ms);
  return left < ms / TOO_NEAR ? left + ms : left;
}
