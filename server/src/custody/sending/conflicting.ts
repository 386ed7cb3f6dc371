/** Transactions that outbid each other: the same payments by the same sequence or inputs, one of which can come true. */
import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import { sql } from 'kysely';
import type { DecodedTransaction, SignedTransaction } from '../../chains/types.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { CustodyContext } from '../deps.ts';
import { type ChainTransaction, readChainTransactions } from './send-store.ts';

/** Who sends, and what the bytes say of themselves. */
export interface SignedBytes {
  signed: SignedTransaction;
  decoded: DecodedTransaction;
  sender: string;
  /** Null: the bytes don't tell. */
  maxFee: bigint | null;
}

interface Output {
  txid: string;
  index: number;
}

const nameOf = ({ txid, index }: Output): string => `${txid}:${index}`;
const inputsOf = (context: CustodyContext, { chain, raw }: ChainTransaction): readonly Output[] =>
  CHAIN_INFO[chain].family === 'UTXO' ? context.codecOf(chain).decode(raw).inputs : [];

/** What the one that came true spends, and what the others would have spent beside it. */
export function outputsOf(
  context: CustodyContext,
  winner: ChainTransaction,
  conflicting: readonly ChainTransaction[],
): { spent: readonly Output[]; freed: readonly Output[] } {
  const spent = inputsOf(context, winner);
  const kept = new Set(spent.map(nameOf));
  const freed = conflicting
    .flatMap((other) => inputsOf(context, other))
    .filter((output) => !kept.has(nameOf(output)));
  return { spent, freed };
}

/**
 * Writes bytes down that outbid others; money moved with the first of them. Null: what they outbid is not on its way any
 * more. Written twice they are there once.
 */
export function recordBump(
  context: CustodyContext,
  outbid: ChainTransaction,
  { signed, decoded, sender, maxFee }: SignedBytes,
): Promise<ChainTransaction | null> {
  const { chain, paymentId } = outbid;
  return context.db.transaction().execute(async (tx) => {
    const open = await readChainTransactions(
      tx,
      sql`id = ${outbid.id} and state in ('SIGNED', 'SENT') for no key update`,
    );
    if (open.length === 0) return null;
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
        undone: outbid.undone,
      })
      .onConflict((conflict) => conflict.columns(['chain', 'txid']).doNothing())
      .execute();
    const [bump] = await readChainTransactions(tx, sql`chain = ${chain} and txid = ${signed.txid}`);
    if (!bump) return null;
    for (const { txid, index } of decoded.inputs)
      await spend(tx, { chain, txid, index, by: bump.id, was: outbid.id });
    return bump;
  });
}

async function spend(
  tx: Tx,
  { chain, txid, index, by, was }: Output & { chain: Chain; by: string | null; was: string },
): Promise<void> {
  await sql`update unspent_outputs set spent_by = ${by} where chain = ${chain} and txid = ${txid}
    and output_index = ${index} and (spent_by is null or spent_by = ${was})`.execute(tx);
}

/** What it spends is nobody else's. */
export async function spendInputs(
  context: CustodyContext,
  tx: Tx,
  transaction: ChainTransaction,
): Promise<void> {
  const { chain, id } = transaction;
  for (const output of inputsOf(context, transaction)) await spend(tx, { chain, ...output, by: id, was: id });
}

/**
 * The chain will never take it. While a conflicting transaction may still come true, that one keeps the orders. After the
 * last one the orders are requested of the signer again, together as before; where only the same sequence could outbid
 * it, and that is gone, a person decides about them.
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
  // Not one that somebody else has seen in a block meanwhile.
  const [dead] = await readChainTransactions(
    tx,
    sql`id = ${id} and (state in ('SIGNED', 'SENT')
      or (state = 'INCLUDED' and block_hash is not distinct from ${blockHash}::text))`,
  );
  if (!dead) return;
  await sql`update chain_transactions set state = 'DEAD', done_at = ${now} where id = ${id}`.execute(tx);
  const heir = conflicting.at(-1);
  const inherited = new Set(heir ? inputsOf(context, heir).map(nameOf) : []);
  for (const output of inputsOf(context, dead))
    await spend(tx, {
      chain,
      ...output,
      was: id,
      by: heir && inherited.has(nameOf(output)) ? heir.id : null,
    });
  if (heir)
    await sql`update outgoing set transaction_id = ${heir.id}
      where transaction_id = ${id} and state in ('SIGNED', 'SENT')`.execute(tx);
  else if (hasSequenceAlone(chain)) await parkOrders(tx, paymentId, now);
  else await askAnew(tx, paymentId, now);
}

/**
 * Bytes that were given up and that the signer answers once more are the same transaction, and go out again; the money
 * moved when they were written down the first time. False: these are new.
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
    for (const output of decoded.inputs) await spend(tx, { chain, ...output, by: dead.id, was: dead.id });
    return true;
  });
}

/** Without an end of their own bytes die only when their sequence was used by others. */
const hasSequenceAlone = (chain: Chain): boolean =>
  CHAIN_INFO[chain].family === 'EVM' || CHAIN_INFO[chain].family === 'MULTIVERSX';

/** The newest bytes of a payment: what the signer knows as its last. */
const newestOf = (paymentId: string) =>
  sql`(select id from chain_transactions where payment_id = ${paymentId} order by id desc limit 1)`;
const ofPayment = (paymentId: string) => sql`state in ('SIGNED', 'SENT')
  and transaction_id in (select id from chain_transactions where payment_id = ${paymentId})`;

/** A node that calls everything dead must not fill the signer's journal. */
const ANEW_MS = 60_000;

async function askAnew(tx: Tx, paymentId: string, now: Date): Promise<void> {
  const at = new Date(now.getTime() + ANEW_MS);
  await sql`update outgoing set state = 'CLAIMED', claim_id = ${newId()}, next_try_at = ${at},
    transaction_id = ${newestOf(paymentId)} where ${ofPayment(paymentId)}`.execute(tx);
}

/** People's wait for a person; our own moves are made anew by whoever made them. */
async function parkOrders(tx: Tx, paymentId: string, now: Date): Promise<void> {
  await sql`with failed as (
      update outgoing set state = 'FAILED', trouble = 'NONCE_GONE', done_at = ${now},
        transaction_id = ${newestOf(paymentId)}
      where kind <> 'WITHDRAWAL' and ${ofPayment(paymentId)} returning id
    )
    update coin_deposits set swept_by = null where swept_by in (select id from failed)`.execute(tx);
  await sql`update outgoing set state = 'CLAIMED', claim_id = ${newId()}, trouble = 'NONCE_GONE',
    next_try_at = 'infinity', transaction_id = ${newestOf(paymentId)} where ${ofPayment(paymentId)}`.execute(
    tx,
  );
}
