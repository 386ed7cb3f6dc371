/** Deposits and outputs as scanners see them, and what a fork undoes. */
import type { Chain } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { DEPOSIT_COLUMNS, type Deposit, type WalletChange } from './deposit-store.ts';

export interface NewDeposit
  extends Pick<
    Deposit,
    | 'id'
    | 'txid'
    | 'asset'
    | 'tokenType'
    | 'contract'
    | 'address'
    | 'tag'
    | 'amount'
    | 'userId'
    | 'reason'
    | 'needed'
  > {
  index: number;
}

export interface DepositSighting {
  height: number | null;
  blockHash: string | null;
  raisedByUser: boolean;
  now: Date;
}

export interface SavedDeposit extends WalletChange {
  amount: bigint;
  reason: string | null;
  height: number | null;
  needed: number;
  /** The deposit was not known before. */
  isNew: boolean;
}

const toColumnArrays = (deposits: readonly NewDeposit[]) => ({
  ids: deposits.map((d) => d.id),
  txids: deposits.map((d) => d.txid),
  indexes: deposits.map((d) => d.index),
  assets: deposits.map((d) => d.asset),
  tokenTypes: deposits.map((d) => d.tokenType),
  contracts: deposits.map((d) => d.contract),
  addresses: deposits.map((d) => d.address),
  tags: deposits.map((d) => d.tag),
  amounts: deposits.map((d) => d.amount.toString()),
  users: deposits.map((d) => d.userId),
  reasons: deposits.map((d) => d.reason),
  needed: deposits.map((d) => d.needed),
});

/**
 * Saves payments seen in a block or unconfirmed, in one statement. Known unconfirmed deposits get their block;
 * reversed ones start over.
 */
export async function saveDeposits(
  db: Queryable,
  chain: Chain,
  deposits: readonly NewDeposit[],
  sighting: DepositSighting,
): Promise<SavedDeposit[]> {
  if (deposits.length === 0) return [];
  const c = toColumnArrays(deposits);
  const { rows } =
    await sql<SavedDeposit>`insert into coin_deposits as d (id, chain, txid, output_index, asset, token_type,
      contract, address, tag, amount, user_id, reason, needed_confirmations, state, raised_by_user, height, block_hash,
      created_at)
    select id, ${chain}, txid, output_index, asset, token_type, contract, address, tag, amount, user_id, reason, needed,
      'PENDING', ${sighting.raisedByUser}::boolean, ${sighting.height}::bigint, ${sighting.blockHash}::text, ${sighting.now}::timestamptz
    from unnest(${c.ids}::uuid[], ${c.txids}::text[], ${c.indexes}::bigint[], ${c.assets}::text[],
      ${c.tokenTypes}::text[], ${c.contracts}::text[], ${c.addresses}::text[], ${c.tags}::text[],
      ${c.amounts}::numeric[], ${c.users}::uuid[], ${c.reasons}::text[], ${c.needed}::int[])
      as v(id, txid, output_index, asset, token_type, contract, address, tag, amount, user_id, reason, needed)
    order by txid, output_index
    on conflict (chain, txid, output_index) do update set
      state = 'PENDING', height = excluded.height, block_hash = excluded.block_hash, decided_by = null
    where d.state in ('PENDING', 'ORPHANED', 'REVERSED') and (
      (excluded.height is not null and (excluded.block_hash is not null or d.height is null)
        and (d.height, d.block_hash) is distinct from (excluded.height, excluded.block_hash))
      or (excluded.height is null and d.state = 'ORPHANED'))
    returning d.user_id as "userId", d.asset, d.amount, d.reason, d.height::int as height,
      d.needed_confirmations as needed, d.xmax = 0 as "isNew"`.execute(db);
  return rows;
}

