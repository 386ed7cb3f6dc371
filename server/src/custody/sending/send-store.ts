import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import { type RawBuilder, sql } from 'kysely';
import type { DecodedTransaction, KeyPath } from '../../chains/types.ts';
import type { Db, Queryable } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { OUTGOING_COLUMNS, type Outgoing, type PendingReason } from './outgoing-store.ts';

/** Signed bytes and their state. */
export interface ChainTransaction {
  id: string;
  /** Shared by conflicting transactions, of which only one can be mined; see conflicting.ts. */
  paymentId: string;
  chain: Chain;
  txid: string;
  raw: string;
  sender: string | null;
  sequence: bigint | null;
  expires: bigint | null;
  state: 'SIGNED' | 'SENT' | 'INCLUDED' | 'DONE' | 'DEAD';
  ok: boolean | null;
  height: bigint | null;
  blockHash: string | null;
  /** Actual fee, once it is in a block; smallest units of the chain's coin. */
  fee: bigint | null;
  /** How often it was final and its block was undone. */
  undone: number;
}

const TRANSACTION_COLUMNS = sql`id, payment_id as "paymentId", chain, txid, raw, sender, sequence, expires, state, ok, height,
  block_hash as "blockHash", fee, undone`;

/** Maximum payments in one transaction of a UTXO chain. */
const MAX_PAYMENTS = 50;

/**
 * Reclaims the orders of the oldest due claim, in order. Empty: none is due. The new claim number prevents the
 * previous claimer, if it is only suspended, from having them signed or from releasing them.
 */
