import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { withUnblockedLoader } from '../platform/drawing/pictures.ts';

const WIDTH = 640;
const HEIGHT = 360;
const MAX_PIXELS = 40_000_000;
const TIMEOUT_S = 10;
/** A page that was loaded recently may still request a picture of its list. */
const MIN_UNUSED_MS = 24 * 3_600_000;

const NAME = /^[0-9a-f]{32}\.webp$/;

/** Pictures of the news as we serve them: WebP of 640 × 360, named by their source address. */
export interface NewsPictureStore {
  nameOf(address: string): string;
  exists(name: string): Promise<boolean>;
  /**
   * Re-encodes and stores a picture, so that nothing of the original bytes is kept. @throws when it is no PNG, JPEG
   * or WebP.
   */
  store(name: string, bytes: Buffer): Promise<void>;
  /** Returns a picture; null: there is none of that name. */
  read(name: string): Promise<Buffer | null>;
  /** Deletes pictures that no list has named for a day. */
  deleteUnused(listedNames: ReadonlySet<string>, now: number): Promise<void>;
}

export function createNewsPictureStore(dataDir: string): NewsPictureStore {
  const dir = join(dataDir, 'news-images');
  return {
    nameOf: (address) => `${createHash('sha256').update(address).digest('hex').slice(0, 32)}.webp`,
    exists: async (name) => (await stat(join(dir, name)).catch(() => null)) !== null,
    async store(name, bytes) {
      const reencoded = await reencodePicture(bytes);
      await mkdir(dir, { recursive: true });
      const unfinished = join(dir, `.${randomBytes(6).toString('hex')}`);
      await writeFile(unfinished, reencoded);
      await rename(unfinished, join(dir, name));
    },
    read: async (name) => (NAME.test(name) ? readFile(join(dir, name)).catch(() => null) : null),
    async deleteUnused(usedNames, now) {
      for (const file of await readdir(dir).catch(() => [])) {
        if (usedNames.has(file)) continue;
        const fileStats = await stat(join(dir, file)).catch(() => null);
        if (fileStats && now - fileStats.mtimeMs > MIN_UNUSED_MS) await rm(join(dir, file), { force: true });
      }
    },
  };
}

async function reencodePicture(bytes: Buffer): Promise<Buffer> {
  return withUnblockedLoader(findLoader(bytes), () =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width: WIDTH, height: HEIGHT, fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .webp({ quality: 78 })
      .timeout({ seconds: TIMEOUT_S })
      .toBuffer(),
  );
}

function findLoader(bytes: Buffer): string {
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'VipsForeignLoadPngBuffer';
  if (head.startsWith('\xff\xd8\xff')) return 'VipsForeignLoadJpegBuffer';
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'VipsForeignLoadWebpBuffer';
  throw new Error('neither PNG, JPEG nor WebP');
}
