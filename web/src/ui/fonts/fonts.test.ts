import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDigitWidths } from './digit-widths.ts';

const original = join(
  createRequire(import.meta.url).resolve('@fontsource-variable/vazirmatn/package.json'),
  '../files',
);
const script = readFileSync(join(import.meta.dirname, 'make-fonts.py'), 'utf8');
/** Wider digits would make prices look letter-spaced. */
const MAX_WIDTH = 0.55;

test.each([
  ['Persian', 0x6f0],
  ['Arabic', 0x660],
])('tabular %s digits have the same width at every weight, at most 0.55 em', (_, zero) => {
  const file = readFileSync(join(import.meta.dirname, 'sarraf-arabic.woff2'));
  const { proportional, tabular, heaviest } = readDigitWidths(file, zero);
  expect(new Set([...tabular, ...heaviest]).size).toBe(1);
  expect(Math.max(...tabular)).toBeLessThanOrEqual(MAX_WIDTH);
  // Narrower digits would touch.
  expect(Math.min(...tabular)).toBeGreaterThan(0.45);
  // Proportional digits have their original widths: a one is half as wide as a three.
  expect((proportional[1] ?? 1) / (proportional[3] ?? 1)).toBeLessThan(0.5);
});

test('readDigitWidths reads the real widths: the original font’s tabular digits are too wide', () => {
  const file = readFileSync(join(original, 'vazirmatn-arabic-wght-normal.woff2'));
  expect(readDigitWidths(file, 0x6f0).tabular.every((width) => width > MAX_WIDTH)).toBe(true);
});

test.each(['arabic', 'latin'])('our %s font is no larger than its source', (part) => {
  const own = statSync(join(import.meta.dirname, `sarraf-${part}.woff2`)).size;
  expect(own).toBeGreaterThan(10_000);
  expect(own).toBeLessThan(statSync(join(original, `vazirmatn-${part}-wght-normal.woff2`)).size);
});

test('the script builds the fonts from the installed version of the source font', () => {
  const { version } = JSON.parse(readFileSync(join(original, '../package.json'), 'utf8')) as {
    version: string;
  };
  expect(script).toContain(`@fontsource-variable/vazirmatn@${version}`);
});

test('the fonts and their sources have the checksums listed in the script', () => {
  const listed = [...script.matchAll(/^ {4}([0-9a-f]{64}) {2}(\S+)$/gm)];
  expect(listed.map(([, , name]) => name)).toEqual([
    'vazirmatn-arabic-wght-normal.woff2',
    'vazirmatn-latin-wght-normal.woff2',
    'sarraf-arabic.woff2',
    'sarraf-latin.woff2',
  ]);
  for (const [, sum, name = ''] of listed) {
    const folder = name.startsWith('vazirmatn') ? original : import.meta.dirname;
    expect({
      name,
      sum: createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    }).toEqual({ name, sum });
  }
});
