// Builds the web into web/dist and compresses it, when a source is newer than the last build.
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  compress();
  return true;
}

function compress(): void {
  for (const name of globSync('**/*.{html,js,css,svg,json,webmanifest}', { cwd: DIST })) {
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
