import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** Tolerated share of different pixels: a letter that moved, a number that is longer. */
export const TOLERATED = 0.002;

export type Verdict = 'same' | 'changed' | 'new' | 'missing';

export interface Comparison {
  /** Without extension: page, language, theme and width. */
  name: string;
  verdict: Verdict;
  /** Share of different pixels; 1 if the sizes differ. */
  share: number;
}

const PNG = '.png';
const namesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(PNG))
    .map((file) => file.slice(0, -PNG.length));

/**
 * Compares the pictures of two folders by name. For each one that changed, `report` gets a picture of the
 * difference as PNG; none if the sizes differ.
 */
export async function compareFolders(
  accepted: string,
  now: string,
  report: (name: string, difference: Buffer) => Promise<void>,
): Promise<Comparison[]> {
  const [before, after] = [new Set(namesIn(accepted)), new Set(namesIn(now))];
  const found: Comparison[] = [];
  for (const name of [...before.union(after)].sort()) {
    if (!after.has(name)) found.push({ name, verdict: 'missing', share: 1 });
    else if (!before.has(name)) found.push({ name, verdict: 'new', share: 1 });
    else {
      const { share, difference } = await comparePictures(join(accepted, name + PNG), join(now, name + PNG));
      const changed = share > TOLERATED;
      if (changed && difference) await report(name, difference);
      found.push({ name, verdict: changed ? 'changed' : 'same', share });
    }
  }
  return found;
}

async function comparePictures(
  before: string,
  after: string,
): Promise<{ share: number; difference?: Buffer }> {
  const [a, b] = await Promise.all([pixelsOf(before), pixelsOf(after)]);
  const { width, height } = a.info;
  if (width !== b.info.width || height !== b.info.height) return { share: 1 };
  const difference = Buffer.alloc(a.data.length);
  const different = pixelmatch(a.data, b.data, difference, width, height, { threshold: 0.15 });
  if (different === 0) return { share: 0 };
  const raw = { width, height, channels: 4 as const };
  return {
    share: different / (width * height),
    difference: await sharp(difference, { raw }).png().toBuffer(),
  };
}

const pixelsOf = (file: string) => sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
