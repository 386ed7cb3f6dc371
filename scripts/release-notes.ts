/**
 * CHANGELOG.md, in the format of Keep a Changelog: a section per release, and one above them for unreleased
 * changes.
 */
const UNRELEASED = '## [Unreleased]';

/** Returns versions, newest first. */
export const listReleases = (changelog: string): string[] =>
  [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/gm)].map(
    ([, version = '']) => version,
  );

/** Returns the section without its heading. @throws when there is none. */
export function getReleaseSection(changelog: string, version: string): string {
  const begin = changelog.split('\n').findIndex((line) => line.startsWith(`## [${version}]`));
  if (begin === -1) throw new Error(`CHANGELOG.md has no section ${version}.`);
  const rest = changelog.split('\n').slice(begin + 1);
  const end = rest.findIndex((line) => line.startsWith('## '));
  return rest
    .slice(0, end === -1 ? undefined : end)
    .join('\n')
    .trim();
}

/**
 * Turns the unreleased section into the release of this day, with `lineCounts` at its end. @throws when it is empty,
 * or the version is not a later one.
 */
export function closeUnreleasedSection(
  changelog: string,
  { version, day, lineCounts }: { version: string; day: string; lineCounts: string },
): string {
  const changes = getReleaseSection(changelog, 'Unreleased');
  if (changes === '') throw new Error('CHANGELOG.md has no unreleased changes.');
  const [last] = listReleases(changelog);
  if (last && last.localeCompare(version, 'en', { numeric: true }) >= 0)
    throw new Error(`${version} does not come after ${last}.`);
  return changelog
    .replace(changes, () => `${changes}\n\n${lineCounts}`)
    .replace(UNRELEASED, `${UNRELEASED}\n\n## [${version}] - ${day}`);
}
