import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const original = join(
  createRequire(import.meta.url).resolve('@fontsource-variable/vazirmatn/package.json'),
  '../files',
);

test.each(['arabic', 'latin'])('our %s font is no larger than the one it is made of', (part) => {
  const own = statSync(join(import.meta.dirname, `sarraf-${part}.woff2`)).size;
  expect(own).toBeGreaterThan(10_000);
  expect(own).toBeLessThan(statSync(join(original, `vazirmatn-${part}-wght-normal.woff2`)).size);
});

test('what the fonts are made with is what is installed', () => {
  const script = readFileSync(join(import.meta.dirname, 'make-fonts.py'), 'utf8');
  const { version } = JSON.parse(readFileSync(join(original, '../package.json'), 'utf8')) as {
    version: string;
  };
  expect(script).toContain(`@fontsource-variable/vazirmatn@${version}`);
});
