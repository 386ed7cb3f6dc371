/** Orders that are to be signed although signed bytes of them exist: a node was wrong, or a row was changed. */
import { sql } from 'kysely';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { CustodyContext } from '../deps.ts';
import type { ChainNode, TransactionStatus } from '../ports.ts';
import { spendInputs } from './conflicting.ts';
import type { Outgoing } from './outgoing-store.ts';
import { type ChainTransaction, readChainTransactions, whereStillClaimed } from './send-store.ts';

/** Limit of earlier transactions per payment: it is replaced a few times and retried a few times. */
const MAX_EARLIER = 50;

/**
 * Queries the chain for everything that was ever signed for these orders. Transactions that it knows are tracked
 * and not signed again: returns the orders that they pay. Failed ones may be signed again; `evenFailed` tracks them
 * too.
 */
export async function resumeKnownTransactions(
  context: CustodyContext,
  node: ChainNode,
  orders: readonly Outgoing[],
  includeFailed = false,
): Promise<readonly Outgoing[]> {
  const ids = orders.flatMap(({ transactionId }) => transactionId ?? []);
  if (ids.length === 0) return [];
  const earlier = await readChainTransactions(
    context.db,
    sql`payment_id in (select t.payment_id from chain_transactions t where t.id = any(${ids}::uuid[]))
      order by id desc limit ${MAX_EARLIER}`,
  );
  const paymentOf = new Map(earlier.map(({ id, paymentId }) => [id, paymentId]));
  const resumed: Outgoing[] = [];
  for (const transaction of earlier) {
    const paidOrders = orders.filter(
      (order) =>
        !resumed.includes(order) && paymentOf.get(order.transactionId ?? '') === transaction.paymentId,
    );
    if (paidOrders.length === 0 || !isTrackable(await node.find(transaction.txid), includeFailed)) continue;
    await attachOrders(context, paidOrders, transaction);
    resumed.push(...paidOrders);
  }
  return resumed;
}

const isTrackable = (found: TransactionStatus, includeFailed: boolean): boolean =>
  found.state === 'WAITING' || (found.state === 'INCLUDED' && (found.ok || includeFailed));

/** Attaches orders to their recorded bytes; orders in another state since stay unchanged. */
export async function attachOrders(
  context: CustodyContext,
  orders: readonly Outgoing[],
  transaction: ChainTransaction,
): Promise<void> {
  const now = context.now();
  const { id, chain, txid } = transaction;
  const state = orderStateOf(transaction);
  const ids = await context.db.transaction().execute(async (tx) => {
    if (transaction.state === 'DEAD') await reviveTransaction(context, tx, transaction);
    const { rows } = await sql<{
      id: string;
    }>`update outgoing set state = ${state}, claim_id = null, trouble = null,
        transaction_id = ${id}, done_at = case when ${state} in ('DONE', 'FAILED') then coalesce(done_at, ${now}) end
      where ${whereStillClaimed(orders)} returning id`.execute(tx);
    if (rows.length === 0) return [];
    const detail = { chain, txid, orders: rows.length };
    await appendAudit(tx, { actorId: null, action: 'payment found again', subjectId: null, detail }, now);
    return rows.map((row) => row.id);
  });
  if (ids.length === 0) return;
  context.log.error(
    { area: 'custody', event: 'signed before', chain, txid, orders: ids },
    'not signed again: an earlier transaction of these orders is known to the chain',
  );
}

/** Returns the state of orders from the state of their transaction. */
function orderStateOf({ state, ok }: ChainTransaction): 'SIGNED' | 'SENT' | 'DONE' | 'FAILED' {
  if (state === 'DONE') return ok ? 'DONE' : 'FAILED';
  return state === 'SIGNED' ? 'SIGNED' : 'SENT';
}

async function reviveTransaction(context: CustodyContext, tx: Tx, dead: ChainTransaction): Promise<void> {
  await sql`update chain_transactions set state = 'SENT', done_at = null
    where id = ${dead.id} and state = 'DEAD'`.execute(tx);
  await spendInputs(context, tx, dead);
}
