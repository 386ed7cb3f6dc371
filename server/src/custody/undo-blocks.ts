import { forgetBlocks, type Head, moveCursor, oldestBlock, readBlocks } from './cursor-store.ts';
import { doubtDeposits, findBookedAbove, unmineDeposits } from './deposit-store.ts';
import type { Kit } from './deps.ts';
import type { ChainNode } from './ports.ts';
import { reverseDeposit } from './reverse-deposit.ts';
import { tellDeposits } from './tell-deposits.ts';
import { tellPages } from './tell-pages.ts';
import type { ScanMemory } from './unmined.ts';

const STEP = 10;
const AT_ONCE = 200;

/**
 * The chain has other blocks than those that were read: goes back to the last common one. What was in the books is taken
 * out first; cut off in between, the next look finds the same fork and goes on.
 */
export async function undoBlocks(
  kit: Kit,
  node: ChainNode,
  height: number,
  head: Head,
  memory: ScanMemory,
): Promise<void> {
  const { chain } = node;
  const { fork, remembered } = await findFork(kit, node, height);
  kit.log.error(
    { area: 'custody', event: 'reorg', chain, from: height, fork },
    'blocks of a chain were undone',
  );
  for (;;) {
    const booked = await findBookedAbove(kit.db, chain, fork, AT_ONCE);
    await Promise.all(booked.map((deposit) => reverseDeposit(kit, deposit)));
    if (booked.length < AT_ONCE) break;
  }
  const touched = await kit.db.transaction().execute(async (tx) => {
    if (!(await moveCursor(tx, chain, height, { height: fork, head }, kit.now()))) return [];
    await forgetBlocks(tx, chain, fork);
    if (!remembered) await doubtDeposits(tx, chain);
    return unmineDeposits(tx, chain, fork);
  });
  memory.unminedAt = 0;
  await tellDeposits(kit);
  tellPages(kit, touched);
}

/** The highest block that we and the chain have in common; not `remembered`: it lies somewhere below `fork`. */
async function findFork(
  kit: Kit,
  node: ChainNode,
  height: number,
): Promise<{ fork: number; remembered: boolean }> {
  const oldest = (await oldestBlock(kit.db, node.chain)) ?? height;
  for (let to = height; to >= oldest; to -= STEP) {
    const from = Math.max(oldest, to - STEP + 1);
    const ours = await readBlocks(kit.db, node.chain, from, to);
    const theirs = await node.blocks(from, to);
    const common = theirs.filter((block) => ours.get(block.height) === block.hash).at(-1);
    if (common) return { fork: common.height, remembered: true };
  }
  kit.log.error({ area: 'custody', chain: node.chain, oldest }, 'a fork below everything that is remembered');
  return { fork: oldest - 1, remembered: false };
}
