import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDatabase } from '../../server/test/global-setup.ts';
import { addTree, commitOf, installTree, removeTree } from '../other-tree.ts';
import { type Comparison, compareRounds, orderOf, type Round, rounded } from './figures.ts';
import { fileOf, runBench, stopRunning } from './run-bench.ts';

const root = join(import.meta.dirname, '../..');
/** Benchmarks required for a change to ledger, trading or platform. */
const DEFAULT = ['otc', 'orders', 'matching'];

/**
 * Alternates benchmarks of `commit` and of the present tree, and prints the ratio of each figure that both have,
 * with its spread; the last line is JSON. BENCH_ROUNDS is the number of rounds (3); other environment variables are
 * passed on to the benchmarks.
 */
export async function compare(commit: string | undefined, names: readonly string[]): Promise<void> {
  const rounds = Number.parseInt(process.env.BENCH_ROUNDS ?? '3', 10);
  if (commit === undefined || !(rounds > 0))
    throw new Error(
      'usage: npm run bench compare <commit> [name...], with BENCH_ROUNDS=3 in the environment',
    );
  const id = commitOf(commit);
  const chosen = names.length > 0 ? names : DEFAULT;
  const temp = realpathSync(mkdtempSync(join(tmpdir(), 'sarraf-compare-')));
  // The database of a benchmark runs as another user, who needs access.
  chmodSync(temp, 0o711);
  const there = join(temp, 'there');
  const remove = async () => {
    await stopRunning();
    await removeDatabases(join(temp, 'data'));
    removeTree(there);
    rmSync(temp, { recursive: true, force: true });
  };
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      remove().finally(() => process.exit(130));
    });
  try {
    checkOut(id, there, chosen);
    const env = environment(temp);
    const figures: Record<string, Record<string, Comparison>> = {};
    for (const name of chosen) figures[name] = await alternate(name, { id, there, rounds, env });
    console.log(
      JSON.stringify({ bench: 'compare', commit: id, rounds, figures }, (_, value) =>
        typeof value === 'number' ? rounded(value) : value,
      ),
    );
  } catch (error) {
    // A stopped benchmark ends without figures: that is no failure.
    if (!stopping) throw error;
  } finally {
    if (!stopping) await remove();
  }
}

/** Checks out the other version, and checks that both have the benchmarks. */
function checkOut(id: string, there: string, names: readonly string[]): void {
  addTree(id, there);
  for (const [tree, where] of [
    [there, id],
    [root, 'this tree'],
  ] as const)
    for (const name of names)
      if (!existsSync(fileOf(tree, name))) throw new Error(`There is no bench/${name}.ts in ${where}.`);
  installTree(id, there);
}

/**
 * Files left by stopped runs stay in our temporary folder; and neither version serves pages that the other may have
 * built.
 */
function environment(temp: string): NodeJS.ProcessEnv {
  const data = join(temp, 'data');
  mkdirSync(data);
  chmodSync(data, 0o711);
  return { ...process.env, TMPDIR: data, WEB_ROOT: join(temp, 'no-pages') };
}

async function removeDatabases(data: string): Promise<void> {
  if (!existsSync(data)) return;
  for (const name of readdirSync(data)) await removeDatabase(join(data, name));
}

interface Sides {
  id: string;
  there: string;
  rounds: number;
  env: NodeJS.ProcessEnv;
}

async function alternate(
  name: string,
  { id, there, rounds, env }: Sides,
): Promise<Record<string, Comparison>> {
  const trees = { there, here: root };
  const done: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const figures: Partial<Round> = {};
    for (const side of orderOf(round)) {
      console.log(`${name}, round ${round + 1} of ${rounds}: ${side === 'there' ? id : 'here'}`);
      figures[side] = await runBench(trees[side], name, env);
    }
    done.push(figures as Round);
  }
  const compared = compareRounds(done);
  const rows = Object.entries(compared).map(([figure, { there: old, here, ratio, least, most }]) => [
    figure,
    {
      [id]: rounded(old),
      here: rounded(here),
      ratio: rounded(ratio),
      least: rounded(least),
      most: rounded(most),
    },
  ]);
  console.log(`\n${name}: medians, and here for each one of ${id}`);
  console.table(Object.fromEntries(rows));
  return compared;
}