/** Counts open entries of unknown tokens, up to `limit`; anyone can create them at almost no cost. */
export async function countUnknownTokens(db: Queryable, chain: Chain, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (select 1 from coin_deposits
    where chain = ${chain} and asset is null and state in ('PENDING', 'UNCLAIMED') limit ${limit}) d`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Returns those of the transactions that we signed. */
export async function findOwnTransactions(
  db: Queryable,
  chain: Chain,
  txids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ txid: string }>`select txid from chain_transactions
    where chain = ${chain} and txid = any(${[...txids]}::text[])`.execute(db);
  return new Set(rows.map(({ txid }) => txid));
}

/** An output that one of our keys can spend; null: the hot one. */
export interface OwnOutput {
  txid: string;
  index: number;
  amount: bigint;
  keyIndex: bigint | null;
  /** Generation of the seed. */
  generation: number;
}

/** Saves our outputs of UTXO chains that are in a block. */
export async function saveOutputs(
  tx: Tx,
  chain: Chain,
  outputs: readonly OwnOutput[],
  height: number,
): Promise<void> {
  if (outputs.length === 0) return;
  const txids = outputs.map((output) => output.txid);
  const indexes = outputs.map((output) => output.index);
  const amounts = outputs.map((output) => output.amount.toString());
  const keys = outputs.map((output) => output.keyIndex?.toString() ?? null);
  const generations = outputs.map(({ generation }) => generation);
  await sql`insert into unspent_outputs (chain, txid, output_index, amount, key_index, generation, height)
    select ${chain}, txid, output_index, amount, key_index, generation, ${height}::bigint
    from unnest(${txids}::text[], ${indexes}::bigint[], ${amounts}::numeric[], ${keys}::bigint[],
      ${generations}::integer[]) as v(txid, output_index, amount, key_index, generation)
    order by txid, output_index
    on conflict (chain, txid, output_index) do update set height = excluded.height`.execute(tx);
}

/** Returns the owners of deposits that wait for confirmations on a chain. */
export async function findWaitingOwners(db: Queryable, chain: Chain, limit: number): Promise<WalletChange[]> {
  const { rows } = await sql<WalletChange>`select distinct user_id as "userId", asset from coin_deposits
    where chain = ${chain} and state = 'PENDING' and height is not null and user_id is not null limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Returns deposits that are in no block, in order of id, after `after`. */
export async function findUnconfirmedDeposits(
  db: Queryable,
  chain: Chain,
  after: string,
  limit: number,
): Promise<Deposit[]> {
  const { rows } = await sql<Deposit>`select ${DEPOSIT_COLUMNS} from coin_deposits d
    where chain = ${chain} and state = 'PENDING' and height is null and id > ${after}
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Marks deposits that the chain no longer knows; one that is mined after all starts over. */
export async function orphanDeposits(db: Queryable, ids: readonly string[]): Promise<WalletChange[]> {
  const { rows } = await sql<WalletChange>`update coin_deposits set state = 'ORPHANED'
    where id = any(${[...ids]}::uuid[]) and state = 'PENDING' and height is null
    returning user_id as "userId", asset`.execute(db);
  return rows;
}

/** Removes the block of a deposit: it counts as unconfirmed from now on. */
export async function clearDepositBlock(db: Queryable, id: string): Promise<void> {
  await sql`update coin_deposits set height = null, block_hash = null where id = ${id} and state = 'PENDING'`.execute(
    db,
  );
}

/** Returns deposits in the ledger whose blocks are above a height. */
export async function findBookedAbove(
  db: Queryable,
  chain: Chain,
  height: number,
  limit: number,
): Promise<Deposit[]> {
  const { rows } = await sql<Deposit>`select ${DEPOSIT_COLUMNS} from coin_deposits d
    where chain = ${chain} and height > ${height} and (state = 'CREDITED' or booked) order by id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Returns deposits in the ledger whose block was never scanned, in order of id, after `after`. */
export async function findBookedUnscanned(
  db: Queryable,
  chain: Chain,
  after: string,
  limit: number,
): Promise<Deposit[]> {
  const { rows } = await sql<Deposit>`select ${DEPOSIT_COLUMNS} from coin_deposits d
    where chain = ${chain} and height is not null and block_hash is null and (state = 'CREDITED' or booked)
      and id > ${after} order by id limit ${limit}`.execute(db);
  return rows;
}

/** Removes the blocks above a height from deposits that are not in the ledger: they count as unconfirmed again. */
export async function revertDepositsAbove(tx: Tx, chain: Chain, above: number): Promise<WalletChange[]> {
  const { rows } = await sql<WalletChange>`update coin_deposits d set height = null, block_hash = null,
      state = case when state = 'UNCLAIMED' then 'PENDING' else state end
    from (select id from coin_deposits where chain = ${chain} and height > ${above}
      and state <> 'CREDITED' and not booked order by id for update) o
    where d.id = o.id
    returning d.user_id as "userId", d.asset`.execute(tx);
  await sql`delete from unspent_outputs where chain = ${chain} and height > ${above}
    and spent_by is null`.execute(tx);
  await sql`update unspent_outputs set height = null where chain = ${chain} and height > ${above}`.execute(
    tx,
  );
  return rows;
}

/**
 * After a fork below all remembered blocks it is unknown which blocks of waiting deposits still exist: the node is
 * queried about each before it is credited.
 */
export async function requireDepositRecheck(tx: Tx, chain: Chain): Promise<void> {
  await sql`update coin_deposits set block_hash = null
    where chain = ${chain} and state = 'PENDING' and height is not null`.execute(tx);
}
