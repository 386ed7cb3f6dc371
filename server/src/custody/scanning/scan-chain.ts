import type { Chain } from '@sarraf/domain';
import { reportTampered } from '../addresses/check-address.ts';
import { publishWalletChanges } from '../deposits/publish-deposits.ts';
import { findWaitingOwners, saveOutputs } from '../deposits/scanned-deposit-store.ts';
import type { CustodyContext } from '../deps.ts';
import type { Block, ChainNode, PublicKeys } from '../ports.ts';
import { revertMovedPayments } from '../sending/undo-sent.ts';
import {
  advanceCursor,
  type ChainCursor,
  type ChainHead,
  findCursor,
  insertCursor,
  readBlockHashes,
  saveBlocks,
  touchCursor,
} from './cursor-store.ts';
import { resumeIfForkResolved } from './forks.ts';
import { type MatchedPayments, matchIncoming } from './match-incoming.ts';
import { recordSeenDeposits } from './see-deposits.ts';
import { handleReorg } from './undo-blocks.ts';
import { recheckUnconfirmedDeposits, type ScanMemory } from './unmined.ts';

/** Blocks per request; those of Bitcoin have some megabytes each. */
const BLOCKS_PER_REQUEST = 20;
/** Number of block hashes saved to find where a chain forked. */
const KEPT_BLOCKS = 200;
/** Interval at which the last scan of an idle chain is recorded. */
const TOUCH_MS = 30_000;
/** Maximum number of owners who are notified of new confirmations immediately. */
const MAX_PUBLISHED = 1_000;

/** More blocks wait; the chain was scanned to its end; nothing has changed. */
export type ScanResult = 'MORE' | 'READ' | 'SAME';

/**
 * Scans a chain once: new blocks up to a limit, forks, unconfirmed payments. `known`: the cursor, if it was just
 * read. Safe to interrupt at any point and to run concurrently: cursor and deposits are written in one transaction.
 */
export async function scanChain(
  context: CustodyContext,
  node: ChainNode,
  memory: ScanMemory,
  knownCursor?: ChainCursor,
): Promise<ScanResult> {
  const { chain } = node;
  const head = await node.head();
  const cursor = knownCursor ?? (await findCursor(context.db, chain));
  if (cursor === null) {
    await startCursor(context, node, head);
    return 'READ';
  }
  if (cursor.fork === 'HALTED' && !(await resumeIfForkResolved(context, node, cursor))) return 'READ';
  const hasNewBlocks = head.height > cursor.height;
  if (hasNewBlocks && (await scanNewBlocks(context, node, cursor, head, memory))) return 'MORE';
  const hasMoved = hasNewBlocks || (await recordScan(context, chain, cursor, head));
  await recordUnconfirmedPayments(context, node);
  await recheckUnconfirmedDeposits(context, node, memory);
  return hasMoved || cursor.fork !== null ? 'READ' : 'SAME';
}

/** Saves the cursor's first block, so that its removal from the chain is noticed. */
async function startCursor(context: CustodyContext, node: ChainNode, head: ChainHead): Promise<void> {
  const [tip] = (await node.blocks(head.height, head.height)).slice(-1);
  await insertCursor(context.db, node.chain, head, context.now());
  if (tip?.height === head.height)
    await context.db
      .transaction()
      .execute((tx) => saveBlocks(tx, node.chain, [tip], head.height - KEPT_BLOCKS));
}

/** Returns whether the head has changed. */
async function recordScan(
  context: CustodyContext,
  chain: Chain,
  cursor: ChainCursor,
  head: ChainHead,
): Promise<boolean> {
  const hasChanged = head.height !== cursor.headHeight || head.final !== cursor.finalHeight;
  const isStale = context.clock.now() - cursor.scannedAt.getTime() >= TOUCH_MS;
  if (hasChanged || isStale) await touchCursor(context.db, chain, head, context.now());
  return hasChanged;
}

