import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listSkippedTests } from './not-here.ts';

const filesOf = (machine: Parameters<typeof listSkippedTests>[0]) =>
  listSkippedTests(machine).flatMap(({ files }) =>
    globSync(files, { cwd: join(import.meta.dirname, '../..') }),
  );

test('listSkippedTests skips nothing on Linux and on a Mac with a browser', () => {
  expect(filesOf({ platform: 'linux', hasBrowser: true })).toEqual([]);
  expect(filesOf({ platform: 'darwin', hasBrowser: true })).toEqual([]);
});

test('listSkippedTests skips browser tests without a browser, and on Windows those of the server too', () => {
  const onMac = filesOf({ platform: 'darwin', hasBrowser: false });
  expect(onMac.length).toBeGreaterThan(20);
  expect(onMac.every((name) => name.startsWith('e2e'))).toBe(true);
  const onWindows = filesOf({ platform: 'win32', hasBrowser: true });
  expect(onWindows).toEqual(expect.arrayContaining(onMac));
  expect(onWindows.filter((name) => name.startsWith('server')).length).toBeGreaterThan(100);
});
