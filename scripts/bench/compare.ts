import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDatabase } from '../../server/test/global-setup.ts';
import { checkOutTree, linkTreePackages, removeTree, resolveCommit } from '../other-tree.ts';
import {
  type Comparison,
  type ComparisonRound,
  compareRounds,
  getMeasuringOrder,
  roundSignificant,
} from './figures.ts';
import { benchPath, runBench, stopRunningBench } from './run-bench.ts';

const root = join(import.meta.dirname, '../..');
/** Benchmarks required for a change to ledger, trading or platform. */
const DEFAULT_BENCHES = ['otc', 'orders', 'matching'];

/**
 * Alternates benchmarks of `commit` and of the present tree, and prints the ratio of each figure that both have,
 * with its spread; the last line is JSON. BENCH_ROUNDS is the number of rounds (3); other environment variables are
 * passed on to the benchmarks.
 */
export async function compareWithCommit(commit: string | undefined, names: readonly string[]): Promise<void> {
  const rounds = Number.parseInt(process.env.BENCH_ROUNDS ?? '3', 10);
  if (commit === undefined || !(rounds > 0))
    throw new Error(
      'usage: npm run bench compare <commit> [name...], with BENCH_ROUNDS=3 in the environment',
    );
  const id = resolveCommit(commit);
  const chosen = names.length > 0 ? names : DEFAULT_BENCHES;
  const temp = realpathSync(mkdtempSync(join(tmpdir(), 'sarraf-compare-')));
  // The database of a benchmark runs as another user, who needs access.
  chmodSync(temp, 0o711);
  const otherTree = join(temp, 'there');
  const removeTemporaryFiles = async () => {
    await stopRunningBench();
    await removeDatabases(join(temp, 'data'));
    removeTree(otherTree);
    rmSync(temp, { recursive: true, force: true });
  };
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      removeTemporaryFiles().finally(() => process.exit(130));
    });
  try {
    checkOutCommit(id, otherTree, chosen);
    const env = createEnvironment(temp);
    const figures: Record<string, Record<string, Comparison>> = {};
    for (const name of chosen)
      figures[name] = await runAlternately(name, { id, there: otherTree, rounds, env });
    console.log(
      JSON.stringify({ bench: 'compare', commit: id, rounds, figures }, (_, value) =>
        typeof value === 'number' ? roundSignificant(value) : value,
      ),
    );
  } catch (error) {
    // A stopped benchmark ends without figures: that is no failure.
    if (!isStopping) throw error;
  } finally {
    if (!isStopping) await removeTemporaryFiles();
  }
}

/** Checks out the other version, and checks that both have the benchmarks. */
function checkOutCommit(id: string, otherTree: string, names: readonly string[]): void {
  checkOutTree(id, otherTree);
  for (const [tree, where] of [
    [otherTree, id],
    [root, 'this tree'],
  ] as const)
    for (const name of names)
      if (!existsSync(benchPath(tree, name))) throw new Error(`There is no bench/${name}.ts in ${where}.`);
  linkTreePackages(id, otherTree);
}

/**
 * Files left by stopped runs stay in our temporary folder; and neither version serves pages that the other may have
 * built.
 */
function createEnvironment(temp: string): NodeJS.ProcessEnv {
  const data = join(temp, 'data');
  mkdirSync(data);
  chmodSync(data, 0o711);
  return { ...process.env, TMPDIR: data, WEB_ROOT: join(temp, 'no-pages') };
}

async function removeDatabases(data: string): Promise<void> {
  if (!existsSync(data)) return;
  for (const name of readdirSync(data)) await removeDatabase(join(data, name));
}

interface ComparedTrees {
  id: string;
  there: string;
  rounds: number;
  env: NodeJS.ProcessEnv;
}

async function runAlternately(
  name: string,
  { id, there, rounds, env }: ComparedTrees,
): Promise<Record<string, Comparison>> {
  const trees = { there, here: root };
  const done: ComparisonRound[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const figures: Partial<ComparisonRound> = {};
    for (const side of getMeasuringOrder(round)) {
      console.log(`${name}, round ${round + 1} of ${rounds}: ${side === 'there' ? id : 'here'}`);
      figures[side] = await runBench(trees[side], name, env);
    }
    done.push(figures as ComparisonRound);
  }
  const compared = compareRounds(done);
  const rows = Object.entries(compared).map(([figure, { there: old, here, ratio, least, most }]) => [
    figure,
    {
      [id]: roundSignificant(old),
      here: roundSignificant(here),
      ratio: roundSignificant(ratio),
      least: roundSignificant(least),
      most: roundSignificant(most),
    },
  ]);
  console.log(`\n${name}: medians, and here for each one of ${id}`);
  console.table(Object.fromEntries(rows));
  return compared;
}
