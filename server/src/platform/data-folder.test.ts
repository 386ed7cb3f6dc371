import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeFolder } from '../../test/remove-folder.ts';
import { openCheckpoints } from '../watch/index.ts';
import { faultOfFolder } from './data-folder.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sarraf-folder-'));
});
afterEach(() => removeFolder(dir));

it('takes back what a server leaves whose keys and database are given', () => {
  expect(faultOfFolder(dir)).toBeNull();
  openCheckpoints(dir, 'one', false).keep({
    chain: 'books',
    number: '1',
    mac: 'ab',
    at: new Date().toISOString(),
  });
  expect(faultOfFolder(dir)).toBeNull();
});

it('takes a new disk, and nothing of somebody else', () => {
  mkdirSync(join(dir, 'lost+found'));
  expect(faultOfFolder(dir)).toBeNull();
  writeFileSync(join(dir, 'holiday.jpg'), '');
  expect(faultOfFolder(dir)).toContain('holiday.jpg');
});
