// A process of its own for one image: reads it from its input, writes a JPEG made anew to its output. It knows no secret, and
// whatever a file does to the library that opens it ends with it. Exit code 2: no image, or too many pixels.
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 2_400;

sharp.concurrency(1);
sharp.cache(false);
// Nothing but these two is ever opened, whatever a file says it is.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });

try {
  const image = await sharp(await buffer(process.stdin), { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 85 })
    .toBuffer();
  process.stdout.write(image);
} catch {
  process.exitCode = 2;
}
