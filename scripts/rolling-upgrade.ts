// `npm run release-check [commit]`: upgrades an installation of the last release (or of a commit) to the present
// tree during trading. It fails if a request is refused or anything is lost;
// server/test/rolling-upgrade.system.test.ts does it.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkOutTree, linkTreePackages, removeTree, resolveCommit, runGit } from './other-tree.ts';
import { listReleases } from './release-notes.ts';

const root = join(import.meta.dirname, '..');

/** Returns the tag of the last release; null: there is none yet. */
const findLastRelease = (): string | null =>
  runGit('tag', '--list', 'v*', '--sort=-version:refname', '--merged', 'HEAD').split('\n')[0] || null;

const from = process.argv[2] ?? findLastRelease();
if (from === null) {
  // A clone without tags must not pass once there is an earlier release.
  const releases = listReleases(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
  console.log('No release is tagged here. To upgrade from a commit: `npm run release-check -- <commit>`.');
  process.exit(releases.length > 1 ? 1 : 0);
}
const id = resolveCommit(from);
const temp = realpathSync(mkdtempSync(join(tmpdir(), 'sarraf-release-')));
// The database of the test runs as another user, who needs access.
chmodSync(temp, 0o711);
const otherTree = join(temp, 'there');
try {
  checkOutTree(id, otherTree);
  linkTreePackages(id, otherTree);
  console.log(`From ${from} (${id}) to this tree:`);
  const args = [join(root, 'node_modules/.bin/vitest'), 'run', 'server/test/rolling-upgrade.system.test.ts'];
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SARRAF_UPGRADE_FROM: otherTree },
  });
  process.exitCode = status ?? 1;
} finally {
  removeTree(otherTree);
  rmSync(temp, { recursive: true, force: true });
}
