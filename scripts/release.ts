// `npm run release notes 0.2.0` prints the notes of a release. `npm run release 0.2.0`: turns the tree into the
// release with that version: the version of packages and clients, its section of the changelog with the lines of code,
// its migrations in the list of published ones. `npm run test:all` must have passed the commit before. It commits and
// tags nothing: review the changes first.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeLineCounts } from './line-counts.ts';
import { runGit } from './other-tree.ts';
import { publishMigrations } from './published-migrations.ts';
import { closeUnreleasedSection, getReleaseSection } from './release-notes.ts';
import { findVersions, setVersion, VERSIONED_FILES } from './release-versions.ts';
import { assertRunPassed } from './tests/gate-report.ts';

const root = join(import.meta.dirname, '..');
const CHANGELOG = join(root, 'CHANGELOG.md');
const WHOLE_SUITE_REPORT = join(root, '.cache/test-all/all.json');

function release(version: string | undefined): void {
  if (!version || !/^\d+\.\d+\.\d+$/.test(version)) throw new Error('usage: npm run release 0.2.0');
  if (runGit('status', '--porcelain') !== '') throw new Error('Commit your changes first.');
  assertRunPassed(WHOLE_SUITE_REPORT, runGit('rev-parse', 'HEAD'), 'npm run test:all');
  const changelog = readFileSync(CHANGELOG, 'utf8');
  const [before] = findVersions('package.json', readFileSync(join(root, 'package.json'), 'utf8'));
  const today = new Date().toISOString().slice(0, 10);
  const notes = closeUnreleasedSection(changelog, { version, day: today, lineCounts: describeLineCounts() });
  const added = publishMigrations();
  writeFileSync(CHANGELOG, notes);
  for (const file of VERSIONED_FILES) {
    const path = join(root, file);
    writeFileSync(path, setVersion(file, readFileSync(path, 'utf8'), version));
  }
  console.log(`${before} → ${version}, migrations published: ${added}.`);
  console.log(getReleaseSection(notes, version));
  console.log(
    `Next: npm test, npm run release-check, git commit -am "release: ${version}", and on main the workflow "release", which makes the tag v${version}`,
  );
}

try {
  const [first, second = ''] = process.argv.slice(2);
  if (first === 'notes') console.log(getReleaseSection(readFileSync(CHANGELOG, 'utf8'), second));
  else release(first);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
