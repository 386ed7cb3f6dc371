/** The version of this program. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import packageFile from '../../../package.json' with { type: 'json' };

export interface Version {
  version: string;
  /** Commit that it was built from, in full or abbreviated; null: unknown. */
  commit: string | null;
}

const GIT = join(import.meta.dirname, '../../../.git');

/** `commit`: given by the build; unset: read from the checkout. */
export const readVersion = (commit: string | undefined, git = GIT): Version => ({
  version: packageFile.version,
  commit: commit ?? readCommit(git),
});

function readCommit(git: string): string | null {
  try {
    // Names the git directory, so that a checkout around an unpacked archive isn't mistaken for ours.
    const args = ['--git-dir', git, 'rev-parse', 'HEAD'];
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}
