/** CHANGELOG.md, in the form of Keep a Changelog: a section a release, and one above them for what comes next. */
const UNRELEASED = '## [Unreleased]';

/** Versions, newest first. */
export const versionsOf = (changelog: string): string[] =>
  [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/gm)].map(
    ([, version = '']) => version,
  );

/** Without its heading. @throws where there is none. */
export function sectionOf(changelog: string, version: string): string {
  const begin = changelog.split('\n').findIndex((line) => line.startsWith(`## [${version}]`));
  if (begin === -1) throw new Error(`CHANGELOG.md has no section ${version}.`);
  const rest = changelog.split('\n').slice(begin + 1);
  const end = rest.findIndex((line) => line.startsWith('## '));
  return rest
    .slice(0, end === -1 ? undefined : end)
    .join('\n')
    .trim();
}

/** What was unreleased is the release of this day. @throws where that is nothing, or the version is not a later one. */
export function released(changelog: string, version: string, day: string): string {
  if (sectionOf(changelog, 'Unreleased') === '') throw new Error('CHANGELOG.md says of nothing new.');
  const [last] = versionsOf(changelog);
  if (last && last.localeCompare(version, 'en', { numeric: true }) >= 0)
    throw new Error(`${version} does not come after ${last}.`);
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## [${version}] - ${day}`);
}
