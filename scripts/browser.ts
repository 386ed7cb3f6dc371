// The browsers of the browser tests. Chromium: $CHROMIUM, Debian's headless shell, another installed one, or that of npm.
import { execFile, execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findTool } from './debian.ts';

/** Our own: those of @sparticuz/chromium hold `--single-process`, which crashes a second context. */
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

/** A bare machine has neither the libraries nor the fonts that Chromium needs; the package brings both. */
const LAUNCHER = `#!/bin/sh
here=$(dirname "$0")
export FONTCONFIG_FILE="$here/fonts.conf"
if ! command -v ldd >/dev/null || ldd "$here/chromium" | grep -q 'not found'; then
  export LD_LIBRARY_PATH="$here/al2023/lib"
fi
exec "$here/chromium" "$@"
`;

/** The package's own fonts.conf looks for its fonts in /tmp, and without any font a page has no text at all. */
const fontsOf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>${folder}/fonts/cache</cachedir>
</fontconfig>
`;

/**
 * What else serves, on Debian's and other systems. Each draws its own windows and bars too, though nobody sees them, and
 * takes twice the time over a page; the engine of Debian's is the same as the shell's.
 */
const OTHERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * A Chromium that runs here; the one of npm is unpacked at the first call (some seconds, 200 MB in /var/tmp).
 * @throws when $CHROMIUM names nothing, when somebody else owns the folder to unpack into, and where there is none.
 */
export async function chromiumPath(): Promise<string> {
  const named = process.env.CHROMIUM;
  if (named && !fs.existsSync(named)) throw new Error(`CHROMIUM=${named} does not exist.`);
  const found = named ?? installed();
  if (found) return found;
  if (!hasChromium()) throw new Error('No Chromium: install it, or name it in CHROMIUM.');
  return unpacked();
}

const installed = (): string | undefined =>
  findTool('chromium-headless-shell') ?? OTHERS.find((path) => fs.existsSync(path));

/** The whole of Chromium, as people have it, where it is installed; else what `chromiumPath` answers. */
export const wholeChromiumPath = async (): Promise<string> =>
  OTHERS.find((path) => fs.existsSync(path)) ?? (await chromiumPath());

/** Whether `chromiumPath` finds one; npm's is for Linux on x64 alone. */
export const hasChromium = (): boolean =>
  Boolean(process.env.CHROMIUM ?? installed()) || (process.platform === 'linux' && process.arch === 'x64');

/** Debian's Firefox; there is none of npm. */
export const firefoxPath = (): string | undefined => findTool('firefox-esr');

/** What a browser calls itself: `Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)`. */
export const versionOf = (browser: string): string =>
  execFileSync(browser, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

async function unpacked(): Promise<string> {
  const manifest = join(
    dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '../../package.json',
  );
  const { version } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as { version: string };
  const user = process.getuid?.() ?? 0;
  const folder = `/var/tmp/sarraf-chromium-${version}-${user}`;
  if (!fs.existsSync(folder)) await unpack(folder);
  // Everybody may write in /var/tmp, so what lies there is run only if we put it there.
  if (fs.lstatSync(folder).uid !== user) throw new Error(`${folder} belongs to another user: remove it.`);
  return join(folder, 'launch');
}

async function unpack(folder: string): Promise<void> {
  const unfinished = fs.mkdtempSync(`${folder}.`);
  // In a process of its own, for the package unpacks into TMPDIR and brings the libraries of Amazon's system,
  // which a bare machine lacks too, only where it believes to be there; it then also changes the environment.
  const env = { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  const script =
    "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();";
  try {
    const args = ['--input-type=module', '--eval', script];
    await promisify(execFile)(process.execPath, args, { env, cwd: import.meta.dirname });
    fs.writeFileSync(join(unfinished, 'launch'), LAUNCHER, { mode: 0o755 });
    fs.writeFileSync(join(unfinished, 'fonts.conf'), fontsOf(folder));
    fs.renameSync(unfinished, folder);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    // Another process may have been faster.
    if (!fs.existsSync(folder)) throw error;
  }
}
