import {
  findBookedAbove,
  findBookedUnread,
  requireDepositRecheck,
  revertDepositsAbove,
} from '../deposits/deposit-store.ts';
import { notifyDepositOwners } from '../deposits/notify-owners.ts';
import { publishWalletChanges } from '../deposits/publish-deposits.ts';
import { reverseDeposit } from '../deposits/reverse-deposit.ts';
import type { CustodyContext } from '../deps.ts';
import type { ChainNode } from '../ports.ts';
import { belowSent, revertFinalPayments } from '../sending/undo-sent.ts';
import {
  type ChainCursor,
  type ChainHead,
  forgetBlocks,
  moveCursor,
  oldestBlock,
  readBlocks,
  readLandmarks,
} from './cursor-store.ts';
import { haltChain } from './forks.ts';
import type { ScanMemory } from './unmined.ts';

const STEP = 10;
const BATCH_SIZE = 200;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Goes back to the last block in common after the chain replaced scanned blocks. Deposits in the ledger are
 * reversed first; after an interruption the next scan finds the same fork and continues. A fork below all saved
 * blocks halts the chain unless an admin has accepted it. Returns whether more blocks wait.
 */
export async function handleReorg(
  context: CustodyContext,
  node: ChainNode,
  { height, fork: decided }: ChainCursor,
  head: ChainHead,
  memory: ScanMemory,
): Promise<boolean> {
  const { chain } = node;
  const oldest = (await oldestBlock(context.db, chain)) ?? height;
  const common = await findCommon(context, node, height, oldest);
  if (common === null && decided !== 'FOLLOW') {
    await haltChain(context, chain, oldest);
    return false;
  }
  const fork =
    common ?? Math.min(await belowLandmarks(context, node, oldest), await belowSent(context, node, oldest));
  context.log.error(
    { area: 'custody', event: 'reorg', chain, from: height, fork },
    'a chain dropped scanned blocks',
  );
  for (;;) {
    const booked = await findBookedAbove(context.db, chain, fork, BATCH_SIZE);
    await Promise.all(booked.map((deposit) => reverseDeposit(context, deposit)));
    if (booked.length < BATCH_SIZE) break;
  }
  if (common === null) await reverseUnread(context, node);
  await revertFinalPayments(context, chain, fork);
  const touched = await context.db.transaction().execute(async (tx) => {
    if (!(await moveCursor(tx, chain, height, { height: fork, head }, context.now()))) return [];
    await forgetBlocks(tx, chain, fork);
    if (common === null) await requireDepositRecheck(tx, chain);
    return revertDepositsAbove(tx, chain, fork);
  });
  memory.unminedAt = 0;
  await notifyDepositOwners(context);
  publishWalletChanges(context, touched);
  return true;
}

/** Returns the highest block in common with the chain; null: it is below all saved blocks. */
async function findCommon(
  context: CustodyContext,
  node: ChainNode,
  height: number,
  oldest: number,
): Promise<number | null> {
  for (let to = height; to >= oldest; to -= STEP) {
    const from = Math.max(oldest, to - STEP + 1);
    const ours = await readBlocks(context.db, node.chain, from, to);
    const theirs = await node.blocks(from, to);
    const common = theirs.filter((block) => ours.get(block.height) === block.hash).at(-1);
    if (common) return common.height;
  }
  return null;
}

/** Returns the height below the lowest missing deposit: the blocks of deposits in the ledger are saved permanently. */
async function belowLandmarks(context: CustodyContext, node: ChainNode, oldest: number): Promise<number> {
  let lowest = oldest;
  for (;;) {
    const marks = await readLandmarks(context.db, node.chain, lowest, STEP);
    for (const { height, hash } of marks) {
      const [block] = (await node.blocks(height, height)).slice(-1);
      if (block?.height === height && block.hash === hash) return lowest - 1;
      lowest = height;
    }
    if (marks.length < STEP) return lowest - 1;
  }
}

/**
 * Reverses missing deposits that their owners reported: their blocks were never scanned, so the node is queried
 * about each.
 */
async function reverseUnread(context: CustodyContext, node: ChainNode): Promise<void> {
  for (let after = FIRST; ; ) {
    const some = await findBookedUnread(context.db, node.chain, after, BATCH_SIZE);
    for (const deposit of some) {
      const found = await node.transaction(deposit.txid);
      if (found?.height !== deposit.height) await reverseDeposit(context, deposit);
    }
    after = some.at(-1)?.id ?? after;
    if (some.length < BATCH_SIZE) break;
  }
}
