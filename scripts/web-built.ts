// Checks whether the web is built, without loading the bundler.
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
export const DIST = join(root, 'web/dist');
const SOURCES = [
  'web/src/**/*',
  'messages/web/**/*',
  'web/public/**/*',
  'web/*.{html,ts,json}',
  'domain/src/**/*',
  'package-lock.json',
];

/** Returns false when there is no build in that folder, or a source is newer. */
export function isBuilt(dist: string = DIST): boolean {
  const built = join(dist, 'screens.json');
  if (!existsSync(built)) return false;
  const at = statSync(built).mtimeMs;
  return !globSync(SOURCES, { cwd: root }).some((file) => statSync(join(root, file)).mtimeMs > at);
}
