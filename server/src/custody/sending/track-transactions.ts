import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { CustodyContext } from '../deps.ts';
import type { BroadcastOutcome, ChainNode, TransactionStatus } from '../ports.ts';
import { markDead } from './conflicting.ts';
import { resumeKnownTransactions } from './follow-known.ts';
import { readKillSwitch } from './kill-switch.ts';
import { type Outgoing, requiredConfirmations } from './outgoing-store.ts';
import { recordFinal } from './send-rows.ts';
import {
  type ChainTransaction,
  listOpenTransactions,
  listOrdersOfPayment,
  listParkedOrders,
  markTransactionSeen,
} from './send-store.ts';

/** Transactions tracked concurrently; while there are this many, nothing new is signed. */
export const MAX_OPEN_TRANSACTIONS = 200;
const RETRY_MS = 60_000;
/** Parked orders checked per step. */
const MAX_PARKED = 20;
/** Attempts where a failure may be temporary (energy on TRON, CPU on EOS). */
const MAX_FAILURES = 3;

/** Queries the chain about everything that is not final yet. Returns the number of transactions. */
export async function trackTransactions(context: CustodyContext, node: ChainNode): Promise<number> {
  await resumeParkedOrders(context, node);
  const open = await listOpenTransactions(context.db, node.chain, MAX_OPEN_TRANSACTIONS);
  if (open.length === 0) return 0;
  const head = await node.head();
  for (const conflicting of Map.groupBy(open, ({ paymentId }) => paymentId).values())
    await trackPayment(context, node, head, conflicting);
  return open.length;
}

/** Resumes tracking of parked orders that the chain knows after all. */
async function resumeParkedOrders(context: CustodyContext, node: ChainNode): Promise<void> {
  const parked = await listParkedOrders(context.db, node.chain, MAX_PARKED);
  for (const orders of Map.groupBy(parked, ({ claimId }) => claimId).values())
    await resumeKnownTransactions(context, node, orders, true);
}

type NodeHead = Awaited<ReturnType<ChainNode['head']>>;
type IncludedStatus = Extract<TransactionStatus, { state: 'INCLUDED' }>;

/** Tracks one payment: its transactions, oldest first, of which only one can be mined. */
async function trackPayment(
  context: CustodyContext,
  node: ChainNode,
  head: NodeHead,
  conflicting: readonly ChainTransaction[],
): Promise<void> {
  const missing: ChainTransaction[] = [];
  let waiting: ChainTransaction | null = null;
  let isIncluded = false;
  for (const transaction of conflicting) {
    const found = await node.find(transaction.txid);
    if (found.state === 'INCLUDED') {
      if (isFinal(context, node, head, found)) return finishPayment(context, transaction, conflicting, found);
      await recordSeen(context, transaction, found);
      isIncluded = true;
    } else if (found.state === 'WAITING') {
      await recordSeen(context, transaction, null);
      waiting = transaction;
    } else missing.push(transaction);
  }
  const newestWaiting = waiting;
  // Replaced transactions are dropped; an unknown one that pays more is broadcast again.
  const toRebroadcast = isIncluded
    ? []
    : missing.filter(({ id }) => newestWaiting === null || id > newestWaiting.id);
  for (const transaction of missing)
    if (transaction.state === 'INCLUDED' && !toRebroadcast.includes(transaction))
      await recordSeen(context, transaction, null);
  for (const transaction of toRebroadcast.toReversed())
    if ((await rebroadcast(context, node, transaction)) === 'SENT') return;
}

function isFinal(
  context: CustodyContext,
  { chain }: ChainNode,
  head: NodeHead,
  { height }: IncludedStatus,
): boolean {
  const needed = requiredConfirmations(context, CHAIN_INFO[chain].coin, chain);
  return head.height - height + 1 >= needed || (head.final !== null && height <= head.final);
}

async function recordSeen(
  context: CustodyContext,
  transaction: ChainTransaction,
  found: IncludedStatus | null,
): Promise<void> {
  if (transaction.state === 'INCLUDED' && found === null)
    context.log.warn(
      { area: 'custody', txid: transaction.txid },
      'a chain dropped a block with one of our transactions',
    );
  const block = found && { height: found.height, hash: found.blockHash, ok: found.ok, fee: found.fee };
  if (await markTransactionSeen(context.db, transaction, block))
    publishWallets(context, await listOrdersOfPayment(context.db, transaction.paymentId));
}

