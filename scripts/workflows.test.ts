/** .github: files called by workflows exist, and third-party actions are pinned. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

describe.each(globSync('.github/workflows/*.yml', { cwd: root }).sort())('%s', (file) => {
  const text = read(file);
  const used = [...text.matchAll(/uses: (\S+)(?: # (\S+))?/g)];

  it('is valid, and may only read unless a job states otherwise', () => {
    expect(parse(text)).toMatchObject({ permissions: { contents: 'read' } });
  });
  it('pins each action by its commit and names the version', () => {
    const foreign = used.filter(([, action = '']) => !action.startsWith('./'));
    expect(foreign.filter(([, action = '']) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
    expect(foreign.filter(([, , version = '']) => !/^v\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
  it('calls workflows and scripts that exist', () => {
    const own = used.flatMap(([, action = '']) => (action.startsWith('./') ? [action] : []));
    expect(own.filter((workflow) => !existsSync(join(root, workflow)))).toEqual([]);
    const called = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name);
    expect(called.filter((name) => !(name in scripts))).toEqual([]);
  });
});

it('a push cancels the run of an older one, but not a night', () => {
  const { group, 'cancel-in-progress': cancels } = parse(read('.github/workflows/ci.yml')).concurrency;
  expect(group).toContain('github.event_name');
  expect(cancels).not.toMatch(/schedule|workflow_dispatch|true/);
});

it('CODEOWNERS names paths that exist', () => {
  const paths = read('.github/CODEOWNERS')
    .split('\n')
    .flatMap((line) => (line.startsWith('/') ? [line.split(/\s/)[0] ?? ''] : []));
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it.each(globSync('.github/**/*.yml', { cwd: root }))('%s is YAML', (file) => {
  expect(parse(read(file))).toBeTypeOf('object');
});
