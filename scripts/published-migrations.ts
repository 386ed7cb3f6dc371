/** The list of released migrations, which never change, since databases have them. Only a release adds to it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS, readMigrations } from '../server/src/platform/database/migrate.ts';

export const PUBLISHED_FILE = join(MIGRATIONS, 'published.txt');
const PUBLISHED_HEADER =
  '# What was published, with its SHA-256: never edited, never removed. `npm run release` adds to it.';

export interface PublishedMigration {
  name: string;
  sha256: string;
}

export function readPublishedMigrations(): PublishedMigration[] {
  if (!existsSync(PUBLISHED_FILE)) return [];
  return [
    ...readFileSync(PUBLISHED_FILE, 'utf8').matchAll(/^([0-9a-f]{64}) {2}(\d{4}-[a-z0-9-]+\.sql)$/gm),
  ].map(([, sha256 = '', name = '']) => ({ sha256, name }));
}

/** Adds new migrations, in the format of `sha256sum`. Returns how many. @throws when a published one has changed. */
export function publishMigrations(): number {
  const published = readPublishedMigrations();
  const now = readMigrations();
  for (const { name, sha256 } of published)
    if (now.find((one) => one.name === name)?.sha256 !== sha256)
      throw new Error(`Migration ${name} was published and is not as it was.`);
  writeFileSync(
    PUBLISHED_FILE,
    `${[PUBLISHED_HEADER, ...now.map(({ name, sha256 }) => `${sha256}  ${name}`)].join('\n')}\n`,
  );
  return now.length - published.length;
}
