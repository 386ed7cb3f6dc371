import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { WriteBytes } from './zip.ts';

/**
 * Returns what `work` writes as a stream with backpressure. If the reader is gone, the next write fails; if `work`
 * fails, the stream fails.
 */
export function streamFromProducer(work: (write: WriteBytes) => Promise<void>): Readable {
  const out = new PassThrough();
  const closeController = new AbortController();
  out.once('close', () => closeController.abort(new Error('the reader is gone')));
  const write = async (bytes: Buffer) => {
    closeController.signal.throwIfAborted();
    if (!out.write(bytes)) await once(out, 'drain', { signal: closeController.signal });
  };
  work(write).then(
    () => out.end(),
    (error: Error) => out.destroy(error),
  );
  return out;
}
