import { Refusal } from '@sarraf/domain';
import sharp from 'sharp';

/** One image after another on one thread: uploads must not take the time of trades. */
sharp.concurrency(1);
sharp.cache(false);
// Nothing but these two is ever opened, whatever a file says it is.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 2_400;
const SECONDS = 10;
/** Images that may wait for their turn. */
const MAX_WAITING = 20;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * A PNG or JPEG made anew as a JPEG: upright, whole, at most 2,400 pixels a side, without metadata or anything else
 * that was hidden in the file. Source of the limits: security checklist S32.
 *
 * INVALID_IMAGE: something else, damaged, or too many pixels; SERVICE_UNAVAILABLE: too many wait.
 */
export async function prepareImage(bytes: Buffer): Promise<Buffer> {
  if (!startsWith(bytes, PNG) && !startsWith(bytes, JPEG)) throw new Refusal('INVALID_IMAGE');
  if (waiting >= MAX_WAITING) throw new Refusal('SERVICE_UNAVAILABLE');
  waiting += 1;
  const mine = last.then(() => encode(bytes));
  last = mine.catch(() => {});
  try {
    return await mine;
  } catch {
    throw new Refusal('INVALID_IMAGE');
  } finally {
    waiting -= 1;
  }
}

const startsWith = (bytes: Buffer, start: Buffer): boolean => bytes.subarray(0, start.length).equals(start);

const encode = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 85 })
    .timeout({ seconds: SECONDS })
    .toBuffer();
