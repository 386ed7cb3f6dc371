import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeFolder } from '../server/test/remove-folder.ts';
import { buildChangesPage } from './pictures/changes-page.ts';
import { compareFolders, findTestOf } from './pictures/compare.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sarraf-pictures-'));
  for (const name of ['accepted', 'now']) mkdirSync(join(folder, name));
});
afterEach(() => removeFolder(folder));

/** Writes a page of 400 × 300 with a black block on it. */
async function put(
  where: 'accepted' | 'now',
  name: string,
  block: { width: number; height: number },
  height = 300,
) {
  const black = await sharp({ create: { ...block, channels: 3, background: 'black' } })
    .png()
    .toBuffer();
  await sharp({ create: { width: 400, height, channels: 3, background: 'white' } })
    .composite([{ input: black, left: 10, top: 10 }])
    .png()
    .toFile(join(folder, where, `${name}.png`));
}

it('compareFolders reports changed, new and removed pictures, and tolerates a moved digit', async () => {
  const button = { width: 90, height: 30 };
  await Promise.all([
    put('accepted', 'as-before', button),
    put('now', 'as-before', button),
    put('accepted', 'a-digit', button),
    put('now', 'a-digit', { width: 94, height: 30 }),
    put('accepted', 'a-button', button),
    put('now', 'a-button', { width: 90, height: 60 }),
    put('accepted', 'taller', button),
    put('now', 'taller', button, 340),
    put('accepted', 'gone', button),
    put('now', 'come', button),
  ]);
  const names: string[] = [];
  const comparisons = await compareFolders(
    join(folder, 'accepted'),
    join(folder, 'now'),
    async (name, difference) => {
      names.push(name);
      expect((await sharp(difference).metadata()).width).toBe(400);
    },
  );
  expect(Object.fromEntries(comparisons.map(({ name, verdict }) => [name, verdict]))).toEqual({
    'as-before': 'same',
    'a-digit': 'same',
    'a-button': 'changed',
    taller: 'changed',
    gone: 'missing',
    come: 'new',
  });
  expect(names).toEqual(['a-button']);
  const page = buildChangesPage(comparisons);
  expect(page).toContain('4 of 6 pictures changed');
  expect(page).toContain('changes/a-button.png');
  expect(page).not.toContain('changes/taller.png');
  expect(page).not.toContain('a-digit');
});

it('findTestOf returns the longest test name that a picture begins with', () => {
  const tests = ['company', 'company-application', 'toman'];
  expect(findTestOf('company-paid-en-dark-360', tests)).toBe('company');
  expect(findTestOf('company-application-form-en-dark-360', tests)).toBe('company-application');
  expect(findTestOf('trade-form-en-dark-360', tests)).toBeUndefined();
});
