import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const WORKSPACE_SCOPE = '@sarraf';

/** Links the packages installed in `from` into the tree `to`, except workspace packages: those are `to`'s own. */
export function linkPackages(from: string, to: string): void {
  const [packages, linked] = [from, to].map((root) => join(root, 'node_modules')) as [string, string];
  if (!existsSync(packages)) throw new Error(`${from} has no packages installed`);
  mkdirSync(join(linked, WORKSPACE_SCOPE), { recursive: true });
  for (const name of readdirSync(packages))
    if (name !== WORKSPACE_SCOPE) symlinkSync(join(packages, name), join(linked, name));
  for (const name of readdirSync(join(packages, WORKSPACE_SCOPE)))
    symlinkSync(join('..', '..', name), join(linked, WORKSPACE_SCOPE, name));
}
