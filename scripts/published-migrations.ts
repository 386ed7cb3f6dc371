/** The list of released migrations, which never change, since databases have them. Only a release adds to it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS, readMigrations } from '../server/src/platform/database/migrate.ts';

export const PUBLISHED = join(MIGRATIONS, 'published.txt');
const HEAD =
  '# What was published, with its SHA-256: never edited, never removed. `npm run release` adds to it.';

export interface Published {
  name: string;
  sha256: string;
}

export function readPublished(): Published[] {
  if (!existsSync(PUBLISHED)) return [];
  return [...readFileSync(PUBLISHED, 'utf8').matchAll(/^([0-9a-f]{64}) {2}(\d{4}-[a-z0-9-]+\.sql)$/gm)].map(
    ([, sha256 = '', name = '']) => ({ sha256, name }),
  );
}

/** Adds new migrations, in the format of `sha256sum`. Returns how many. @throws when a published one has changed. */
export function publish(): number {
  const published = readPublished();
  const now = readMigrations();
  for (const { name, sha256 } of published)
    if (now.find((one) => one.name === name)?.sha256 !== sha256)
      throw new Error(`Migration ${name} was published and is not as it was.`);
  writeFileSync(PUBLISHED, `${[HEAD, ...now.map(({ name, sha256 }) => `${sha256}  ${name}`)].join('\n')}\n`);
  return now.length - published.length;
}
