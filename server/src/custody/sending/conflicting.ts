/** Conflicting transactions: the same payments with the same sequence or inputs, of which only one can be mined. */
import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import { sql } from 'kysely';
import type { DecodedTransaction, SignedTransaction } from '../../chains/types.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { CustodyContext } from '../deps.ts';
import { type ChainTransaction, readChainTransactions } from './send-store.ts';

/** The sender, and the fields of the signed bytes. */
export interface SignedBytes {
  signed: SignedTransaction;
  decoded: DecodedTransaction;
  sender: string;
  /** Null: unknown from the bytes. */
  maxFee: bigint | null;
}

interface Output {
  txid: string;
  index: number;
}

const outputKey = ({ txid, index }: Output): string => `${txid}:${index}`;
const readInputs = (context: CustodyContext, { chain, raw }: ChainTransaction): readonly Output[] =>
  CHAIN_INFO[chain].family === 'UTXO' ? context.codecOf(chain).decode(raw).inputs : [];

/** Outputs that the mined transaction spends, and those that only the conflicting ones would have spent. */
export function splitOutputs(
  context: CustodyContext,
  winner: ChainTransaction,
  conflicting: readonly ChainTransaction[],
): { spent: readonly Output[]; freed: readonly Output[] } {
  const spent = readInputs(context, winner);
  const spentKeys = new Set(spent.map(outputKey));
  const freed = conflicting
    .flatMap((other) => readInputs(context, other))
    .filter((output) => !spentKeys.has(outputKey(output)));
  return { spent, freed };
}

/**
 * Records bytes that replace earlier ones; their money was moved with the first of them. Null: the earlier ones are
 * no longer open. Idempotent.
 */
export function recordBump(
  context: CustodyContext,
  original: ChainTransaction,
  { signed, decoded, sender, maxFee }: SignedBytes,
): Promise<ChainTransaction | null> {
  const { chain, paymentId } = original;
  return context.db.transaction().execute(async (tx) => {
    const stillOpen = await readChainTransactions(
      tx,
      sql`id = ${original.id} and state in ('SIGNED', 'SENT') for no key update`,
    );
    if (stillOpen.length === 0) return null;
    await tx
      .insertInto('chain_transactions')
      .values({
        id: newId(),
        payment_id: paymentId,
        chain,
        txid: signed.txid,
        raw: signed.raw,
        sender,
        sequence: decoded.sequence,
        max_fee: maxFee,
        state: 'SIGNED',
        created_at: context.now(),
        undone: original.undone,
      })
      .onConflict((conflict) => conflict.columns(['chain', 'txid']).doNothing())
      .execute();
    const [bump] = await readChainTransactions(tx, sql`chain = ${chain} and txid = ${signed.txid}`);
    if (!bump) return null;
    for (const { txid, index } of decoded.inputs)
      await markOutputSpent(tx, { chain, txid, index, by: bump.id, was: original.id });
    return bump;
  });
}

async function markOutputSpent(
  tx: Tx,
  { chain, txid, index, by, was }: Output & { chain: Chain; by: string | null; was: string },
): Promise<void> {
  await sql`update unspent_outputs set spent_by = ${by} where chain = ${chain} and txid = ${txid}
    and output_index = ${index} and (spent_by is null or spent_by = ${was})`.execute(tx);
}

/** Marks the inputs as spent. */
export async function spendInputs(
  context: CustodyContext,
  tx: Tx,
  transaction: ChainTransaction,
): Promise<void> {
  const { chain, id } = transaction;
  for (const output of readInputs(context, transaction))
    await markOutputSpent(tx, { chain, ...output, by: id, was: id });
}

/**
 * Marks a transaction that the chain will never accept. While a conflicting one may still be mined, it keeps the
 * orders. After the last one, the orders are signed again together; where only the same sequence could replace it
 * and that sequence is used, a staff member decides.
 */
