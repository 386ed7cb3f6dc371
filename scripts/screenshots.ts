// `npm run screenshots`: every public page in both languages, themes and sizes, as the browser tests see them, into
// screenshots/.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build-web.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'screenshots');
mkdirSync(folder, { recursive: true });
await buildWeb();
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    'e2e/public.test.ts',
    '-t',
    'are complete, accessible|leads to a page',
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, SCREENSHOTS: folder, SARRAF_NIGHTLY: '1' } },
);
process.stdout.write(`The pictures are in ${folder}.\n`);
process.exit(status ?? 1);
