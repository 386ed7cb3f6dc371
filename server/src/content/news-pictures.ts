import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { withLoader } from '../platform/drawing/pictures.ts';

const WIDTH = 640;
const HEIGHT = 360;
const MAX_PIXELS = 40_000_000;
const SECONDS = 10;
/** A page that was loaded recently may still request a picture of its list. */
const KEPT_MS = 24 * 3_600_000;

const NAME = /^[0-9a-f]{32}\.webp$/;

/** Pictures of the news as we serve them: WebP of 640 × 360, named by their source address. */
export interface NewsPictures {
  nameOf(address: string): string;
  has(name: string): Promise<boolean>;
  /**
   * Re-encodes and stores a picture, so that nothing of the original bytes is kept. @throws when it is no PNG, JPEG
   * or WebP.
   */
  keep(name: string, bytes: Buffer): Promise<void>;
  /** Returns a picture; null: there is none of that name. */
  read(name: string): Promise<Buffer | null>;
  /** Deletes pictures that no list has named for a day. */
  forget(named: ReadonlySet<string>, now: number): Promise<void>;
}

export function createNewsPictures(dataDir: string): NewsPictures {
  const dir = join(dataDir, 'news-images');
  return {
    nameOf: (address) => `${createHash('sha256').update(address).digest('hex').slice(0, 32)}.webp`,
    has: async (name) => (await stat(join(dir, name)).catch(() => null)) !== null,
    async keep(name, bytes) {
      const drawn = await drawPicture(bytes);
      await mkdir(dir, { recursive: true });
      const unfinished = join(dir, `.${randomBytes(6).toString('hex')}`);
      await writeFile(unfinished, drawn);
      await rename(unfinished, join(dir, name));
    },
    read: async (name) => (NAME.test(name) ? readFile(join(dir, name)).catch(() => null) : null),
    async forget(named, now) {
      for (const file of await readdir(dir).catch(() => [])) {
        if (named.has(file)) continue;
        const found = await stat(join(dir, file)).catch(() => null);
        if (found && now - found.mtimeMs > KEPT_MS) await rm(join(dir, file), { force: true });
      }
    },
  };
}

async function drawPicture(bytes: Buffer): Promise<Buffer> {
  return withLoader(loaderOf(bytes), () =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width: WIDTH, height: HEIGHT, fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .webp({ quality: 78 })
      .timeout({ seconds: SECONDS })
      .toBuffer(),
  );
}

function loaderOf(bytes: Buffer): string {
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'VipsForeignLoadPngBuffer';
  if (head.startsWith('\xff\xd8\xff')) return 'VipsForeignLoadJpegBuffer';
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'VipsForeignLoadWebpBuffer';
  throw new Error('neither PNG, JPEG nor WebP');
}
