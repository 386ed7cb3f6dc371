import { notifyDepositOwners } from '../deposits/notify-owners.ts';
import { publishWalletChanges } from '../deposits/publish-deposits.ts';
import { reverseDeposit } from '../deposits/reverse-deposit.ts';
import {
  findBookedAbove,
  findBookedUnscanned,
  requireDepositRecheck,
  revertDepositsAbove,
} from '../deposits/scanned-deposit-store.ts';
import type { CustodyContext } from '../deps.ts';
import type { ChainNode } from '../ports.ts';
import { findForkBelowPayments, revertFinalPayments } from '../sending/undo-sent.ts';
import {
  advanceCursor,
  type ChainCursor,
  type ChainHead,
  deleteBlocksAbove,
  findOldestBlock,
  listDepositBlocks,
  readBlockHashes,
} from './cursor-store.ts';
import { haltChain } from './forks.ts';
import type { ScanMemory } from './unmined.ts';

const BLOCKS_PER_STEP = 10;
const BATCH_SIZE = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Goes back to the last block in common after the chain replaced scanned blocks. Deposits in the ledger are
 * reversed first; after an interruption the next scan finds the same fork and continues. A fork below all saved
 * blocks halts the chain unless an admin has accepted it. Returns whether more blocks wait.
 */
export async function handleReorg(
  context: CustodyContext,
  node: ChainNode,
  { height, fork: forkDecision }: ChainCursor,
  head: ChainHead,
  memory: ScanMemory,
): Promise<boolean> {
  const { chain } = node;
  const oldest = (await findOldestBlock(context.db, chain)) ?? height;
  const common = await findCommonHeight(context, node, height, oldest);
  if (common === null && forkDecision !== 'FOLLOW') {
    await haltChain(context, chain, oldest);
    return false;
  }
  const fork =
    common ??
    Math.min(
      await findForkBelowDeposits(context, node, oldest),
      await findForkBelowPayments(context, node, oldest),
    );
  context.log.error(
    { area: 'custody', event: 'reorg', chain, from: height, fork },
    'a chain dropped scanned blocks',
  );
  for (;;) {
    const booked = await findBookedAbove(context.db, chain, fork, BATCH_SIZE);
    await Promise.all(booked.map((deposit) => reverseDeposit(context, deposit)));
    if (booked.length < BATCH_SIZE) break;
  }
  if (common === null) await reverseUnscannedDeposits(context, node);
  await revertFinalPayments(context, chain, fork);
  const changes = await context.db.transaction().execute(async (tx) => {
    if (!(await advanceCursor(tx, chain, height, { height: fork, head }, context.now()))) return [];
    await deleteBlocksAbove(tx, chain, fork);
    if (common === null) await requireDepositRecheck(tx, chain);
    return revertDepositsAbove(tx, chain, fork);
  });
  memory.unminedAt = 0;
  await notifyDepositOwners(context);
  publishWalletChanges(context, changes);
  return true;
}

/** Returns the highest block in common with the chain; null: it is below all saved blocks. */
async function findCommonHeight(
  context: CustodyContext,
  node: ChainNode,
  height: number,
  oldest: number,
): Promise<number | null> {
  for (let to = height; to >= oldest; to -= BLOCKS_PER_STEP) {
    const from = Math.max(oldest, to - BLOCKS_PER_STEP + 1);
    const savedHashes = await readBlockHashes(context.db, node.chain, from, to);
    const nodeBlocks = await node.blocks(from, to);
    const common = nodeBlocks.filter((block) => savedHashes.get(block.height) === block.hash).at(-1);
    if (common) return common.height;
  }
  return null;
}

/** Returns the height below the lowest missing deposit: the blocks of deposits in the ledger are saved permanently. */
async function findForkBelowDeposits(
  context: CustodyContext,
  node: ChainNode,
  oldest: number,
): Promise<number> {
  let lowest = oldest;
  for (;;) {
    const checkpoints = await listDepositBlocks(context.db, node.chain, lowest, BLOCKS_PER_STEP);
    for (const { height, hash } of checkpoints) {
      const [block] = (await node.blocks(height, height)).slice(-1);
      if (block?.height === height && block.hash === hash) return lowest - 1;
      lowest = height;
    }
    if (checkpoints.length < BLOCKS_PER_STEP) return lowest - 1;
  }
}

/**
 * Reverses missing deposits that their owners reported: their blocks were never scanned, so the node is queried
 * about each.
 */
async function reverseUnscannedDeposits(context: CustodyContext, node: ChainNode): Promise<void> {
  for (let after = FIRST_ID; ; ) {
    const deposits = await findBookedUnscanned(context.db, node.chain, after, BATCH_SIZE);
    for (const deposit of deposits) {
      const found = await node.transaction(deposit.txid);
      if (found?.height !== deposit.height) await reverseDeposit(context, deposit);
    }
    after = deposits.at(-1)?.id ?? after;
    if (deposits.length < BATCH_SIZE) break;
  }
}
