import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** 170 MB that nothing else needs: downloaded at the first run, and not with every install. */
const VERSION = '13.5.0';
const CACHE = join(import.meta.dirname, `../../node_modules/.cache/lighthouse-${VERSION}`);

/** Imports Lighthouse's module, as in its documentation. */
export async function importLighthouse<Module>(): Promise<Module> {
  const module = join(CACHE, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(module)) {
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(join(CACHE, 'package.json'), '{"private":true}');
    const args = [
      'install',
      `lighthouse@${VERSION}`,
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--loglevel=error',
    ];
    execFileSync('npm', args, { cwd: CACHE, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return import(pathToFileURL(module).href);
}
