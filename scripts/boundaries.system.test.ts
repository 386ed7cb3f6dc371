import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../server/test/remove-folder.ts';

const root = join(import.meta.dirname, '..');
const { rooms } = createRequire(import.meta.url)('./boundaries.cjs') as { rooms: Map<string, string[]> };

/** Importing file, imported file, and the violated rule; null: allowed. */
const PROBES: [from: string, to: string, rule: string | null][] = [
  ['server/src/ledger/probe.ts', 'server/src/makers/index.ts', 'imports-of-server/src/ledger'],
  ['server/src/ledger/probe.ts', 'server/src/backup/tables.ts', 'imports-of-server/src/ledger'],
  ['server/src/audit/probe.ts', 'server/src/trading/index.ts', 'imports-of-server/src/audit'],
  ['server/src/platform/probe.ts', 'server/src/identity/index.ts', 'imports-of-server/src/platform'],
  ['server/src/wallet/probe.ts', 'server/src/withdrawal/index.ts', 'imports-of-server/src/wallet'],
  ['server/src/wallet/probe.ts', 'server/src/ledger/index.ts', null],
  ['server/src/wallet/probe.ts', 'server/src/ledger/batch.ts', 'front-doors-only'],
  ['server/src/main.ts', 'server/src/ledger/batch.ts', 'front-doors-of-main'],
  ['server/src/main.ts', 'server/src/ledger/index.ts', null],
  ['server/src/custody/probe.ts', 'server/src/signer/sign.ts', 'imports-of-server/src/custody'],
  ['server/src/providers/probe.ts', 'server/src/wallet/index.ts', 'providers-see-ports-only'],
  ['server/src/providers/probe.ts', 'server/src/wallet/ports.ts', null],
  ['server/src/app/health.ts', 'server/src/providers/bank.ts', 'vendors-are-chosen-in-main'],
  ['server/src/custody/probe.ts', 'server/src/sandbox/bank.ts', 'vendors-are-chosen-in-main'],
  ['server/src/sandbox/probe.ts', 'server/src/wallet/index.ts', 'providers-see-ports-only'],
  ['server/src/app/vendors.ts', 'server/src/sandbox/bank.ts', null],
  ['server/src/app/vendors.ts', 'server/src/wallet/store.ts', 'front-doors-of-main'],
  [
    'server/src/platform/database/probe.ts',
    'server/src/platform/http/http.ts',
    'imports-of-server/src/platform/database',
  ],
  ['server/src/platform/http/probe.ts', 'server/src/platform/database/rows.ts', null],
  ['server/src/platform/clock.ts', 'server/src/platform/database/rows.ts', 'imports-of-server/src/platform'],
  ['server/src/identity/probe.ts', 'web/src/lib/api/api.ts', 'imports-of-server/src/identity'],
  ['server/src/identity/probe.ts', 'scripts/probe.ts', 'imports-of-server/src/identity'],
  ['server/src/newcomer/probe.ts', 'server/src/platform/clock.ts', 'imports-of-no-listed-folder'],
  ['domain/src/probe.ts', 'server/src/platform/clock.ts', 'imports-of-domain/src'],
  ['domain/src/probe.ts', 'domain/src/contracts/index.ts', 'imports-of-domain/src'],
  ['domain/src/contracts/probe.ts', 'domain/src/money.ts', null],
  ['web/src/ui/probe.tsx', 'web/src/trade-box/form.ts', 'imports-of-web/src/ui'],
  ['web/src/ui/overlays/probe.tsx', 'web/src/lib/api/api.ts', null],
  ['web/src/trade-box/probe.tsx', 'web/src/pages/home/index.ts', 'imports-of-web/src/trade-box'],
  ['web/src/lib/probe.ts', 'server/src/platform/clock.ts', 'imports-of-web/src/lib'],
  ['web/src/pages/home/probe.tsx', 'web/src/pages/wallet/index.ts', 'imports-of-web/src/pages/home'],
  [
    'web/src/pages/backoffice/brand/probe.tsx',
    'web/src/pages/backoffice/money/pass.ts',
    'imports-of-web/src/pages/backoffice/brand',
  ],
  [
    'web/src/pages/backoffice/people/probe.tsx',
    'web/src/pages/backoffice/money/pass.ts',
    'imports-of-web/src/pages/backoffice/people',
  ],
  ['web/src/pages/backoffice/people/probe.tsx', 'web/src/pages/backoffice/shared/visit.ts', null],
  ['web/src/trade-box/probe.tsx', 'web/src/orders/order.ts', 'imports-of-web/src/trade-box'],
  ['web/src/orders/probe.tsx', 'web/src/trade-box/part.ts', null],
  ['web/src/pages/novelty/probe.tsx', 'web/src/lib/api/api.ts', 'imports-of-no-listed-folder'],
  ['server/src/statements/probe.ts', 'messages/server/fa/statement-file.json', null],
  ['server/src/statements/probe.ts', 'messages/web/en/statement.json', null],
  ['server/src/statements/probe.ts', 'messages/server/fa/letters.json', 'messages-of-server/src/statements'],
  ['server/src/custody/probe.ts', 'messages/server/fa/letters.json', 'messages-of-nobody-else'],
  ['web/src/framework/i18n/probe.ts', 'messages/web/fa/common.json', null],
  [
    'web/src/framework/i18n/probe.ts',
    'messages/server/fa/letters.json',
    'messages-of-web/src/framework/i18n',
  ],
  ['web/src/ui/probe.tsx', 'messages/web/fa/common.json', 'messages-of-nobody-else'],
];
/** A file in a new folder that imports nothing and is not imported. */
const ALONE = 'server/src/hermit/alone.ts';

type Violation = { from: string; to: string; rule: { name: string } };
let violations: Violation[];
let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'sarraf-boundaries-'));
  const files = new Map<string, string[]>([[ALONE, []]]);
  for (const [from, to] of PROBES) {
    files.set(from, [...(files.get(from) ?? []), to]);
    if (!files.has(to)) files.set(to, []);
  }
  for (const [file, imported] of files) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    const lines = imported.map((to) => {
      const path = relative(dirname(file), to);
      return `import '${path.startsWith('.') ? path : `./${path}`}';\n`;
    });
    writeFileSync(join(dir, file), `${lines.join('')}export const here = true;\n`);
  }
  const depcruise = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const config = join(root, '.dependency-cruiser.cjs');
  const output = execFileSync(
    process.execPath,
    [depcruise, '--config', config, '--output-type', 'json', 'domain', 'server', 'web', 'scripts'],
    { cwd: dir, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  violations = JSON.parse(output).summary.violations;
});
afterAll(() => removeFolder(dir));

describe('dependency-cruiser rules', () => {
  it.each(PROBES.map(([from, to, rule]) => ({ from, to, rule })))(
    '$from → $to: $rule',
    ({ from, to, rule }) => {
      const names = violations
        .filter((one) => one.from === from && one.to === to)
        .map((one) => one.rule.name);
      if (rule === null) expect(names).toEqual([]);
      else expect(names).toContain(rule);
    },
  );
});

it('a file in an unlisted folder is refused, even if it imports nothing', () => {
  const names = violations.filter(({ from }) => from === ALONE).map(({ rule }) => rule.name);
  expect(names).toContain('a-file-in-no-listed-folder');
});

it('every listed folder exists', () => {
  const empty = [...rooms.keys()].filter(
    (folder) => globSync(`${folder}/*.{ts,tsx}`, { cwd: root }).length === 0,
  );
  expect(empty).toEqual([]);
});
