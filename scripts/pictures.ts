// `npm run pictures`: compares the pictures that the browser tests took of every page and state (taken by `npm run
// nightly`, in all eight variants, or by `npm run pictures take`) with the accepted ones, and writes a page that
// shows the changes. `npm run pictures accept [name…]`: accepts the pictures taken last.
// `npm run pictures table [name…]`: retakes those of docs/screens.md (docs/pictures), and the whole pages in
// pictures/table. It starts a sandbox of its own; with SARRAF_URL it uses a running one that may be changed.
// PICTURES: the folder of the pictures between runs; the default is pictures/, which Git ignores.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesPage } from './pictures/changes-page.ts';
import { compareFolders } from './pictures/compare.ts';
import { withSandbox } from './screens/sandbox.ts';
import { takeTable } from './screens/take-table.ts';

const root = join(import.meta.dirname, '..');
const home = process.env.PICTURES ?? join(root, 'pictures');
const accepted = join(home, 'accepted');
const now = join(home, 'now');
const changes = join(home, 'changes');
for (const folder of [accepted, now]) mkdirSync(folder, { recursive: true });

function take(paths: readonly string[]): void {
  rmSync(now, { recursive: true });
  mkdirSync(now);
  const config = ['-c', 'vitest.e2e.config.ts'];
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...config, ...paths],
    {
      cwd: root,
      stdio: 'inherit',
      env: { SARRAF_NIGHTLY: '1', ...process.env, SCREENSHOTS: now, PICTURES_STILL: '1' },
    },
  );
  if (status !== 0) process.stdout.write('Some tests failed: their pictures are missing.\n');
}

function accept(names: readonly string[]): void {
  const taken = readdirSync(now).filter(
    (file) => names.length === 0 || names.includes(file.replace(/\.png$/, '')),
  );
  for (const file of taken) copyFileSync(join(now, file), join(accepted, file));
  if (names.length === 0)
    for (const file of readdirSync(accepted)) if (!existsSync(join(now, file))) rmSync(join(accepted, file));
  process.stdout.write(`${taken.length} pictures accepted.\n`);
}

async function compare(): Promise<void> {
  if (readdirSync(accepted).length === 0) {
    accept([]);
    return;
  }
  rmSync(changes, { recursive: true, force: true });
  mkdirSync(changes);
  const found = await compareFolders(accepted, now, async (name, difference) =>
    writeFileSync(join(changes, `${name}.png`), difference),
  );
  const page = join(home, 'changes.html');
  writeFileSync(page, changesPage(found));
  const changed = found.filter(({ verdict }) => verdict !== 'same');
  for (const { name, verdict, share } of changed)
    process.stdout.write(`${verdict.padEnd(8)} ${(share * 100).toFixed(2).padStart(6)} %  ${name}\n`);
  process.stdout.write(`${changed.length} of ${found.length} pictures changed: ${page}\n`);
  process.exitCode = changed.length > 0 ? 1 : 0;
}

const [verb, ...names] = process.argv.slice(2);
if (verb === 'accept') accept(names);
else if (verb === 'table') {
  const folders = { pictures: join(root, 'docs/pictures'), folder: join(home, 'table') };
  await withSandbox((url) => takeTable(url, names, folders));
} else {
  if (verb === 'take') take(names);
  await compare();
}
