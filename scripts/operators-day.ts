// `npm run operators-day [-- --from <commit>] [--only day,install,upgrade,failovers]`: runs an operator's day, part
// by part, and reports the result of each. Parts that can't run on this machine are skipped by name; the exit code
// is 1 when a part failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { missingOfDay, walkOneInstallation } from './walk/one-installation.ts';

const root = join(import.meta.dirname, '..');
const FAILOVERS = '4';

const { values } = parseArgs({
  options: {
    /** The version to upgrade from; without it, this tree is used for both. */
    from: { type: 'string' },
    only: { type: 'string', default: 'install,day,upgrade,failovers' },
    /** A skipped part counts as failed: at night all of them can run. */
    strict: { type: 'boolean', default: false },
  },
});

type Verdict = 'held' | 'FAILED' | `left out: ${string}`;

/** Runs a command as an operator would, who has nothing but the command line. */
async function command(...args: string[]): Promise<Verdict> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    process.stdout.write(text);
  });
  const [code] = await once(child, 'close');
  const [, why] = /^skipped: (.*)$/m.exec(said) ?? [];
  return why === undefined ? (code === 0 ? 'held' : 'FAILED') : `left out: ${why}`;
}

async function day(): Promise<Verdict> {
  const missing = missingOfDay();
  if (missing !== null) return `left out: ${missing}`;
  try {
    await walkOneInstallation((line) => console.log(`  ${line}`));
    return 'held';
  } catch (error) {
    console.error(error);
    return 'FAILED';
  }
}

const vitest = (file: string): string[] => [join(root, 'node_modules/.bin/vitest'), 'run', file];

const PARTS: Record<string, { what: string; walk(): Promise<Verdict> }> = {
  install: {
    what: 'an empty root: install, key ceremony, TLS, backup and restore',
    walk: () => command('scripts/walk-install.ts', '--where-possible'),
  },
  day: {
    what: 'first colleague, first deposit, restarts, a fallen database, a restore, an alarm, the log of it',
    walk: day,
  },
  upgrade: {
    what: 'a rolling upgrade under load',
    walk: () =>
      values.from === undefined
        ? command(...vitest('server/test/rolling-upgrade.system.test.ts'))
        : command('scripts/rolling-upgrade.ts', values.from),
  },
  failovers: {
    what: 'the primary of three hosts is killed, frozen and moved under load',
    walk: () => command('scripts/failovers.ts', '--count', FAILOVERS, '--where-possible'),
  },
};

const names = values.only.split(',');
const strange = names.filter((name) => !Object.hasOwn(PARTS, name));
if (strange.length > 0)
  throw new Error(`no such part: ${strange.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`);

const rows: string[] = [];
let failed = false;
for (const name of names) {
  const part = PARTS[name] as (typeof PARTS)[string];
  console.log(`\n${name}: ${part.what}`);
  const begun = performance.now();
  const verdict = await part.walk();
  failed ||= verdict === 'FAILED' || (values.strict && verdict !== 'held');
  rows.push(`| ${name} | ${part.what} | ${((performance.now() - begun) / 60_000).toFixed(1)} | ${verdict} |`);
}
console.log(`\n| part | what is walked | min | |\n| --- | --- | --: | --- |\n${rows.join('\n')}`);
process.exit(failed ? 1 : 0);