/** Returns whether more blocks wait. */
async function scanNewBlocks(
  context: CustodyContext,
  node: ChainNode,
  cursor: ChainCursor,
  head: ChainHead,
  memory: ScanMemory,
): Promise<boolean> {
  const { chain } = node;
  const to = Math.min(head.height, cursor.height + BLOCKS_PER_REQUEST);
  const blocks = await node.blocks(cursor.height + 1, to);
  if (blocks.length === 0) throw new Error(`the node of ${chain} has no block ${to}`);
  // Read after the blocks: a newer seed is published before anything can be paid to it, so these keys cover all
  // payments in them.
  const keys = await context.fetchCurrentKeys();
  const hashes = await readBlockHashes(context.db, chain, cursor.height, cursor.height);
  const linked = takeLinkedBlocks(blocks, hashes);
  if (linked.length === 0) return handleReorg(context, node, cursor, head, memory);
  let { height } = cursor;
  for (const group of groupBlocks(linked)) {
    await revertMovedPayments(
      context,
      node,
      group.filter(({ parentHash }) => parentHash !== null),
    );
    if (!(await saveBlocksOnce(context, chain, keys, height, group, head))) return false;
    height = group.at(-1)?.height ?? height;
  }
  // A fork among the blocks just read happened between two requests: the next scan sees it whole.
  if (linked.length < blocks.length) return true;
  publishWalletChanges(context, await findWaitingOwners(context.db, chain, MAX_PUBLISHED));
  return height < head.height;
}

/** Returns the blocks before the first one whose parent is not the block below it. */
function takeLinkedBlocks(blocks: Block[], saved: ReadonlyMap<number, string>): Block[] {
  const hashes = new Map([...saved, ...blocks.map(({ height, hash }) => [height, hash] as const)]);
  const forkIndex = blocks.findIndex(
    ({ height, parentHash }) => parentHash !== null && (hashes.get(height - 1) ?? parentHash) !== parentHash,
  );
  return forkIndex < 0 ? blocks : blocks.slice(0, forkIndex);
}

/** Returns the blocks that are saved together: those without payments, and the next one with payments. */
function groupBlocks(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const group = groups.at(-1);
    if (group?.at(-1)?.incoming.length === 0) group.push(block);
    else groups.push([block]);
  }
  return groups;
}

/** Saves blocks of which only the last may contain payments. Returns false if another process saved them first. */
async function saveBlocksOnce(
  context: CustodyContext,
  chain: Chain,
  keys: PublicKeys,
  from: number,
  blocks: readonly Block[],
  head: ChainHead,
): Promise<boolean> {
  const now = context.now();
  const block = blocks.at(-1) as Block;
  const saved = await context.db.transaction().execute(async (tx) => {
    if (!(await advanceCursor(tx, chain, from, { height: block.height, head }, now))) return null;
    await saveBlocks(tx, chain, blocks, block.height - KEPT_BLOCKS);
    const matched = await matchIncoming(context, tx, chain, keys, block.incoming);
    await saveOutputs(tx, chain, matched.outputs, block.height);
    const sighting = { height: block.height, blockHash: block.hash, raisedByUser: false, now };
    return { matched, touched: await recordSeenDeposits(context, tx, chain, matched.deposits, sighting) };
  });
  if (saved === null) return false;
  await reportTamperedRows(context, saved.matched);
  publishWalletChanges(context, saved.touched);
  return true;
}

/** Records unconfirmed payments; none of them is credited. */
async function recordUnconfirmedPayments(context: CustodyContext, node: ChainNode): Promise<void> {
  const incoming = (await node.waiting?.()) ?? [];
  if (incoming.length === 0) return;
  const keys = await context.fetchCurrentKeys();
  const matched = await matchIncoming(context, context.db, node.chain, keys, incoming);
  const sighting = { height: null, blockHash: null, raisedByUser: false, now: context.now() };
  const { deposits } = matched;
  if (deposits.length > 0)
    publishWalletChanges(
      context,
      await context.db
        .transaction()
        .execute((tx) => recordSeenDeposits(context, tx, node.chain, deposits, sighting)),
    );
  await reportTamperedRows(context, matched);
}

async function reportTamperedRows(context: CustodyContext, { tampered }: MatchedPayments): Promise<void> {
  for (const row of tampered) await reportTampered(context, row);
}
