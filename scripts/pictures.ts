// `npm run pictures`: compares the pictures that the browser tests took of every page and state (taken by `npm run
// nightly`, in all eight variants, or by `npm run pictures take`) with the accepted ones, and writes a page that
// shows the changes. `npm run pictures accept [name…]`: accepts the pictures taken last.
// `npm run pictures table [name…]`: retakes those of docs/screens.md (docs/pictures), and the whole pages in
// pictures/table. It starts a sandbox of its own; with SARRAF_URL it uses a running one that may be changed.
// PICTURES: the folder of the pictures between runs; the default is pictures/, which Git ignores.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildChangesPage } from './pictures/changes-page.ts';
import { compareFolders } from './pictures/compare.ts';
import { runWithSandbox } from './screens/sandbox.ts';
import { takeScreenTable } from './screens/take-table.ts';

const root = join(import.meta.dirname, '..');
const home = process.env.PICTURES ?? join(root, 'pictures');
const acceptedFolder = join(home, 'accepted');
const currentFolder = join(home, 'now');
const changesFolder = join(home, 'changes');
for (const folder of [acceptedFolder, currentFolder]) mkdirSync(folder, { recursive: true });

function takePictures(paths: readonly string[]): void {
  rmSync(currentFolder, { recursive: true });
  mkdirSync(currentFolder);
  const config = ['-c', 'vitest.e2e.config.ts'];
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...config, ...paths],
    {
      cwd: root,
      stdio: 'inherit',
      env: { SARRAF_NIGHTLY: '1', ...process.env, SCREENSHOTS: currentFolder, PICTURES_STILL: '1' },
    },
  );
  if (status !== 0) process.stdout.write('Some tests failed: their pictures are missing.\n');
}

function acceptPictures(names: readonly string[]): void {
  const pictures = readdirSync(currentFolder).filter(
    (file) => names.length === 0 || names.includes(file.replace(/\.png$/, '')),
  );
  for (const file of pictures) copyFileSync(join(currentFolder, file), join(acceptedFolder, file));
  if (names.length === 0)
    for (const file of readdirSync(acceptedFolder))
      if (!existsSync(join(currentFolder, file))) rmSync(join(acceptedFolder, file));
  process.stdout.write(`${pictures.length} pictures accepted.\n`);
}

async function comparePictures(): Promise<void> {
  if (readdirSync(acceptedFolder).length === 0) {
    acceptPictures([]);
    return;
  }
  rmSync(changesFolder, { recursive: true, force: true });
  mkdirSync(changesFolder);
  const comparisons = await compareFolders(acceptedFolder, currentFolder, async (name, difference) =>
    writeFileSync(join(changesFolder, `${name}.png`), difference),
  );
  const page = join(home, 'changes.html');
  writeFileSync(page, buildChangesPage(comparisons));
  const changed = comparisons.filter(({ verdict }) => verdict !== 'same');
  for (const { name, verdict, share } of changed)
    process.stdout.write(`${verdict.padEnd(8)} ${(share * 100).toFixed(2).padStart(6)} %  ${name}\n`);
  process.stdout.write(`${changed.length} of ${comparisons.length} pictures changed: ${page}\n`);
  process.exitCode = changed.length > 0 ? 1 : 0;
}

const [command, ...names] = process.argv.slice(2);
if (command === 'accept') acceptPictures(names);
else if (command === 'table') {
  const folders = { pictures: join(root, 'docs/pictures'), folder: join(home, 'table') };
  await runWithSandbox((url) => takeScreenTable(url, names, folders));
} else {
  if (command === 'take') takePictures(names);
  await comparePictures();
}
