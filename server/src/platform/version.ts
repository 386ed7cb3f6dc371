/** Which version this is. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import packageFile from '../../../package.json' with { type: 'json' };

export interface Version {
  version: string;
  /** Of what it was built from, in full or the beginning of it; null: nobody knows. */
  commit: string | null;
}

const GIT = join(import.meta.dirname, '../../../.git');

/** `commit`: as whoever built it says; unset: as a checkout says it. */
export const readVersion = (commit: string | undefined, git = GIT): Version => ({
  version: packageFile.version,
  commit: commit ?? headOf(git),
});

function headOf(git: string): string | null {
  try {
    // By its own folder, so that a checkout around an unpacked archive doesn't pass for ours.
    const args = ['--git-dir', git, 'rev-parse', 'HEAD'];
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}
