/** Payments that were final in the ledger, and whose blocks the chain has undone after all. */
import { type Asset, amountOf, CHAIN_INFO, type Chain } from '@sarraf/domain';
import { sql } from 'kysely';
import { houseAccount, outsideAccount, type Transfer, updateWith } from '../../ledger/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { CustodyContext } from '../deps.ts';
import type { Block, ChainNode } from '../ports.ts';
import { OUTGOING_COLUMNS, type Outgoing } from './outgoing-store.ts';
import { type ChainTransaction, readChainTransactions } from './send-store.ts';

const BATCH_SIZE = 100;

const TRANSACTION_UNDONE = updateWith(
  'chain_transaction_undone',
  { id: 'uuid' },
  (
    v,
  ) => `update chain_transactions t set state = 'SENT', ok = null, height = null, block_hash = null, fee = null,
      done_at = null, undone = t.undone + 1
    from ${v} where t.id = v.id and t.state = 'DONE'`,
);
/** Any of the conflicting transactions may complete the payment next. */
const CONFLICTS_UNDONE = updateWith(
  'chain_transaction_rivals_undone',
  { id: 'uuid', payment_id: 'uuid' },
  (v) => `update chain_transactions t set undone = t.undone + 1
    from ${v} where t.payment_id = v.payment_id and t.id <> v.id`,
);
const ORDER_UNDONE = updateWith(
  'outgoing_undone',
  { id: 'uuid' },
  (v) =>
    `update outgoing o set state = 'SENT', done_at = null from ${v} where o.id = v.id and o.state = 'DONE'`,
);

/**
 * Reverses payments in the ledger that were final above a height, and has them tracked again: the same bytes are
 * broadcast again, and become final again. Failed ones stay failed: their money was refunded, so their bytes aren't
 * sent again.
 */
export async function revertFinalPayments(
  context: CustodyContext,
  chain: Chain,
  above: number,
): Promise<void> {
  for (;;) {
    const done = await readChainTransactions(
      context.db,
      sql`chain = ${chain} and state = 'DONE' and height > ${above} and ok order by id limit ${BATCH_SIZE}`,
    );
    for (const transaction of done) await undoPayment(context, transaction);
    if (done.length < BATCH_SIZE) break;
  }
  await reportFailed(context, chain, above);
  await enqueueReopenedWithdrawals(context);
}

/** Returns whether the chain still has it in the block in which it was final. */
async function isStillInBlock(node: ChainNode, { txid, blockHash }: ChainTransaction): Promise<boolean> {
  const found = await node.find(txid);
  return found.state === 'INCLUDED' && found.blockHash === blockHash;
}

/** Returns the height below the lowest missing payment of ours, searching downwards until one is found. */
export async function findForkBelowPayments(
  context: CustodyContext,
  node: ChainNode,
  oldest: number,
): Promise<number> {
  let lowest = oldest;
  for (;;) {
    const payments = await readChainTransactions(
      context.db,
      sql`chain = ${node.chain} and state = 'DONE' and height < ${lowest} order by height desc limit ${BATCH_SIZE}`,
    );
    for (const transaction of payments) {
      if (await isStillInBlock(node, transaction)) return lowest - 1;
      lowest = Number.parseInt(String(transaction.height), 10);
    }
    if (payments.length < BATCH_SIZE) return lowest - 1;
  }
}

/** Reverses payments that became final before their block was scanned here and whose block was replaced since. */
export async function revertMovedPayments(
  context: CustodyContext,
  node: ChainNode,
  blocks: readonly Pick<Block, 'height' | 'hash'>[],
): Promise<void> {
  if (blocks.length === 0) return;
  const heights = blocks.map(({ height }) => height);
  const hashes = blocks.map(({ hash }) => hash);
  const candidates = await readChainTransactions(
    context.db,
    sql`chain = ${node.chain} and state = 'DONE' and height = any(${heights}::bigint[])
      and block_hash <> all(${hashes}::text[]) and ok`,
  );
  for (const transaction of candidates)
    if (!(await isStillInBlock(node, transaction))) await undoPayment(context, transaction);
  if (candidates.length > 0) await enqueueReopenedWithdrawals(context);
}

