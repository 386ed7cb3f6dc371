import type { Asset, Chain } from '@sarraf/domain';
import { sql } from 'kysely';
import { updateWith } from '../../ledger/index.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { Page } from '../../platform/database/rows.ts';

export type DepositState =
  | 'PENDING'
  | 'CREDITED'
  | 'UNCLAIMED'
  | 'PROPOSED'
  | 'ORPHANED'
  | 'REVERSED'
  | 'KEPT';

export interface Deposit {
  id: string;
  chain: Chain;
  txid: string;
  index: number;
  asset: Asset | null;
  tokenType: string | null;
  contract: string | null;
  address: string;
  tag: string;
  amount: bigint;
  userId: string | null;
  state: DepositState;
  reason: string | null;
  raisedByUser: boolean;
  height: number | null;
  blockHash: string | null;
  needed: number;
  proposedBy: string | null;
  proposedUser: string | null;
  decidedBy: string | null;
  booked: boolean;
  attempt: number;
  lost: bigint;
  createdAt: Date;
}

const DEPOSIT_COLUMNS = sql`d.id, d.chain, d.txid, d.output_index::int as index, d.asset, d.token_type as "tokenType", d.contract, d.address, d.tag, d.amount,
  d.user_id as "userId", d.state, d.reason, d.raised_by_user as "raisedByUser", d.height::int as height,
  d.block_hash as "blockHash", d.needed_confirmations as needed, d.proposed_by as "proposedBy",
  d.proposed_user as "proposedUser", d.decided_by as "decidedBy", d.booked, d.attempt, d.lost,
  d.created_at as "createdAt"`;

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

