/**
 * Bundles the programs that tests start repeatedly into one file each, which loads in a quarter of the time of a
 * thousand modules. They are placed in a copy of the tree made of links, so that files and programs they look for
 * are at their usual paths. Run as a script, with the target folder: a bundler's memory isn't released.
 */
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
const PROGRAMS = [
  'server/test/server-process.ts',
  'server/src/worker.ts',
  'server/src/signer/main.ts',
  'server/src/rotate-key-cli.ts',
];
/** Folder of the bundled chunks, next to the programs. */
const BUNDLES_FOLDER = 'programs';
/**
 * Packages to bundle: they load no files, and together are four of ten modules of a server. All others stay as they
 * are.
 */
const BUNDLED_PACKAGES = /^(?:@sarraf|@noble|@scure|typebox|kysely|viem|uuid)(?:\/|$)/;
const UNLINKED_PATHS = new Set(['.cache', 'data']);

async function bundlePrograms(tree: string): Promise<void> {
  rmSync(tree, { recursive: true, force: true });
  linkTree(tree);
  const bundle = await rolldown({
    input: Object.fromEntries(PROGRAMS.map((program) => [programName(program), join(ROOT, program)])),
    platform: 'node',
    external: (id, importer) => isPackage(id) && !isPackageImporter(importer) && !BUNDLED_PACKAGES.test(id),
    plugins: [{ name: 'places', transform: (code, id) => replaceModulePath(code, id, tree) }],
    onLog(level, log) {
      if (level === 'warn' && log.code !== 'CIRCULAR_DEPENDENCY') throw new Error(log.message);
    },
  });
  await bundle.write({ dir: join(tree, BUNDLES_FOLDER), format: 'esm', keepNames: true, minify: false });
  await bundle.close();
  for (const program of PROGRAMS) {
    const from = relative(dirname(program), join(BUNDLES_FOLDER, `${programName(program)}.js`));
    writeFileSync(join(tree, program), `import '${from.replaceAll('\\', '/')}';\n`);
  }
}

const programName = (program: string): string => program.replaceAll('/', '-').replace(/\.ts$/, '');
const isPackage = (id: string): boolean => /^[@\w]/.test(id);
/** A package's own imports resolve to its installed versions, which may differ from ours. */
const isPackageImporter = (importer: string | undefined): boolean =>
  importer?.includes('/node_modules/') ?? false;

/** Creates real folders on the path to a program; everything else in them links to the original. */
function linkTree(tree: string): void {
  const folders = new Set(['.']);
  for (const program of PROGRAMS)
    for (let folder = dirname(program); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  for (const folder of folders) {
    mkdirSync(join(tree, folder), { recursive: true });
    for (const name of readdirSync(join(ROOT, folder))) {
      const path = join(folder, name);
      if (folders.has(path) || PROGRAMS.includes(path) || UNLINKED_PATHS.has(path)) continue;
      symlinkSync(join(ROOT, path), join(tree, path));
    }
  }
}

/** Replaces a module's own path, once it is bundled with others, by its path in the new tree. */
function replaceModulePath(code: string, id: string, tree: string): string | null {
  if (!id.startsWith(ROOT) || !code.includes('import.meta.')) return null;
  const file = isPackageImporter(id) ? id : join(tree, relative(ROOT, id));
  return code
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(file)))
    .replaceAll('import.meta.filename', JSON.stringify(file))
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href));
}

const [tree] = process.argv.slice(2);
if (!tree) throw new Error('usage: the target folder is missing');
await bundlePrograms(tree);