export async function markDead(
  context: CustodyContext,
  tx: Tx,
  { id, chain, paymentId, blockHash }: ChainTransaction,
): Promise<void> {
  const now = context.now();
  const conflicting = await readChainTransactions(
    tx,
    sql`payment_id = ${paymentId} and id <> ${id} and state <> 'DEAD' order by id for no key update`,
  );
  // Unless another process has seen it in a block in the meantime.
  const [dead] = await readChainTransactions(
    tx,
    sql`id = ${id} and (state in ('SIGNED', 'SENT')
      or (state = 'INCLUDED' and block_hash is not distinct from ${blockHash}::text))`,
  );
  if (!dead) return;
  await sql`update chain_transactions set state = 'DEAD', done_at = ${now} where id = ${id}`.execute(tx);
  const successor = conflicting.at(-1);
  const inheritedKeys = new Set(successor ? readInputs(context, successor).map(outputKey) : []);
  for (const output of readInputs(context, dead))
    await markOutputSpent(tx, {
      chain,
      ...output,
      was: id,
      by: successor && inheritedKeys.has(outputKey(output)) ? successor.id : null,
    });
  if (successor)
    await sql`update outgoing set transaction_id = ${successor.id}
      where transaction_id = ${id} and state in ('SIGNED', 'SENT')`.execute(tx);
  else if (hasNoExpiry(chain)) await parkOrders(tx, paymentId, now);
  else await requeueForSigning(tx, paymentId, now);
}

/**
 * Revives given-up bytes that the signer returned once more: they are the same transaction and are broadcast again;
 * their money was moved when they were first recorded. Returns false for new bytes.
 */
export function reviveDead(
  context: CustodyContext,
  chain: Chain,
  { signed, decoded }: Pick<SignedBytes, 'signed' | 'decoded'>,
  orders: readonly { id: string }[],
): Promise<boolean> {
  return context.db.transaction().execute(async (tx) => {
    const [dead] = await readChainTransactions(
      tx,
      sql`chain = ${chain} and txid = ${signed.txid} and state = 'DEAD' for no key update`,
    );
    if (!dead) return false;
    await sql`update chain_transactions set state = 'SIGNED', done_at = null where id = ${dead.id}`.execute(
      tx,
    );
    await sql`update outgoing set state = 'SIGNED', transaction_id = ${dead.id}, trouble = null
      where id = any(${orders.map(({ id }) => id)}::uuid[]) and state = 'CLAIMED'`.execute(tx);
    for (const output of decoded.inputs)
      await markOutputSpent(tx, { chain, ...output, by: dead.id, was: dead.id });
    return true;
  });
}

/** Without an expiry, bytes die only when other bytes use their sequence. */
const hasNoExpiry = (chain: Chain): boolean =>
  CHAIN_INFO[chain].family === 'EVM' || CHAIN_INFO[chain].family === 'MULTIVERSX';

/** Selects the newest bytes of a payment, which the signer has stored as its last. */
const newestTransactionId = (paymentId: string) =>
  sql`(select id from chain_transactions where payment_id = ${paymentId} order by id desc limit 1)`;
const whereOfPayment = (paymentId: string) => sql`state in ('SIGNED', 'SENT')
  and transaction_id in (select id from chain_transactions where payment_id = ${paymentId})`;

/** Limits how fast a node that reports everything as dead can fill the signer's journal. */
const REQUEUE_PAUSE_MS = 60_000;

async function requeueForSigning(tx: Tx, paymentId: string, now: Date): Promise<void> {
  const at = new Date(now.getTime() + REQUEUE_PAUSE_MS);
  await sql`update outgoing set state = 'CLAIMED', claim_id = ${newId()}, next_try_at = ${at},
    transaction_id = ${newestTransactionId(paymentId)} where ${whereOfPayment(paymentId)}`.execute(tx);
}

/** Parks withdrawals for a staff decision; our own transfers are queued again by the job that created them. */
async function parkOrders(tx: Tx, paymentId: string, now: Date): Promise<void> {
  await sql`with failed as (
      update outgoing set state = 'FAILED', trouble = 'NONCE_GONE', done_at = ${now},
        transaction_id = ${newestTransactionId(paymentId)}
      where kind <> 'WITHDRAWAL' and ${whereOfPayment(paymentId)} returning id
    )
    update coin_deposits set swept_by = null where swept_by in (select id from failed)`.execute(tx);
  await sql`update outgoing set state = 'CLAIMED', claim_id = ${newId()}, trouble = 'NONCE_GONE',
    next_try_at = 'infinity', transaction_id = ${newestTransactionId(paymentId)} where ${whereOfPayment(paymentId)}`.execute(
    tx,
  );
}