/** The owner of deposits that changed. */
export interface WalletChange {
  userId: string | null;
  asset: Asset | null;
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

const IS_DUE = sql`d.state = 'PENDING' and d.height is not null and d.height <= c.height
      and c.fork is distinct from 'HALTED'
      and (c.height - d.height + 1 >= d.needed_confirmations or d.height <= c.final_height)`;

/** Returns deposits with enough confirmations, oldest first. */
export async function findDueDeposits(db: Queryable, chain: Chain, limit: number): Promise<Deposit[]> {
  const { rows } =
    await sql<Deposit>`select ${DEPOSIT_COLUMNS} from coin_deposits d join chain_cursors c using (chain)
    where d.chain = ${chain} and ${IS_DUE}
    order by d.id limit ${limit}`.execute(db);
  return rows;
}

/** Returns the chains that have deposits to settle. */
export async function findDueChains(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ chain: string }>`select c.chain from chain_cursors c
    where exists (select from coin_deposits d where d.chain = c.chain and ${IS_DUE})`.execute(db);
  return rows.map(({ chain }) => chain);
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

/** Marks a deposit of an unknown token: listed for the staff, not in the ledger. */
export async function markUnknownToken(db: Queryable, id: string): Promise<void> {
  await sql`update coin_deposits set state = 'UNCLAIMED', reason = 'UNKNOWN_TOKEN'
    where id = ${id} and state = 'PENDING' and height is not null`.execute(db);
}

// Rows that the ledger writes together with its transfers. If a row has changed since the command was created, it
// gets a state that the table rejects, which fails the whole command.

/** Credits a deposit with enough confirmations to its owner (CREDITED) or to the house's suspense (UNCLAIMED). */
export const SETTLE_DEPOSIT = updateWith(
  'deposit_settled',
  {
    id: 'uuid',
    attempt: 'integer',
    height: 'bigint',
    state: 'text',
    reason: 'text?',
    credited_at: 'timestamptz?',
    toman_value: 'numeric?',
    booked: 'boolean',
    to_tell: 'text?',
  },
  (rows) => `update coin_deposits d set
      state = case when d.state = 'PENDING' and d.height = v.height and d.attempt = v.attempt then v.state
        else 'STALE' end,
      reason = v.reason, credited_at = v.credited_at, toman_value = v.toman_value, booked = v.booked,
      to_tell = v.to_tell, lost = 0
    from ${rows} where d.id = v.id`,
);

/** Credits a deposit in suspense to the user that the staff decided on. */
export const HAND_OVER_DEPOSIT = updateWith(
  'deposit_handed_over',
  { id: 'uuid', attempt: 'integer', user_id: 'uuid', credited_at: 'timestamptz', toman_value: 'numeric?' },
  (rows) => `update coin_deposits d set
      state = case when d.state = 'PROPOSED' and d.booked and d.decided_by is not null and d.attempt = v.attempt
        and d.proposed_user = v.user_id then 'CREDITED' else 'STALE' end,
      user_id = v.user_id, credited_at = v.credited_at, toman_value = v.toman_value, booked = false,
      to_tell = 'DEPOSIT_CREDITED'
    from ${rows} where d.id = v.id`,
);

/** Reverses a deposit that the chain no longer has. */
export const REVERSE_DEPOSIT = updateWith(
  'deposit_reversed',
  { id: 'uuid', attempt: 'integer', state: 'text', reason: 'text?', lost: 'numeric', to_tell: 'text?' },
  (rows) => `update coin_deposits d set
      state = case when (d.state = 'CREDITED' or d.booked) and d.attempt = v.attempt then v.state else 'STALE' end,
      reason = v.reason, lost = v.lost, to_tell = v.to_tell, attempt = d.attempt + 1, height = null, block_hash = null,
      booked = false, credited_at = null, toman_value = null, proposed_by = null, proposed_user = null, decided_by = null
    from ${rows} where d.id = v.id`,
);

// ── For users ───────────────────────────────────────────────────────────────────────────────────

export interface UserDeposit extends Deposit {
  /** Height to which its chain was scanned; null: not scanned. */
  scanned: number | null;
}

const USER_DEPOSIT_COLUMNS = sql`${DEPOSIT_COLUMNS}, c.height::int as scanned from coin_deposits d left join chain_cursors c using (chain)`;

/** Lists a user's deposits, newest first, without unknown tokens. */
export async function listDepositRows(
  db: Queryable,
  userId: string,
  asset: Asset | null,
  page: Page,
): Promise<UserDeposit[]> {
  const before = page.before === null ? sql`` : sql`and d.id < ${page.before}`;
  const coinFilter = asset === null ? sql`and d.asset is not null` : sql`and d.asset = ${asset}`;
  const { rows } =
    await sql<UserDeposit>`select ${USER_DEPOSIT_COLUMNS} where d.user_id = ${userId} ${coinFilter} ${before}
    order by d.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

export async function findDepositRow(db: Queryable, userId: string, id: string): Promise<UserDeposit | null> {
  const { rows } =
    await sql<UserDeposit>`select ${USER_DEPOSIT_COLUMNS} where d.id = ${id} and d.user_id = ${userId}`.execute(
      db,
    );
  return rows[0] ?? null;
}

/** Returns deposits of a user on a network: those of a transaction, or (null) the unconfirmed ones, newest first. */
export async function findUserDeposits(
  db: Queryable,
  address: { userId: string; asset: Asset; tokenType: string },
  txid: string | null,
): Promise<UserDeposit[]> {
  const condition = txid === null ? sql`d.state = 'PENDING'` : sql`d.txid = ${txid}`;
  const { rows } = await sql<UserDeposit>`select ${USER_DEPOSIT_COLUMNS} where d.user_id = ${address.userId}
      and d.asset = ${address.asset} and d.token_type = ${address.tokenType} and ${condition}
    order by d.id desc limit 500`.execute(db);
  return rows;
}

/** Marks deposits that their owner reported; has no effect once they are credited. */
export async function markReportedByUser(db: Queryable, ids: readonly string[]): Promise<void> {
  await sql`update coin_deposits set raised_by_user = true
    where id = any(${[...ids]}::uuid[]) and state = 'PENDING' and not raised_by_user`.execute(db);
}

/** Locks and returns one deposit whose owner has to be notified, excluding the given ids. */
export async function takeUnnotifiedDeposit(
  tx: Tx,
  exceptIds: readonly string[],
): Promise<(Deposit & { toTell: 'DEPOSIT_CREDITED' | 'DEPOSIT_REVERSED' }) | null> {
  const { rows } = await sql<Deposit & { toTell: 'DEPOSIT_CREDITED' | 'DEPOSIT_REVERSED' }>`
    select ${DEPOSIT_COLUMNS}, d.to_tell as "toTell" from coin_deposits d
    where to_tell is not null and id <> all(${[...exceptIds]}::uuid[])
    order by id limit 1 for update skip locked`.execute(tx);
  return rows[0] ?? null;
}

export async function markDepositNotified(tx: Tx, id: string): Promise<void> {
  await sql`update coin_deposits set to_tell = null where id = ${id}`.execute(tx);
}

// ── For the staff ───────────────────────────────────────────────────────────────────────────────

const IS_OPEN = sql`(d.state in ('UNCLAIMED', 'PROPOSED') or (d.state = 'REVERSED' and d.decided_by is null))`;

/** Lists open deposits, those that have waited longest first, after an id. */
export async function listOpenDeposits(
  db: Queryable,
  after: string | null,
  limit: number,
): Promise<Deposit[]> {
  const from = after === null ? sql`` : sql`and d.id > ${after}`;
  const { rows } = await sql<Deposit>`select ${DEPOSIT_COLUMNS} from coin_deposits d where ${IS_OPEN} ${from}
    order by d.id limit ${limit}`.execute(db);
  return rows;
}

export async function countOpenDeposits(db: Queryable, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n
    from (select 1 from coin_deposits d where ${IS_OPEN} limit ${limit}) o`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function findDeposit(db: Queryable, id: string): Promise<Deposit | null> {
  const { rows } =
    await sql<Deposit>`select ${DEPOSIT_COLUMNS} from coin_deposits d where d.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Locks a deposit until the transaction ends. */
export async function lockDeposit(tx: Tx, id: string): Promise<Deposit | null> {
  const { rows } =
    await sql<Deposit>`select ${DEPOSIT_COLUMNS} from coin_deposits d where d.id = ${id} for update`.execute(
      tx,
    );
  return rows[0] ?? null;
}

/** Locks coin deposits in order of id until the transaction ends; unknown ids are absent. */
export async function lockCoinDeposits(tx: Tx, ids: readonly string[]): Promise<Deposit[]> {
  const { rows } = await sql<Deposit>`select ${DEPOSIT_COLUMNS} from coin_deposits d
    where d.id = any(${[...ids]}::uuid[]) order by d.id for update`.execute(tx);
  return rows;
}

export async function proposeDeposit(tx: Tx, id: string, staffId: string, userId: string): Promise<void> {
  await sql`update coin_deposits set state = 'PROPOSED', proposed_by = ${staffId}, proposed_user = ${userId},
    decided_by = null where id = ${id}`.execute(tx);
}

/** Confirms a deposit; this process or the retry job credits it next. */
export async function confirmDeposit(tx: Tx, id: string, staffId: string): Promise<void> {
  await sql`update coin_deposits set decided_by = ${staffId} where id = ${id} and state = 'PROPOSED'`.execute(
    tx,
  );
}

/** Closes a deposit: a reversed one is marked as seen, any other keeps its money where it is. */
export async function closeDeposit(tx: Tx, id: string, staffId: string): Promise<void> {
  await sql`update coin_deposits set decided_by = ${staffId},
    state = case when state = 'REVERSED' then state else 'KEPT' end where id = ${id}`.execute(tx);
}

/** Returns deposits that were confirmed but not yet credited, as after a crash. */
export async function findConfirmedUnclaimed(db: Queryable, limit: number): Promise<Deposit[]> {
  const { rows } = await sql<Deposit>`select ${DEPOSIT_COLUMNS} from coin_deposits d
    where d.state = 'PROPOSED' and d.decided_by is not null order by d.id limit ${limit}`.execute(db);
  return rows;
}
