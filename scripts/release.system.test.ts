/** The changelog has a section for each release, and packages and clients have the version of the newest or the next one. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closeUnreleasedSection, getReleaseSection, listReleases } from './release-notes.ts';
import { findVersions, setVersion, VERSIONED_FILES } from './release-versions.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const later = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true });

describe('CHANGELOG.md', () => {
  const changelog = read('CHANGELOG.md');
  const versions = listReleases(changelog);

  it('has a section for each tag and for unreleased changes, newest first', () => {
    expect(() => getReleaseSection(changelog, 'Unreleased')).not.toThrow();
    expect(versions).toEqual([...new Set(versions)].sort(later));
    for (const version of versions) expect(getReleaseSection(changelog, version)).not.toBe('');
    const tags = execFileSync('git', ['tag', '--list', 'v*'], { cwd: root, encoding: 'utf8' });
    expect(versions).toEqual(expect.arrayContaining(tags.split('\n').flatMap((tag) => tag.slice(1) || [])));
  });

  it.each(VERSIONED_FILES)('has the version of %s, or none yet', (file) => {
    expect(new Set(findVersions(file, read(file)))).toEqual(new Set([versions[0] ?? '0.1.0']));
  });
});

describe('setVersion', () => {
  it.each(VERSIONED_FILES)('changes the version alone in %s', (file) => {
    const before = read(file);
    const after = setVersion(file, before, '9.8.7');
    expect(findVersions(file, after)).toEqual(findVersions(file, before).map(() => '9.8.7'));
    expect(after.replaceAll('9.8.7', findVersions(file, before)[0] as string)).toBe(before);
  });

  it('has every package of this repository and of the lock file', () => {
    const packages = execFileSync('git', ['ls-files', '*package.json', '*pyproject.toml'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(VERSIONED_FILES).toEqual(expect.arrayContaining(packages.trim().split('\n')));
    const lock: { packages: Record<string, { version?: string }> } = JSON.parse(
      setVersion('package-lock.json', read('package-lock.json'), '9.8.7'),
    );
    for (const folder of ['', 'domain', 'server', 'web'])
      expect(lock.packages[folder]?.version).toBe('9.8.7');
  });

  it('refuses a file that states no version', () => {
    expect(() => setVersion('package.json', '{}', '9.8.7')).toThrow(
      'package.json does not state the version',
    );
  });
});

describe('released', () => {
  const before =
    '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Pets.\n\n## [0.9.0] - 2026-01-02\n\n- Old.\n';

  const close = (version: string, changelog = before) =>
    closeUnreleasedSection(changelog, { version, day: '2026-02-03', lineCounts: 'Lines of code: 7' });

  it('moves the unreleased section to the release, and leaves a new empty one', () => {
    const after = close('0.10.0');
    expect(listReleases(after)).toEqual(['0.10.0', '0.9.0']);
    expect(getReleaseSection(after, '0.10.0')).toBe('### Added\n\n- Pets.\n\nLines of code: 7');
    expect(getReleaseSection(after, '0.9.0')).toBe('- Old.');
    expect(getReleaseSection(after, 'Unreleased')).toBe('');
    expect(() => close('0.11.0', after)).toThrow('no unreleased change');
  });

  it.each(['0.9.0', '0.8.9', '0.1.10'])('refuses %s after 0.9.0', (version) => {
    expect(() => close(version)).toThrow('does not come after 0.9.0');
  });
});
