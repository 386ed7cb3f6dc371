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
  markTransactionSeen,
  openTransactions,
  ordersOf,
  parkedOrders,
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
  await followParked(context, node);
  const open = await openTransactions(context.db, node.chain, MAX_OPEN_TRANSACTIONS);
  if (open.length === 0) return 0;
  const head = await node.head();
  for (const conflicting of Map.groupBy(open, ({ paymentId }) => paymentId).values())
    await track(context, node, head, conflicting);
  return open.length;
}

/** Resumes tracking of parked orders that the chain knows after all. */
async function followParked(context: CustodyContext, node: ChainNode): Promise<void> {
  const parked = await parkedOrders(context.db, node.chain, MAX_PARKED);
  for (const orders of Map.groupBy(parked, ({ claimId }) => claimId).values())
    await resumeKnownTransactions(context, node, orders, true);
}

type Head = Awaited<ReturnType<ChainNode['head']>>;
type Included = Extract<TransactionStatus, { state: 'INCLUDED' }>;

/** Tracks one payment: its transactions, oldest first, of which only one can be mined. */
async function track(
  context: CustodyContext,
  node: ChainNode,
  head: Head,
  conflicting: readonly ChainTransaction[],
): Promise<void> {
  const missing: ChainTransaction[] = [];
  let waiting: ChainTransaction | null = null;
  let included = false;
  for (const transaction of conflicting) {
    const found = await node.find(transaction.txid);
    if (found.state === 'INCLUDED') {
      if (isFinal(context, node, head, found)) return finish(context, transaction, conflicting, found);
      await seen(context, transaction, found);
      included = true;
    } else if (found.state === 'WAITING') {
      await seen(context, transaction, null);
      waiting = transaction;
    } else missing.push(transaction);
  }
  const newest = waiting;
  // Replaced transactions are dropped; an unknown one that pays more is broadcast again.
  const wanted = included ? [] : missing.filter(({ id }) => newest === null || id > newest.id);
  for (const transaction of missing)
    if (transaction.state === 'INCLUDED' && !wanted.includes(transaction))
      await seen(context, transaction, null);
  for (const transaction of wanted.toReversed())
    if ((await sendAgain(context, node, transaction)) === 'SENT') return;
}

function isFinal(context: CustodyContext, { chain }: ChainNode, head: Head, { height }: Included): boolean {
  const needed = requiredConfirmations(context, CHAIN_INFO[chain].coin, chain);
  return head.height - height + 1 >= needed || (head.final !== null && height <= head.final);
}

async function seen(
  context: CustodyContext,
  transaction: ChainTransaction,
  found: Included | null,
): Promise<void> {
  if (transaction.state === 'INCLUDED' && found === null)
    context.log.warn(
      { area: 'custody', txid: transaction.txid },
      'a chain dropped a block with one of our transactions',
    );
  const block = found && { height: found.height, hash: found.blockHash, ok: found.ok, fee: found.fee };
  if (await markTransactionSeen(context.db, transaction, block))
    tell(context, await ordersOf(context.db, transaction.paymentId));
}

async function finish(
  context: CustodyContext,
  transaction: ChainTransaction,
  all: readonly ChainTransaction[],
  found: Included,
): Promise<void> {
  const orders = await ordersOf(context.db, transaction.paymentId);
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
  tell(context, orders);
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
async function sendAgain(
  context: CustodyContext,
  node: ChainNode,
  transaction: ChainTransaction,
): Promise<BroadcastOutcome | null> {
  if (await isOver(node, transaction)) {
    await giveUp(context, node, transaction);
    return 'DEAD';
  }
  if (transaction.state === 'INCLUDED') await seen(context, transaction, null);
  return broadcast(context, node, transaction);
}

async function isOver(node: ChainNode, { expires }: ChainTransaction): Promise<boolean> {
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
  if (outcome === 'SENT') await seen(context, transaction, null);
  else if (outcome === 'DEAD') await giveUp(context, node, transaction);
  else context.log.warn({ area: 'custody', chain: node.chain, txid }, 'broadcast outcome unknown');
  return outcome;
}

/** Queries once more before giving up: a mined transaction of ours may have spent the inputs in the meantime. */
async function giveUp(
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

function tell(context: CustodyContext, orders: readonly Outgoing[]): void {
  for (const { userId, asset } of orders)
    if (userId !== null) context.bus.publish('wallets', { userId, coins: [asset] });
}
