import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** Tolerated share of different pixels: a letter that moved, a number that is longer. */
export const TOLERATED_SHARE = 0.002;

export type PictureVerdict = 'same' | 'changed' | 'new' | 'missing';

export interface PictureComparison {
  /** Without extension: page, language, theme and width. */
  name: string;
  verdict: PictureVerdict;
  /** Share of different pixels; 1 if the sizes differ. */
  share: number;
}

const PNG = '.png';
const listPictures = (folder: string): string[] =>
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
): Promise<PictureComparison[]> {
  const [before, after] = [new Set(listPictures(accepted)), new Set(listPictures(now))];
  const comparisons: PictureComparison[] = [];
  for (const name of [...before.union(after)].sort()) {
    if (!after.has(name)) comparisons.push({ name, verdict: 'missing', share: 1 });
    else if (!before.has(name)) comparisons.push({ name, verdict: 'new', share: 1 });
    else {
      const { share, difference } = await comparePictures(join(accepted, name + PNG), join(now, name + PNG));
      const changed = share > TOLERATED_SHARE;
      if (changed && difference) await report(name, difference);
      comparisons.push({ name, verdict: changed ? 'changed' : 'same', share });
    }
  }
  return comparisons;
}

/** Returns the browser test that takes a picture: of those whose name is the beginning of its name, the longest. */
export const findTestOf = (picture: string, testNames: readonly string[]): string | undefined =>
  testNames
    .filter((name) => picture.startsWith(`${name}-`))
    .sort((a, b) => b.length - a.length)
    .at(0);

async function comparePictures(
  before: string,
  after: string,
): Promise<{ share: number; difference?: Buffer }> {
  const [a, b] = await Promise.all([readPixels(before), readPixels(after)]);
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

const readPixels = (file: string) => sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
