// Builds and compresses the web into web/dist when a source is newer than the last build. Run as a script it does
// so and exits: a bundler keeps a gigabyte for as long as its process lives.
import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { DIST_FOLDER, isWebBuilt } from './web-built.ts';

const root = join(import.meta.dirname, '..');
const web = join(root, 'web');

/**
 * Returns true when it built, false when the last build is up to date. `dist` gets the served files, `<dist>-draw`
 * the server-side renderer.
 */
export async function buildWeb(dist = DIST_FOLDER): Promise<boolean> {
  if (isWebBuilt(dist)) return false;
  await build({ root: web, logLevel: 'warn', build: { outDir: dist, emptyOutDir: true } });
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'));
  await Promise.all([buildRenderer(dist, manifest), buildServiceWorker(dist, manifest)]);
  rmSync(join(dist, 'manifest.json'));
  compressFiles(dist);
  return true;
}

/**
 * Builds the server-side renderer of public pages (server/src/platform/drawing/drawn-pages.ts): the same web built
 * for Node, next to the served files, and a list of the pages with the styles of each.
 */
async function buildRenderer(dist: string, manifest: Manifest): Promise<void> {
  const outDir = `${dist}-draw`;
  await build({
    root: web,
    logLevel: 'warn',
    // It must use compiled texts like the browser, and be one self-contained file.
    ssr: { noExternal: true },
    build: {
      ssr: 'src/framework/drawing/draw.tsx',
      outDir,
      emptyOutDir: true,
      manifest: false,
      copyPublicDir: false,
    },
  });
  const { pageList, generalHead, partPatterns, pathsOf, routePatterns } = await import(
    `${pathToFileURL(join(outDir, 'draw.js')).href}?${Date.now()}`
  );
  const pages = (pageList() as { module: string; pattern: string }[]).map(({ module, ...page }) => ({
    ...page,
    paths: pathsOf(page.pattern),
    styles: listStyles(manifest, module),
  }));
  const general = { fa: generalHead('fa'), en: generalHead('en') };
  const list = { pages, general, routes: routePatterns(), parts: partPatterns() };
  writeFileSync(join(dist, 'screens.json'), JSON.stringify(list));
}

/** Builds the service worker, one file at the root, with the list of files that every page starts with. */
async function buildServiceWorker(dist: string, manifest: Manifest): Promise<void> {
  // The page for a failed load must not have to be loaded itself.
  const entries = ['index.html', 'src/pages/shell/failed.tsx', 'src/lib/api/report-error.ts'];
  const shell = [...listInitialFiles(manifest, entries)].map((file) => `/${file}`);
  const manifestHash = createHash('sha256').update(JSON.stringify(manifest));
  for (const name of ['index.html', 'boot.js', 'offline.html', 'offline.css'])
    manifestHash.update(readFileSync(join(dist, name)));
  await build({
    root: web,
    configFile: false,
    logLevel: 'warn',
    define: {
      SHELL: JSON.stringify(shell),
      VERSION: JSON.stringify(manifestHash.digest('hex').slice(0, 16)),
    },
    build: {
      outDir: dist,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(web, 'src/sw.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  });
}

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>;

/** Returns the style sheets of the entry and of one page, without duplicates, in the browser's loading order. */
const listStyles = (manifest: Manifest, page: string): string[] =>
  [...listInitialFiles(manifest, ['index.html', page])].filter((file) => file.endsWith('.css'));

/** Returns everything that entries load immediately: their scripts and style sheets, and those of their imports. */
function listInitialFiles(manifest: Manifest, entries: readonly string[]): Set<string> {
  const files = new Set<string>();
  const visitedChunks = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || visitedChunks.has(name)) return;
    visitedChunks.add(name);
    for (const other of chunk.imports ?? []) visit(other);
    for (const file of [...(chunk.css ?? []), chunk.file]) files.add(file);
  };
  for (const entry of entries) visit(entry);
  return files;
}

function compressFiles(dist: string): void {
  for (const name of globSync('**/*.{html,js,css,svg,webmanifest}', { cwd: dist })) {
    const file = join(dist, name);
    const bytes = readFileSync(file);
    if (bytes.length < 1024) continue;
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    );
  }
}

if (process.argv[1] === import.meta.filename && (await buildWeb()))
  process.stdout.write('The web is built.\n');