async function finishPayment(
  context: CustodyContext,
  transaction: ChainTransaction,
  all: readonly ChainTransaction[],
  found: IncludedStatus,
): Promise<void> {
  const orders = await listOrdersOfPayment(context.db, transaction.paymentId);
  const { ok, fee, height, blockHash: hash } = found;
  if (!ok)
    context.log.error(
      {
        area: 'custody',
        event: 'failed on chain',
        txid: transaction.txid,
        orders: orders.map(({ id }) => id),
      },
      'a transaction of ours failed: its fee is spent, its money is not',
    );
  const retryAt =
    ok || !mayRetry(transaction.chain, orders) ? null : new Date(context.clock.now() + RETRY_MS);
  const conflicting = all.filter((other) => other !== transaction);
  await recordFinal(context, orders, { transaction, conflicting, block: { ok, fee, height, hash }, retryAt });
  publishWallets(context, orders);
  if (retryAt === null)
    for (const { withdrawalId } of orders) await enqueueWithdrawalOutcome(context, withdrawalId, ok);
}

/** On other chains the failure uses up the sequence, and a retry would fail for the same reason. */
function mayRetry(chain: Chain, orders: readonly Outgoing[]): boolean {
  const { family } = CHAIN_INFO[chain];
  return (
    (family === 'TRON' || family === 'EOS') && orders.every(({ failures }) => failures + 1 < MAX_FAILURES)
  );
}

/** Enqueues the outcome for the withdrawal capability; a periodic job repeats what a crash lost. */
export async function enqueueWithdrawalOutcome(
  context: CustodyContext,
  withdrawalId: string | null,
  ok: boolean,
): Promise<void> {
  if (withdrawalId === null) return;
  const job = ok ? 'withdrawal-done' : 'withdrawal-failed';
  await enqueue(context.db, job, { withdrawalId }, { key: `${job}:${withdrawalId}` });
}

/**
 * Rebroadcasts bytes that the chain doesn't know: they were never sent, were forgotten, or lost their block. Only
 * those that the chain will never accept are given up.
 */
async function rebroadcast(
  context: CustodyContext,
  node: ChainNode,
  transaction: ChainTransaction,
): Promise<BroadcastOutcome | null> {
  if (await hasExpired(node, transaction)) {
    await giveUpTransaction(context, node, transaction);
    return 'DEAD';
  }
  if (transaction.state === 'INCLUDED') await recordSeen(context, transaction, null);
  return broadcast(context, node, transaction);
}

async function hasExpired(node: ChainNode, { expires }: ChainTransaction): Promise<boolean> {
  return expires !== null && (await node.isExpired?.(Number.parseInt(expires.toString(), 10))) === true;
}

/** Broadcasts bytes unless the kill switch stops it, which is read immediately before. Null: stopped. */
export async function broadcast(
  context: CustodyContext,
  node: ChainNode,
  transaction: ChainTransaction,
): Promise<BroadcastOutcome | null> {
  if ((await readKillSwitch(context.db)) !== null) return null;
  const { raw, txid } = transaction;
  const outcome = await node.broadcast({ raw, txid });
  if (outcome === 'SENT') await recordSeen(context, transaction, null);
  else if (outcome === 'DEAD') await giveUpTransaction(context, node, transaction);
  else context.log.warn({ area: 'custody', chain: node.chain, txid }, 'broadcast outcome unknown');
  return outcome;
}

/** Queries once more before giving up: a mined transaction of ours may have spent the inputs in the meantime. */
async function giveUpTransaction(
  context: CustodyContext,
  node: ChainNode,
  transaction: ChainTransaction,
): Promise<void> {
  const { txid } = transaction;
  if ((await node.find(txid)).state !== 'UNKNOWN') return;
  context.log.error(
    { area: 'custody', event: 'dead transaction', chain: node.chain, txid },
    'a transaction can no longer be accepted by its chain',
  );
  await context.db.transaction().execute((tx) => markDead(context, tx, transaction));
}

function publishWallets(context: CustodyContext, orders: readonly Outgoing[]): void {
  for (const { userId, asset } of orders)
    if (userId !== null) context.bus.publish('wallets', { userId, coins: [asset] });
}
