import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../../test/remove-folder.ts';
import { readVersion } from './version.ts';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));

describe('the version', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sarraf-version-'));
  });
  afterAll(() => removeFolder(folder));

  it('is that of the package, with the commit given by the build', () => {
    expect(readVersion('0123abc', folder)).toEqual({ version, commit: '0123abc' });
  });

  it('names the commit of its own checkout, and not of a surrounding one', () => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
    git('init', '--quiet');
    expect(readVersion(undefined, join(folder, '.git'))).toEqual({ version, commit: null });
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@a.test', '-c', 'commit.gpgsign=false'];
    git(...author, 'commit', '--quiet', '--allow-empty', '-m', 'one');
    expect(readVersion(undefined, join(folder, '.git')).commit).toBe(git('rev-parse', 'HEAD'));
    expect(readVersion(undefined, join(folder, 'unpacked', '.git')).commit).toBeNull();
  });
});
