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

const releases = listReleases(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));

/** Returns the newest release before HEAD: its tag, or its commit, since a repository may have no tags; null: none. */
function findLastRelease(): string | null {
  for (const version of releases) {
    const tag = runGit('tag', '--list', `v${version}`, '--merged', 'HEAD');
    const commit = tag || runGit('log', '--max-count=1', '--format=%h', `--grep=^release: ${version}$`);
    if (commit !== '' && resolveCommit(commit) !== resolveCommit('HEAD')) return commit;
  }
  return null;
}

const from = process.argv[2] ?? findLastRelease();
if (from === null) {
  // A clone without its history must not pass once there is an earlier release.
  console.log('No earlier release is here. To upgrade from a commit: `npm run release-check -- <commit>`.');
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
