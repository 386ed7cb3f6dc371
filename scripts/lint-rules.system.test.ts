import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeFolder } from '../server/test/remove-folder.ts';

const root = join(import.meta.dirname, '..');

/** Returns the names of those files of the web that the project's own lint plugins refuse. */
function listRefusedFiles(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'sarraf-lint-'));
  onTestFinished(() => removeFolder(folder));
  const { overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  for (const override of overrides)
    override.plugins = override.plugins?.map((path: string) => join(root, path));
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ overrides }));
  mkdirSync(join(folder, 'web', 'src'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'web', 'src', name), text);
  const biome = join(root, 'node_modules', '.bin', 'biome');
  const args = [biome, 'lint', '--max-diagnostics=none', '--reporter=json', '.'];
  const ran = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const { diagnostics, summary } = JSON.parse(ran.stdout);
  expect(summary.unchanged).toBe(Object.keys(files).length + 1);
  return diagnostics
    .filter(({ category }: { category: string }) => category === 'plugin')
    .map(({ location }: { location: { path: string } }) => location.path.replace(/^.*\//, ''))
    .sort();
}

const component = (effect: string): string => `
import * as React from 'react';
import { useEffect, useInsertionEffect, useLayoutEffect } from 'react';
declare const listen: () => () => void;
export function A({ open, node }: { open: boolean; node: HTMLElement }) {
  ${effect}
}
void [React, useEffect, useInsertionEffect, useLayoutEffect];
`;

const WITHOUT_A_BLOCK = [
  'useEffect(() => node.scrollIntoView(), [node]);',
  'useEffect(() => node.scrollIntoView());',
  'useEffect(listen, []);',
  'useEffect(() => () => listen(), []);',
  'useEffect(\n    () =>\n      listen(),\n    [],\n  );',
  'useLayoutEffect(() => (open ? listen() : undefined), [open]);',
  'useInsertionEffect(() => listen(), []);',
  'React.useEffect(() => listen(), []);',
];
const WITH_A_BLOCK = [
  'useEffect(() => {\n    node.scrollIntoView();\n  }, [node]);',
  'useEffect(() => {\n    return listen();\n  }, []);',
  'useEffect(function follow() {\n    return listen();\n  }, []);',
  'useLayoutEffect(() => {\n    if (open) return listen();\n  }, [open]);',
  'useInsertionEffect(() => {});',
  'React.useEffect(() => {\n    const stop = listen();\n    return () => stop();\n  }, []);',
];

test('an effect without a block body is refused, and one with a block body passes', () => {
  const createFiles = (name: string, effects: string[]) =>
    effects.map((effect, index) => [`${name}-${index}.tsx`, component(effect)] as const);
  const without = createFiles('without', WITHOUT_A_BLOCK);
  const files = Object.fromEntries([...without, ...createFiles('with', WITH_A_BLOCK)]);
  expect(listRefusedFiles(files)).toEqual(without.map(([name]) => name));
});

test('a test may not use random numbers without a seed', () => {
  const unseeded = 'export const a = [1].map(() => Math.random());\n';
  const files = {
    'a.test.ts': unseeded,
    'b.test.tsx': unseeded,
    'c.ts': unseeded,
    'd.test.ts': 'export {};\n',
  };
  expect(listRefusedFiles(files)).toEqual(['a.test.ts', 'b.test.tsx']);
});
