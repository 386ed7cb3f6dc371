// Builds the web into web/dist and compresses it, when a source is newer than the last build.
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');
const web = join(root, 'web');
export const DIST = join(web, 'dist');
const SOURCES = [
  'web/src/**/*',
  'web/public/**/*',
  'web/*.{html,ts,json}',
  'domain/src/**/*',
  'package-lock.json',
];

/** True when it built, false when the last build is still right. */
export async function buildWeb(): Promise<boolean> {
  const built = join(DIST, 'index.html');
  if (existsSync(built)) {
    const at = statSync(built).mtimeMs;
    const changed = globSync(SOURCES, { cwd: root }).some((file) => statSync(join(root, file)).mtimeMs > at);
    if (!changed) return false;
  }
  await build({ root: web, logLevel: 'warn' });
  await drawFirstScreens();
  compress();
  return true;
}

/** What the server sends of each public page before any script runs: its HTML, its words, and the styles of both. */
async function drawFirstScreens(): Promise<void> {
  const outDir = join(web, 'dist-draw');
  await build({
    root: web,
    logLevel: 'warn',
    // It must take the texts as the browser does: compiled.
    ssr: { noExternal: [/^use-intl/] },
    build: { ssr: 'src/first-screen/draw.tsx', outDir, manifest: false },
  });
  const { drawScreens } = await import(`${pathToFileURL(join(outDir, 'draw.js')).href}?${Date.now()}`);
  const manifest: Manifest = JSON.parse(readFileSync(join(DIST, 'manifest.json'), 'utf8'));
  const screens: { module: string; path: string; html: string }[] = await drawScreens();
  const drawn = screens.map(({ module, ...screen }) => ({
    ...screen,
    ...withoutInline(screen.html, screen.path),
    styles: stylesOf(manifest, module),
  }));
  writeFileSync(join(DIST, 'screens.json'), JSON.stringify(drawn));
  rmSync(join(DIST, 'manifest.json'));
  rmSync(outDir, { recursive: true });
}

/**
 * The content policy allows neither inline scripts nor style attributes: the one script of React's, which only takes a
 * time, goes, and each different style becomes a rule of the page's own sheet.
 */
function withoutInline(html: string, path: string): { html: string; ownStyles: string } {
  if (/<template id="[BP]:/.test(html)) throw new Error(`the first screen of ${path} waits for something`);
  const rules = new Map<string, number>();
  const quiet = html
    .replaceAll(/<script>[\s\S]*?<\/script>/g, '')
    .replaceAll(/ style="([^"]*)"/g, (_, style) => {
      const rule = rules.get(style) ?? rules.size;
      rules.set(style, rule);
      return ` data-drawn="${rule}"`;
    });
  const text = (style: string) =>
    style.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
  const ownStyles = [...rules].map(([style, rule]) => `[data-drawn="${rule}"]{${text(style)}}`).join('');
  return { html: quiet, ownStyles };
}

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>;

/** The style sheets of the entry and of one page, each once, in the order the browser would load them. */
function stylesOf(manifest: Manifest, page: string): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    for (const other of chunk.imports ?? []) visit(other);
    for (const file of chunk.css ?? []) found.add(file);
  };
  visit('index.html');
  visit(page);
  return [...found];
}

function compress(): void {
  for (const name of globSync('**/*.{html,js,css,svg,webmanifest}', { cwd: DIST })) {
    const file = join(DIST, name);
    const bytes = readFileSync(file);
    if (bytes.length < 1024) continue;
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    );
  }
}
