import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { measureCoreScore } from './core-score.ts';
import { type Figures, roundSignificant } from './figures.ts';
import { runBench } from './run-bench.ts';

const root = join(import.meta.dirname, '../..');
const HISTORY = join(root, 'bench', 'history.md');

/** Columns of the table in bench/history.md after those that name commit and machine. */
const COLUMNS = [
  ['otc', 'pgbenchPerSecond'],
  ['otc', 'batchesPerSecond'],
  ['otc', 'batchesToPgbench'],
  ['otc', 'httpPerSecond'],
  ['otc', 'httpToPgbench'],
  ['otc', 'offeredP50'],
  ['otc', 'offeredP99'],
  ['orders', 'ordersPerSecond'],
  ['orders', 'httpPerSecond'],
  ['orders', 'offeredP99'],
  ['matching', 'normalPerSecond'],
  ['matching', 'toNodejsOrderBook'],
  ['otc', 'offeredP99ToPgbench'],
  ['otc', 'worstLagSeconds'],
  ['stream', 'p99'],
  ['login', 'loginMs'],
] as const;

/** Runs the benchmarks of bench/history.md's columns, and appends this tree's line to it. */
export async function recordHistory(): Promise<void> {
  const score = measureCoreScore();
  const measured: Record<string, Figures> = {};
  for (const name of new Set(COLUMNS.map(([bench]) => bench))) {
    console.log(`${name}…`);
    measured[name] = await runBench(root, name, process.env);
  }
  const line = formatHistoryRow({ commit: describeCommit(), machine: describeMachine(), score }, measured);
  appendFileSync(HISTORY, `${line}\n`);
  console.log(line);
}

/** Returns the row; a figure that wasn't measured (without pgbench) is a dash. */
export function formatHistoryRow(
  { commit, machine, score }: { commit: string; machine: string; score: number },
  measured: Record<string, Figures>,
): string {
  const figures = COLUMNS.map(([bench, name]) => measured[bench]?.[name]).map((value) =>
    value === undefined ? '–' : String(roundSignificant(value)),
  );
  const day = new Date().toISOString().slice(0, 10);
  return `| ${[day, commit, machine, String(score), ...figures].join(' | ')} |`;
}

/** With a plus if the tree has uncommitted changes. */
function describeCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--untracked-files=no') !== '';
  return `${git('rev-parse', '--short', 'HEAD')}${changed ? '+' : ''}`;
}

function describeMachine(): string {
  const processors = cpus();
  return `${processors.length} × ${processors[0]?.model.replace(/\s+/g, ' ').trim() ?? 'unknown'}`;
}
