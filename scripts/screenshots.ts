// `npm run screenshots`: takes every public page in both languages, themes and sizes, like the browser tests, into
// screenshots/; `WEB_ROOT`: a build of the web in another folder, `SCREENSHOTS`: another target folder.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build-web.ts';

const root = join(import.meta.dirname, '..');
const { WEB_ROOT, SCREENSHOTS: folder = join(root, 'screenshots') } = process.env;
mkdirSync(folder, { recursive: true });
await buildWeb(WEB_ROOT);
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '-c',
    'vitest.e2e.config.ts',
    'e2e/public.test.ts',
    '-t',
    'are complete, accessible|leads to a page|gallery',
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, SCREENSHOTS: folder, SARRAF_NIGHTLY: '1' } },
);
process.stdout.write(`The pictures are in ${folder}.\n`);
process.exit(status ?? 1);
