import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const UI = `${import.meta.dirname}/../../../ui`;
/** Shown on every page, or only inside another component: lazy parts of menus and dialogs are `…-view`. */
const ELSEWHERE = [
  'skip-link.tsx',
  'notices.tsx',
  'confirm-dialog.tsx',
  'select-face.tsx',
  'protect-figures.tsx',
];

test('the gallery contains every shared component', () => {
  const gallery = globSync(`${import.meta.dirname}/*.tsx`)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const shared = globSync(`${UI}/*/*.tsx`).map((file) => basename(file));
  expect(shared.length).toBeGreaterThan(40);
  const missing = shared.filter(
    (name) => !ELSEWHERE.includes(name) && !name.endsWith('-view.tsx') && !gallery.includes(`/${name}'`),
  );
  expect(missing).toEqual([]);
});