export async function reclaimDueOrders(db: Queryable, chain: Chain, now: Date): Promise<Outgoing[]> {
  const { rows } = await sql<Outgoing>`update outgoing set claim_id = ${newId()}
    where chain = ${chain} and state = 'CLAIMED' and claim_id = (
      select claim_id from outgoing where chain = ${chain} and state = 'CLAIMED' and next_try_at <= ${now}
      order by id limit 1)
    returning ${OUTGOING_COLUMNS}`.execute(db);
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Claims the next orders: up to 50 on UTXO chains, one on others. A sender with another claim, or with bytes that
 * the chain doesn't know yet, is skipped, since sequences and inputs would collide. Empty: nothing is due.
 */
export async function claimNext(db: Queryable, chain: Chain, now: Date): Promise<Outgoing[]> {
  const { family } = CHAIN_INFO[chain];
  const maxOrders = family === 'UTXO' ? MAX_PAYMENTS : 1;
  // Bytes that expire release their sequence: the next order waits for the block.
  const waitsForSent = family === 'XRPL' || family === 'STELLAR';
  const { rows } = await sql<Outgoing>`with busy as materialized (
      select distinct coalesce(from_index, -1) as payer from outgoing
      where chain = ${chain} and state in ('CLAIMED', 'SIGNED', 'SENT')
        and (state = 'SIGNED' or (state = 'SENT' and ${waitsForSent}::boolean)
          or (state = 'CLAIMED' and coalesce(trouble, '') not in ('SIGNER_REFUSED', 'SIGNER_LATCHED', 'OVER_CAP', 'NONCE_GONE')))
    )
, due as materialized (
      select id, kind, coalesce(trouble in ('SIGNER_REFUSED', 'NEEDS_APPROVAL', 'DESTINATION', 'OVER_CAP'), false) as doubtful from outgoing
      where chain = ${chain} and state = 'QUEUED' and next_try_at <= ${now}
        and coalesce(from_index, -1) not in (select payer from busy)
        -- Orders of a blocked or frozen user wait until the block or freeze is lifted, or staff refuses them.
        and not exists (select from users u where u.id = outgoing.user_id
          and (u.blocked_at is not null or u.frozen_at is not null))
        -- A user whose reversed deposit cost the house something is held only once the notice about it is sent.
        and not exists (select from coin_deposits d where d.user_id = outgoing.user_id
          and d.to_tell = 'DEPOSIT_REVERSED' and d.lost > 0)
      order by id limit ${maxOrders}
    )
, alike as materialized (
      -- Transfers from an older seed have a transaction of their own.
      select * from due where case when (select kind from due order by id limit 1) = 'ROTATION'
        then id = (select id from due order by id limit 1) else kind <> 'ROTATION' end
    )
    update outgoing set state = 'CLAIMED', claim_id = ${newId()}, trouble = null
    where state = 'QUEUED' and id in (
      select id from alike where not doubtful
      union all
      -- Alone, when nothing else is due: it may have spoilt a batch before.
      (select id from due where not exists (select from alike where not doubtful) order by id limit 1))
    returning ${OUTGOING_COLUMNS}`.execute(db);
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns the chains with orders to send or in progress, including those that wait for a staff decision. */
export async function findChainsToSend(db: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ chain: string }>`
    select distinct chain from outgoing where state in ('QUEUED', 'CLAIMED', 'SIGNED', 'SENT')
    union select distinct chain from chain_transactions where state in ('SIGNED', 'SENT', 'INCLUDED')`.execute(
    db,
  );
  return new Set(rows.map(({ chain }) => chain));
}

type ClaimedOrder = Pick<Outgoing, 'id' | 'claimId'>;

/** Restricts to orders as they were claimed: those that another process has taken over are excluded. */
export const whereStillClaimed = (
  orders: readonly ClaimedOrder[],
) => sql`id = any(${orders.map(({ id }) => id)}::uuid[])
  and state = 'CLAIMED' and claim_id = ${orders[0]?.claimId ?? null}::uuid`;

/** Requeues the orders of a claim of which the signer has nothing. They are retried at `at`. */
export async function releaseClaim(
  db: Queryable,
  orders: readonly Outgoing[],
  trouble: PendingReason | null,
  at: Date,
): Promise<void> {
  await sql`update outgoing set state = 'QUEUED', claim_id = null, trouble = ${trouble}, tries = tries + 1,
    next_try_at = ${at} where ${whereStillClaimed(orders)}`.execute(db);
}

/** Keeps orders claimed, since the signer may have signed them; they are retried at `at`. */
export async function postponeClaim(
  db: Queryable,
  orders: readonly Outgoing[],
  trouble: PendingReason,
  at: Date,
): Promise<void> {
  await sql`update outgoing set trouble = ${trouble}, tries = tries + 1, next_try_at = ${at}
    where ${whereStillClaimed(orders)}`.execute(db);
}

/** Splits a claim into one per order: something was signed for one of them, and the others must not wait for it. */
export async function splitClaim(db: Queryable, orders: readonly Outgoing[], at: Date): Promise<void> {
  const claims = orders.map(() => newId());
  await sql`update outgoing o set claim_id = v.claim, trouble = 'SIGNER_REFUSED', next_try_at = ${at}
    from unnest(${orders.map(({ id }) => id)}::uuid[], ${claims}::uuid[]) as v(id, claim)
    where o.id = v.id and o.state = 'CLAIMED' and o.claim_id = ${orders[0]?.claimId ?? null}::uuid`.execute(
    db,
  );
}

/** Records the reason on all waiting orders of a chain whose node is unreachable, for the back office. */
export async function recordPendingReason(
  db: Queryable,
  chain: Chain,
  trouble: PendingReason,
): Promise<void> {
  await sql`update outgoing set trouble = ${trouble}
    where chain = ${chain} and state in ('QUEUED', 'CLAIMED', 'SIGNED') and trouble is null`.execute(db);
}

/** Returns transactions that are not final yet, oldest first. */
export async function listOpenTransactions(
  db: Queryable,
  chain: Chain,
  limit: number,
): Promise<ChainTransaction[]> {
  return readChainTransactions(
    db,
    sql`chain = ${chain} and state in ('SIGNED', 'SENT', 'INCLUDED') order by id limit ${limit}`,
  );
}

export async function findTransaction(db: Queryable, id: string): Promise<ChainTransaction | null> {
  return (await readChainTransactions(db, sql`id = ${id}`))[0] ?? null;
}

/** `which`: the condition after "where". */
export async function readChainTransactions(
  db: Queryable,
  condition: RawBuilder<unknown>,
): Promise<ChainTransaction[]> {
  const { rows } =
    await sql<ChainTransaction>`select ${TRANSACTION_COLUMNS} from chain_transactions where ${condition}`.execute(
      db,
    );
  return rows;
}

/** Returns the highest sequence of this sender that the chain has or may still get; null: none is open. */
export async function findOpenSequence(db: Queryable, chain: Chain, sender: string): Promise<bigint | null> {
  const { rows } = await sql<{
    sequence: bigint | null;
  }>`select max(sequence) as sequence from chain_transactions
    where chain = ${chain} and sender = ${sender} and state in ('SIGNED', 'SENT', 'INCLUDED')`.execute(db);
  return rows[0]?.sequence ?? null;
}

/** Returns at most `limit` orders that wait for a staff decision because their sequence is used. */
export async function listParkedOrders(db: Queryable, chain: Chain, limit: number): Promise<Outgoing[]> {
  const { rows } = await sql<Outgoing>`select ${OUTGOING_COLUMNS} from outgoing
    where chain = ${chain} and state = 'CLAIMED' and trouble = 'NONCE_GONE' order by id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Returns the orders paid by a transaction or by one that conflicts with it. */
export async function listOrdersOfPayment(db: Queryable, paymentId: string): Promise<Outgoing[]> {
  const { rows } = await sql<Outgoing>`select ${OUTGOING_COLUMNS} from outgoing
    where transaction_id in (select t.id from chain_transactions t where t.payment_id = ${paymentId})
      and state in ('SIGNED', 'SENT') order by id`.execute(db);
  return rows;
}

/**
 * Marks a transaction that the chain has, mined or not: it alone among the conflicting ones has the orders. Returns
 * whether that is new.
 */
export async function markTransactionSeen(
  db: Db,
  { id, paymentId, state }: ChainTransaction,
  block: { height: number; hash: string; ok: boolean; fee: bigint } | null,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numAffectedRows } =
      await sql`update chain_transactions set state = ${block ? 'INCLUDED' : 'SENT'},
        height = ${block?.height ?? null}, block_hash = ${block?.hash ?? null}, ok = ${block?.ok ?? null},
        fee = ${block?.fee ?? null}
      where id = ${id} and state in ('SIGNED', 'SENT', 'INCLUDED')
        and (state, coalesce(block_hash, '')) is distinct from (${block ? 'INCLUDED' : 'SENT'}, ${block?.hash ?? ''})`.execute(
        tx,
      );
    if (state === 'SIGNED' || (numAffectedRows === 1n && block !== null))
      await sql`update outgoing set state = 'SENT', trouble = null, transaction_id = ${id}
        where transaction_id in (select t.id from chain_transactions t where t.payment_id = ${paymentId})
          and state in ('SIGNED', 'SENT')`.execute(tx);
    return numAffectedRows === 1n;
  });
}

export interface UnspentOutput {
  txid: string;
  index: number;
  amount: bigint;
  key: KeyPath;
}

/**
 * Returns spendable outputs, oldest first: our own change from its first block on, deposits once they are credited.
 * Limited to as many as a plan may choose from. `withoutSeed`: retired generations; `olderThan`: older seeds only.
 */
export async function listUnspentOutputs(
  db: Queryable,
  chain: Chain,
  head: number,
  confirmations: number,
  { olderThan = null, withoutSeed }: { olderThan?: number | null; withoutSeed: readonly number[] },
): Promise<UnspentOutput[]> {
  const { rows } = await sql<OwnOutputRow>`
    select txid, output_index::int as index, amount, key_index::int as "keyIndex", generation from unspent_outputs
    where chain = ${chain} and spent_by is null and height is not null and height <= ${head}
      and (key_index is null or height <= ${head - confirmations + 1})
      and (${olderThan}::integer is null or generation < ${olderThan}::integer)
      -- Of a seed that is no more nothing can be spent.
      and generation <> all(${[...withoutSeed]}::integer[])
    order by height, txid, output_index limit 2000`.execute(db);
  return rows.map(toUnspentOutput);
}

interface OwnOutputRow {
  txid: string;
  index: number;
  amount: bigint;
  keyIndex: number | null;
  generation: number;
}

/** Returns our outputs with amounts and keys as scanned; unknown ones are omitted. */
export async function readOwnOutputs(
  db: Queryable,
  chain: Chain,
  outputs: readonly { txid: string; index: number }[],
): Promise<UnspentOutput[]> {
  const { rows } = await sql<OwnOutputRow>`
    select u.txid, u.output_index::int as index, u.amount, u.key_index::int as "keyIndex", u.generation
    from unnest(${outputs.map(({ txid }) => txid)}::text[], ${outputs.map(({ index }) => index)}::bigint[])
      as v(txid, output_index)
    join unspent_outputs u on u.chain = ${chain} and u.txid = v.txid and u.output_index = v.output_index`.execute(
    db,
  );
  return rows.map(toUnspentOutput);
}

/**
 * Returns the maximum cost of signed bytes, smallest units of the chain's coin. Parsed from the bytes and not taken
 * from the plan, since the signer may return what it signed by an earlier one. Null: the amount of an input is
 * unknown.
 */
export async function computeMaxCost(
  db: Queryable,
  chain: Chain,
  decoded: DecodedTransaction,
): Promise<bigint | null> {
  if (CHAIN_INFO[chain].family !== 'UTXO') return decoded.maxFee;
  const spent = await readOwnOutputs(db, chain, decoded.inputs);
  if (spent.length < decoded.inputs.length) return null;
  return sumAmounts(spent) - sumAmounts(decoded.payments);
}

export const sumAmounts = (parts: readonly { amount: bigint }[]): bigint =>
  parts.reduce((sum, { amount }) => sum + amount, 0n);

const toUnspentOutput = ({ keyIndex, generation, ...output }: OwnOutputRow): UnspentOutput => ({
  ...output,
  key: keyIndex === null ? { branch: 'hot', generation } : { branch: 'deposit', index: keyIndex, generation },
});
