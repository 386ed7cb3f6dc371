import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { Write } from './zip.ts';

/**
 * What work writes, as a stream that is read: it is written as fast as somebody reads. Where nobody reads any more, the
 * next write fails; where work fails, the stream does.
 */
export function streamFromProducer(work: (write: Write) => Promise<void>): Readable {
  const out = new PassThrough();
  const closed = new AbortController();
  out.once('close', () => closed.abort(new Error('nobody reads any more')));
  const write = async (bytes: Buffer) => {
    closed.signal.throwIfAborted();
    if (!out.write(bytes)) await once(out, 'drain', { signal: closed.signal });
  };
  work(write).then(
    () => out.end(),
    (error: Error) => out.destroy(error),
  );
  return out;
}