async function undoPayment(context: CustodyContext, transaction: ChainTransaction): Promise<void> {
  const { id, chain, paymentId, undone, fee } = transaction;
  const { rows: orders } = await sql<Outgoing>`select ${OUTGOING_COLUMNS} from outgoing
    where transaction_id = ${id} and state = 'DONE' order by id`.execute(context.db);
  const transfers = [
    ...orders.flatMap(reverseArrivalTransfers),
    ...reverseFeeTransfers(chain, id, fee ?? 0n),
  ];
  await context.ledger.submit({
    accounts: transfers.flatMap(({ debit, credit }) => [debit, credit]),
    idempotency: { owner: 'outgoing', key: `${paymentId}:undone:${undone}`, digest: 'once' },
    decide: () => ({
      transfers,
      rows: [
        TRANSACTION_UNDONE.row({ id }),
        CONFLICTS_UNDONE.row({ id, payment_id: paymentId }),
        ...orders.map((order) => ORDER_UNDONE.row({ id: order.id })),
      ],
      reply: '{}',
    }),
  });
  await reportUndone(context, transaction, 'payment undone');
  for (const { userId, asset } of orders)
    if (userId !== null) context.bus.publish('wallets', { userId, coins: [asset] });
}

const reverseArrivalTransfers = ({ withdrawalId, asset, tokenType, amount }: Outgoing): Transfer[] =>
  withdrawalId === null
    ? []
    : [
        {
          debit: outsideAccount(tokenType, asset),
          credit: houseAccount(asset, 'in_flight'),
          amount: amountOf(amount),
          kind: 'correction',
          reference: withdrawalId,
        },
      ];

function reverseFeeTransfers(chain: Chain, reference: string, fee: bigint): Transfer[] {
  const coin: Asset = CHAIN_INFO[chain].coin;
  if (fee <= 0n) return [];
  return [
    {
      debit: outsideAccount(chain, coin),
      credit: houseAccount(coin, 'expense'),
      amount: amountOf(fee),
      kind: 'correction',
      reference,
    },
  ];
}

/** Reports affected failed transactions, which need staff attention. */
async function reportFailed(context: CustodyContext, chain: Chain, above: number): Promise<void> {
  const failed = await readChainTransactions(
    context.db,
    sql`chain = ${chain} and state = 'DONE' and height > ${above} and not ok order by id limit ${BATCH_SIZE}`,
  );
  for (const transaction of failed) await reportUndone(context, transaction, 'failed payment undone');
}

async function reportUndone(
  context: CustodyContext,
  { chain, txid }: ChainTransaction,
  action: string,
): Promise<void> {
  context.log.error({ area: 'custody', event: action, chain, txid }, 'a block that was final was undone');
  const entry = { actorId: null, action, subjectId: null, detail: { chain, txid } };
  await context.db.transaction().execute((tx) => appendAudit(tx, entry, context.now()));
}

/** Enqueues withdrawals that count as done but are in flight again. A periodic job repeats what a crash lost. */
export async function enqueueReopenedWithdrawals(context: CustodyContext): Promise<void> {
  const { rows } = await sql<{ id: string }>`select o.withdrawal_id as id
    from outgoing o join withdrawals w on w.id = o.withdrawal_id
    where o.kind = 'WITHDRAWAL' and o.state in ('CLAIMED', 'SIGNED', 'SENT') and w.state = 'DONE'
    order by o.id limit ${BATCH_SIZE}`.execute(context.db);
  for (const { id } of rows)
    await enqueue(context.db, 'withdrawal-undone', { withdrawalId: id }, { key: `withdrawal-undone:${id}` });
}
