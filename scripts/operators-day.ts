// `npm run operators-day [-- --from <commit>] [--only day,install,upgrade,failovers]`: runs an operator's day, part
// by part, and reports the result of each. Parts that can't run on this machine are skipped by name; the exit code
// is 1 when a part failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findUnsupportedReason, walkOneInstallation } from './walk/one-installation.ts';

const root = join(import.meta.dirname, '..');
const FAILOVER_COUNT = '4';

const { values } = parseArgs({
  options: {
    /** The version to upgrade from; without it, this tree is used for both. */
    from: { type: 'string' },
    only: { type: 'string', default: 'install,day,upgrade,failovers' },
    /** A skipped part counts as failed: at night all of them can run. */
    strict: { type: 'boolean', default: false },
  },
});

type PartVerdict = 'held' | 'FAILED' | `left out: ${string}`;

/** Runs a command as an operator would, who has nothing but the command line. */
async function runNpmScript(...args: string[]): Promise<PartVerdict> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  const [code] = await once(child, 'close');
  const [, error] = /^skipped: (.*)$/m.exec(output) ?? [];
  return error === undefined ? (code === 0 ? 'held' : 'FAILED') : `left out: ${error}`;
}

async function runOperatorsDay(): Promise<PartVerdict> {
  const missing = findUnsupportedReason();
  if (missing !== null) return `left out: ${missing}`;
  try {
    await walkOneInstallation((line) => console.log(`  ${line}`));
    return 'held';
  } catch (error) {
    console.error(error);
    return 'FAILED';
  }
}

const vitestCommand = (file: string): string[] => [join(root, 'node_modules/.bin/vitest'), 'run', file];

const PARTS: Record<string, { what: string; walk(): Promise<PartVerdict> }> = {
  install: {
    what: 'an empty root: install, key ceremony, TLS, backup and restore',
    walk: () => runNpmScript('scripts/walk-install.ts', '--where-possible'),
  },
  day: {
    what: 'first staff member, first deposit, restarts, a fallen database, a restore, an alarm, the log of it',
    walk: runOperatorsDay,
  },
  upgrade: {
    what: 'a rolling upgrade under load',
    walk: () =>
      values.from === undefined
        ? runNpmScript(...vitestCommand('server/test/rolling-upgrade.system.test.ts'))
        : runNpmScript('scripts/rolling-upgrade.ts', values.from),
  },
  failovers: {
    what: 'the primary of three hosts is killed, frozen and moved under load',
    walk: () => runNpmScript('scripts/failovers.ts', '--count', FAILOVER_COUNT, '--where-possible'),
  },
};

const names = values.only.split(',');
const unknownNames = names.filter((name) => !Object.hasOwn(PARTS, name));
if (unknownNames.length > 0)
  throw new Error(`no such part: ${unknownNames.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`);

const rows: string[] = [];
let failed = false;
for (const name of names) {
  const part = PARTS[name] as (typeof PARTS)[string];
  console.log(`\n${name}: ${part.what}`);
  const startedAt = performance.now();
  const verdict = await part.walk();
  failed ||= verdict === 'FAILED' || (values.strict && verdict !== 'held');
  rows.push(
    `| ${name} | ${part.what} | ${((performance.now() - startedAt) / 60_000).toFixed(1)} | ${verdict} |`,
  );
}
console.log(`\n| part | what is walked | min | |\n| --- | --- | --: | --- |\n${rows.join('\n')}`);
process.exit(failed ? 1 : 0);
