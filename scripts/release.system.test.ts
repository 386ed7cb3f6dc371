/** The changelog has a section for each release, and the package has the version of the newest or of the next one. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closeUnreleasedSection, getReleaseSection, listReleases } from './release-notes.ts';

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

  it('has the version of all packages and of the installation page, or none yet', () => {
    const packages = ['', 'domain/', 'server/', 'web/'].map(
      (at) => JSON.parse(read(`${at}package.json`)).version,
    );
    const lock = JSON.parse(read('package-lock.json'));
    packages.push(...['', 'domain', 'server', 'web'].map((at) => lock.packages[at].version));
    expect(new Set(packages)).toEqual(new Set([versions[0] ?? '0.1.0']));
    expect(read('docs/operate.md')).toContain(`mkdir /opt/sarraf-${packages[0]}\n`);
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
