// A separate process for one image: reads it from its input, writes a re-encoded JPEG to its output. It knows no
// secret, and an exploit of the image library is confined to it. Exit code 2: no image, or too many pixels.
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 2_400;

sharp.concurrency(1);
sharp.cache(false);
// Only these two formats are ever opened, whatever type a file claims.
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
