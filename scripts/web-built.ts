// Checks whether the web is built, without loading the bundler.
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
export const DIST_FOLDER = join(root, 'web/dist');
const SOURCE_FOLDERS = [
  'web/src/**/*',
  'messages/web/**/*',
  'web/public/**/*',
  'web/*.{html,ts,json}',
  'domain/src/**/*',
  'package-lock.json',
];

/** Returns false when there is no build in that folder, or a source is newer. */
export function isWebBuilt(dist: string = DIST_FOLDER): boolean {
  const built = join(dist, 'screens.json');
  if (!existsSync(built)) return false;
  const at = statSync(built).mtimeMs;
  return !globSync(SOURCE_FOLDERS, { cwd: root }).some((file) => statSync(join(root, file)).mtimeMs > at);
}
