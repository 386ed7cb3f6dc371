import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeFolder } from '../../test/remove-folder.ts';
import { openCheckpoints } from '../watch/index.ts';
import { findFolderError } from './data-folder.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sarraf-folder-'));
});
afterEach(() => removeFolder(dir));

it('accepts a folder with the files of a server whose keys and database are external', () => {
  expect(findFolderError(dir)).toBeNull();
  openCheckpoints(dir, 'one', false).save({
    chain: 'books',
    number: '1',
    mac: 'ab',
    at: new Date().toISOString(),
  });
  expect(findFolderError(dir)).toBeNull();
});

it('accepts an empty disk, and refuses a folder with foreign files', () => {
  mkdirSync(join(dir, 'lost+found'));
  expect(findFolderError(dir)).toBeNull();
  writeFileSync(join(dir, 'holiday.jpg'), '');
  expect(findFolderError(dir)).toContain('holiday.jpg');
});
