// Browsers of the browser tests. Chromium: $CHROMIUM, Debian's headless shell, another installed one, or that of
// npm.
import { execFile, execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findTool } from './debian.ts';

/** Our own arguments: those of @sparticuz/chromium include `--single-process`, which crashes a second context. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--headless=shell',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
];

/** A minimal machine has neither the libraries nor the fonts that Chromium needs; the package contains both. */
const LAUNCHER_SCRIPT = `#!/bin/sh
here=$(dirname "$0")
export FONTCONFIG_FILE="$here/fonts.conf"
if ! command -v ldd >/dev/null || ldd "$here/chromium" | grep -q 'not found'; then
  export LD_LIBRARY_PATH="$here/al2023/lib"
fi
exec "$here/chromium" "$@"
`;

/** The package's own fonts.conf expects its fonts in /tmp, and without any font a page has no text at all. */
const createFontConfig = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>${folder}/fonts/cache</cachedir>
</fontconfig>
`;

/**
 * Other browsers, on Debian and elsewhere. They also render their invisible windows and bars, and take twice the
 * time for a page; the engine of Debian's is the same as the shell's.
 */
const OTHER_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Returns the path of a working Chromium; the one of npm is unpacked at the first call (some seconds, 200 MB in
 * /var/tmp).
 * @throws when $CHROMIUM doesn't exist, when another user owns the folder to unpack into, and when there is none.
 */
export async function findChromiumPath(): Promise<string> {
  const configuredPath = process.env.CHROMIUM;
  if (configuredPath && !fs.existsSync(configuredPath))
    throw new Error(`CHROMIUM=${configuredPath} does not exist.`);
  const path = configuredPath ?? findInstalled();
  if (path) return path;
  if (!hasChromium()) throw new Error('No Chromium: install it, or name it in CHROMIUM.');
  return unpackOnce();
}

const findInstalled = (): string | undefined =>
  findTool('chromium-headless-shell') ?? OTHER_BROWSERS.find((path) => fs.existsSync(path));

/** Returns the full Chromium if it is installed; else the path from `findChromiumPath`. */
export const findFullChromiumPath = async (): Promise<string> =>
  OTHER_BROWSERS.find((path) => fs.existsSync(path)) ?? (await findChromiumPath());

/** Whether `findChromiumPath` finds one; npm's is for Linux on x64 only. */
export const hasChromium = (): boolean =>
  Boolean(process.env.CHROMIUM ?? findInstalled()) ||
  (process.platform === 'linux' && process.arch === 'x64');

/** Debian's Firefox; npm has none. */
export const findFirefoxPath = (): string | undefined => findTool('firefox-esr');

/** Returns a browser's version text: `Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)`. */
export const getBrowserVersion = (browser: string): string =>
  execFileSync(browser, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

async function unpackOnce(): Promise<string> {
  const manifest = join(
    dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '../../package.json',
  );
  const { version } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as { version: string };
  const user = process.getuid?.() ?? 0;
  const folder = `/var/tmp/sarraf-chromium-${version}-${user}`;
  if (!fs.existsSync(folder)) await unpackChromium(folder);
  // /var/tmp is world-writable, so only files that this user put there are executed.
  if (fs.lstatSync(folder).uid !== user) throw new Error(`${folder} belongs to another user: remove it.`);
  return join(folder, 'launch');
}

async function unpackChromium(folder: string): Promise<void> {
  const unfinished = fs.mkdtempSync(`${folder}.`);
  // In a separate process, since the package unpacks into TMPDIR and only adds the libraries of Amazon's system,
  // which a minimal machine lacks too, if it believes to run there; it then also changes the environment.
  const env = { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  const script =
    "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();";
  try {
    const args = ['--input-type=module', '--eval', script];
    await promisify(execFile)(process.execPath, args, { env, cwd: import.meta.dirname });
    fs.writeFileSync(join(unfinished, 'launch'), LAUNCHER_SCRIPT, { mode: 0o755 });
    fs.writeFileSync(join(unfinished, 'fonts.conf'), createFontConfig(folder));
    fs.renameSync(unfinished, folder);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    // Another process may have been faster.
    if (!fs.existsSync(folder)) throw error;
  }
}
