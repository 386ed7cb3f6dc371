/**
 * How long the continuous audit takes to detect each kind of alteration of the ledger during trading: seconds from
 * the attacker's commit until a violation is stored and outgoing payments are stopped. BENCH_TRADES is the number
 * of trades before (5,000), BENCH_RATE that of trades a second meanwhile (500). The ledgers are those of the tests,
 * which need vitest.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface DetectionResult {
  what: string;
  ms: number;
  transfers: number;
  recheckMs: number;
  tradesPerSecond: number;
}

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'sarraf-bench-watch-'));
const figuresFile = join(folder, 'figures.jsonl');
const env = {
  ...process.env,
  BENCH_TRADES: process.env.BENCH_TRADES ?? '5000',
  BENCH_RATE: process.env.BENCH_RATE ?? '500',
  BENCH_FIGURES: figuresFile,
  SARRAF_NIGHTLY: '1',
};
// One after another: concurrent audits would slow each other.
const args = [
  'run',
  'server/test/forged-books.system.test.ts',
  '-t',
  'the continuous audit',
  '--maxConcurrency=1',
];
const { status } = spawnSync(process.execPath, [join(root, 'node_modules/.bin/vitest'), ...args], {
  cwd: root,
  env,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const lines = existsSync(figuresFile) ? readFileSync(figuresFile, 'utf8').trim().split('\n') : [];
rmSync(folder, { recursive: true });
if (status !== 0 || lines.length === 0) throw new Error(`the tests ended with ${status}`);

const results = lines.map((line) => JSON.parse(line) as DetectionResult);
const toSeconds = (ms: number) => Math.round(ms / 100) / 10;
console.table(
  Object.fromEntries(
    results.map(({ what, ms, recheckMs, transfers, tradesPerSecond }) => [
      what,
      {
        'found after s': toSeconds(ms),
        'trades a second': Math.round(tradesPerSecond),
        'everything takes ms': recheckMs,
        transfers,
      },
    ]),
  ),
);
const transfers = Math.max(...results.map((one) => one.transfers));
const recheckMs = results.map((one) => one.recheckMs).toSorted((a, b) => a - b)[results.length >> 1] ?? 0;
console.log(
  JSON.stringify({
    bench: 'watch',
    transfers,
    recheckMs,
    recheckMsPer100000: Math.round((recheckMs / transfers) * 100_000),
    slowest: toSeconds(Math.max(...results.map(({ ms }) => ms))),
    found: Object.fromEntries(results.map(({ what, ms }) => [what, toSeconds(ms)])),
  }),
);
