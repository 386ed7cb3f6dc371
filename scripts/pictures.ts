// `npm run pictures`: compares the pictures that the browser tests took of every page and state (taken by `npm run
// nightly`, in all eight variants, or by `npm run pictures take`) with the accepted ones, and writes a page that
// shows the changes. Few changed pictures are taken again, by their tests alone: those that then are as accepted differ
// by chance, and are named but don't count. `npm run pictures accept [name…]`: accepts the pictures taken last.
// `npm run pictures table [name…]`: retakes those of docs/screens.md (docs/pictures), and the whole pages in
// pictures/table. It starts a sandbox of its own; with SARRAF_URL it uses a running one that may be changed.
// PICTURES: the folder of the pictures between runs; the default is pictures/, which Git ignores.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildChangesPage } from './pictures/changes-page.ts';
import { compareFolders, findTestOf, type PictureComparison } from './pictures/compare.ts';
import { runWithSandbox } from './screens/sandbox.ts';
import { takeScreenTable } from './screens/take-table.ts';

const root = join(import.meta.dirname, '..');
const home = process.env.PICTURES ?? join(root, 'pictures');
const acceptedFolder = join(home, 'accepted');
const currentFolder = join(home, 'now');
const changesFolder = join(home, 'changes');
const confirmedFolder = join(home, 'again');
/** With more of them, pages have changed. */
const MAX_RETAKEN = 60;
for (const folder of [acceptedFolder, currentFolder]) mkdirSync(folder, { recursive: true });

function takePictures(folder: string, paths: readonly string[]): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const config = ['-c', 'vitest.e2e.config.ts'];
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...config, ...paths],
    {
      cwd: root,
      stdio: 'inherit',
      env: { SARRAF_NIGHTLY: '1', ...process.env, SCREENSHOTS: folder, PICTURES_STILL: '1' },
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
  const differing = comparisons.filter(({ verdict }) => verdict !== 'same');
  const unsteady = await findUnsteady(differing);
  for (const { name, verdict, share } of differing) {
    const kind = unsteady.has(name) ? 'unsteady' : verdict;
    process.stdout.write(`${kind.padEnd(8)} ${(share * 100).toFixed(2).padStart(6)} %  ${name}\n`);
  }
  const changed = differing.length - unsteady.size;
  process.stdout.write(
    `${changed} of ${comparisons.length} pictures changed, ${unsteady.size} differed once: ${page}\n`,
  );
  process.exitCode = changed > 0 ? 1 : 0;
}

/** Takes changed pictures again, and returns those that are now as accepted. */
async function findUnsteady(differing: readonly PictureComparison[]): Promise<Set<string>> {
  const names = new Set(differing.filter(({ verdict }) => verdict === 'changed').map(({ name }) => name));
  if (names.size === 0 || names.size > MAX_RETAKEN) return new Set();
  const ending = '.test.ts';
  const tests = readdirSync(join(root, 'e2e'))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length));
  const files = new Set(
    [...names].map((name) => findTestOf(name, tests)).filter((test) => test !== undefined),
  );
  takePictures(
    confirmedFolder,
    [...files].map((test) => `e2e/${test}${ending}`),
  );
  const comparisons = await compareFolders(acceptedFolder, confirmedFolder, async () => undefined);
  return new Set(
    comparisons.filter(({ name, verdict }) => names.has(name) && verdict === 'same').map(({ name }) => name),
  );
}

const [command, ...names] = process.argv.slice(2);
if (command === 'accept') acceptPictures(names);
else if (command === 'table') {
  const folders = { pictures: join(root, 'docs/pictures'), folder: join(home, 'table') };
  await runWithSandbox((url) => takeScreenTable(url, names, folders));
} else {
  if (command === 'take') takePictures(currentFolder, names);
  await comparePictures();
}
