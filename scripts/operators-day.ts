// `npm run operators-day [-- --from <commit>] [--only day,install,upgrade,failovers]`: runs an operator's day, part
// by part, and reports the result of each. Parts that can't run on this machine are skipped by name; the exit code
// is 1 when a part failed.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Part, type PartVerdict, runNodeScript, runParts, selectParts } from './run-parts.ts';
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

async function runOperatorsDay(): Promise<PartVerdict> {
  const missing = findUnsupportedReason();
  if (missing !== null) return `skipped: ${missing}`;
  try {
    await walkOneInstallation((line) => console.log(`  ${line}`));
    return 'passed';
  } catch (error) {
    console.error(error);
    return 'FAILED';
  }
}

const vitestCommand = (file: string): string[] => [join(root, 'node_modules/.bin/vitest'), 'run', file];

const PARTS: Record<string, Part> = {
  install: {
    what: 'an empty root: install, key ceremony, TLS, backup and restore',
    run: () => runNodeScript('scripts/walk-install.ts', '--where-possible'),
  },
  day: {
    what: 'first staff member, first deposit, restarts, a fallen database, a restore, an alarm, the log of it',
    run: runOperatorsDay,
  },
  upgrade: {
    what: 'a rolling upgrade under load',
    run: () =>
      values.from === undefined
        ? runNodeScript(...vitestCommand('server/test/rolling-upgrade.system.test.ts'))
        : runNodeScript('scripts/rolling-upgrade.ts', values.from),
  },
  failovers: {
    what: 'the primary of three hosts is killed, frozen and moved under load',
    run: () => runNodeScript('scripts/failovers.ts', '--count', FAILOVER_COUNT, '--where-possible'),
  },
};

const results = await runParts(PARTS, selectParts(PARTS, values.only));
const isRed = (verdict: PartVerdict) => verdict === 'FAILED' || (values.strict && verdict !== 'passed');
process.exit(results.some(({ verdict }) => isRed(verdict)) ? 1 : 0);
