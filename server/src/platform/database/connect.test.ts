import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Connections to an embedded database or a restored copy, which have a single server, and to a replica. */
const OF_ONE_SERVER = [
  'drill/restore-to-second.ts',
  'platform/database/database-claim.ts',
  'platform/database/embedded-roles.ts',
  'platform/database/postgres.ts',
  'platform/reads/replica.ts',
];

it('opens all connections to the primary database through this module', () => {
  const root = join(import.meta.dirname, '../..');
  const files = globSync('**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /new (?:pg\.)?(?:Client|Pool)\(/.test(readFileSync(join(root, file), 'utf8')));
  expect(files.sort()).toEqual([...OF_ONE_SERVER, 'platform/database/connect.ts'].sort());
});
