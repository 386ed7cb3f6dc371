import type { Asset, Chain } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../platform/database/database.ts';

/** A stored payment; the amount in digits. */
export interface StoredPayment {
  to: string;
  tag: string | null;
  /** Null: a token known only by its contract. */
  asset: Asset | null;
  tokenType: string | null;
  contract: string | null;
  amount: string;
}

export interface StoredInput {
  txid: string;
  index: number;
  address: string;
  amount: string;
}

export interface SandboxTxBody {
  /** Null: minted, or the owners of the inputs. */
  from: string | null;
  payments: StoredPayment[];
  inputs: StoredInput[];
  sequence: string | null;
  /** Seconds, or a ledger index (RIPPLE). */
  expires: number | null;
}

export interface SandboxTransaction {
  id: bigint;
  txid: string;
  body: SandboxTxBody;
  height: number | null;
  ok: boolean;
  fee: bigint;
  dropped: boolean;
}

export interface StoredBlock {
  height: number;
  hash: string;
  parentHash: string;
  at: Date;
}

const TX_COLUMNS = sql`id, txid, body, height::int as height, ok, fee, dropped`;

/** Locks a chain exclusively until the transaction ends. */
export async function lockChain(tx: Tx, chain: Chain): Promise<void> {
  await sql`select pg_advisory_xact_lock(7353, hashtext(${chain}))`.execute(tx);
}

export async function findTip(db: Queryable, chain: Chain): Promise<StoredBlock | null> {
  const { rows } = await sql<StoredBlock>`select height::int as height, hash, parent_hash as "parentHash", at
    from sandbox_blocks where chain = ${chain} order by height desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Returns the newest block of each chain that has any. */
export async function findTips(
  db: Queryable,
  chains: readonly Chain[],
): Promise<ReadonlyMap<string, StoredBlock>> {
  const { rows } = await sql<StoredBlock & { chain: string }>`
    select asked.chain, b.height::int as height, b.hash, b.parent_hash as "parentHash", b.at
    from unnest(${[...chains]}::text[]) as asked (chain) cross join lateral (select * from sandbox_blocks
      where chain = asked.chain order by height desc limit 1) b`.execute(db);
  return new Map(rows.map(({ chain, ...block }) => [chain, block]));
}

export async function readSandboxBlocks(
  db: Queryable,
  chain: Chain,
  from: number,
  to: number,
): Promise<StoredBlock[]> {
  const { rows } = await sql<StoredBlock>`select height::int as height, hash, parent_hash as "parentHash", at
    from sandbox_blocks where chain = ${chain} and height between ${from} and ${to} order by height`.execute(
    db,
  );
  return rows;
}

export async function insertBlocks(
  db: Queryable,
  chain: Chain,
  blocks: readonly StoredBlock[],
): Promise<void> {
  await sql`insert into sandbox_blocks (chain, height, hash, parent_hash, at)
    select ${chain}, * from unnest(${blocks.map(({ height }) => height)}::bigint[],
      ${blocks.map(({ hash }) => hash)}::text[], ${blocks.map(({ parentHash }) => parentHash)}::text[],
      ${blocks.map(({ at }) => at)}::timestamptz[])
    on conflict do nothing`.execute(db);
}

export async function deleteBlocks(tx: Tx, chain: Chain, above: number): Promise<void> {
  await sql`delete from sandbox_blocks where chain = ${chain} and height > ${above}`.execute(tx);
}

export async function insertSandboxTx(
  tx: Tx,
  chain: Chain,
  { txid, raw, body, fee }: { txid: string; raw: string | null; body: SandboxTxBody; fee: bigint },
): Promise<void> {
  await sql`insert into sandbox_transactions (chain, txid, raw, body, fee)
    values (${chain}, ${txid}, ${raw}, ${JSON.stringify(body)}::jsonb, ${fee})
    on conflict (chain, txid) do update set dropped = false, height = null`.execute(tx);
}

export async function findSandboxTx(
  db: Queryable,
  chain: Chain,
  txid: string,
): Promise<SandboxTransaction | null> {
  const { rows } = await sql<SandboxTransaction>`select ${TX_COLUMNS} from sandbox_transactions
    where chain = ${chain} and txid = ${txid}`.execute(db);
  return rows[0] ?? null;
}

export async function findSandboxTxs(
  db: Queryable,
  chain: Chain,
  txids: readonly string[],
): Promise<SandboxTransaction[]> {
  const { rows } = await sql<SandboxTransaction>`select ${TX_COLUMNS} from sandbox_transactions
    where chain = ${chain} and txid = any(${[...txids]}::text[]) and not dropped`.execute(db);
  return rows;
}

/** Returns bytes by txid; transactions without bytes are left out. */
export async function readRawTransactions(
  db: Queryable,
  chain: Chain,
  txids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ txid: string; raw: string }>`select txid, raw from sandbox_transactions
    where chain = ${chain} and txid = any(${[...txids]}::text[]) and raw is not null`.execute(db);
  return new Map(rows.map(({ txid, raw }) => [txid, raw]));
}

/** Returns transactions that wait for a block, oldest first. */
export async function listPendingTxs(
  db: Queryable,
  chain: Chain,
  limit: number,
): Promise<SandboxTransaction[]> {
  const { rows } = await sql<SandboxTransaction>`select ${TX_COLUMNS} from sandbox_transactions
    where chain = ${chain} and height is null and not dropped order by id limit ${limit}`.execute(db);
  return rows;
}

/** Returns chains with transactions that wait for a block. */
export async function findChainsWithPending(
  db: Queryable,
  chains: readonly Chain[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{
    chain: string;
  }>`select asked.chain from unnest(${[...chains]}::text[]) as asked (chain)
    where exists (select from sandbox_transactions t
      where t.chain = asked.chain and t.height is null and not t.dropped)`.execute(db);
  return new Set(rows.map(({ chain }) => chain));
}

export async function listPendingOfSender(
  db: Queryable,
  chain: Chain,
  sender: string,
): Promise<SandboxTransaction[]> {
  const { rows } =
    await sql<SandboxTransaction>`select ${TX_COLUMNS} from sandbox_transactions where chain = ${chain}
    and height is null and not dropped and body ->> 'from' = ${sender} order by id limit 1000`.execute(db);
  return rows;
}

export async function listTxsBetween(
  db: Queryable,
  chain: Chain,
  from: number,
  to: number,
): Promise<SandboxTransaction[]> {
  const { rows } = await sql<SandboxTransaction>`select ${TX_COLUMNS} from sandbox_transactions
    where chain = ${chain} and height between ${from} and ${to} order by id`.execute(db);
  return rows;
}

/** Returns transactions that spend any of these outputs. */
export async function findSpenders(
  db: Queryable,
  chain: Chain,
  outputs: readonly { txid: string; index: number }[],
): Promise<SandboxTransaction[]> {
  const points = outputs.map(({ txid, index }) => JSON.stringify([{ txid, index }]));
  const { rows } = await sql<SandboxTransaction>`select ${TX_COLUMNS} from sandbox_transactions
    where chain = ${chain} and not dropped and body -> 'inputs' @> any(${points}::jsonb[])`.execute(db);
  return rows;
}

export async function markTxIncluded(tx: Tx, id: bigint, height: number, ok: boolean): Promise<void> {
  await sql`update sandbox_transactions set height = ${height}, ok = ${ok} where id = ${id}`.execute(tx);
}

export async function markTxsDropped(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await sql`update sandbox_transactions set dropped = true, height = null
    where id = any(${ids.map(String)}::bigint[])`.execute(tx);
}

export async function returnTxsToPending(tx: Tx, chain: Chain, above: number, drop: boolean): Promise<void> {
  await sql`update sandbox_transactions set height = null, ok = true, dropped = ${drop}
    where chain = ${chain} and height > ${above}`.execute(tx);
}

export interface ChainAccount {
  balance: bigint;
  /** Its next sequence number. */
  sequence: bigint;
}

/** Reads an account; null: it was never paid. */
export async function readChainAccount(
  db: Queryable,
  chain: Chain,
  address: string,
  tokenType: string,
): Promise<ChainAccount | null> {
  const { rows } = await sql<ChainAccount>`select balance, sequence from sandbox_balances
    where chain = ${chain} and address = ${address} and token_type = ${tokenType}`.execute(db);
  return rows[0] ?? null;
}

export interface BalanceChange {
  address: string;
  tokenType: string;
  by: bigint;
}

export async function addToBalances(
  db: Queryable,
  chain: Chain,
  changes: readonly BalanceChange[],
): Promise<void> {
  const sums = new Map<string, BalanceChange>();
  for (const change of changes) {
    const key = `${change.address}\n${change.tokenType}`;
    sums.set(key, { ...change, by: (sums.get(key)?.by ?? 0n) + change.by });
  }
  const rows = [...sums.values()];
  if (rows.length === 0) return;
  await sql`insert into sandbox_balances as b (chain, address, token_type, balance)
    select ${chain}, * from unnest(${rows.map((row) => row.address)}::text[],
      ${rows.map((row) => row.tokenType)}::text[], ${rows.map((row) => row.by.toString())}::numeric[])
    on conflict (chain, address, token_type) do update set balance = b.balance + excluded.balance`.execute(
    db,
  );
}

/** Does nothing if the address ever had a balance. */
export async function insertBalance(
  db: Queryable,
  chain: Chain,
  { address, tokenType, by }: BalanceChange,
): Promise<void> {
  await sql`insert into sandbox_balances (chain, address, token_type, balance)
    values (${chain}, ${address}, ${tokenType}, ${by}) on conflict do nothing`.execute(db);
}

export async function saveSequence(tx: Tx, chain: Chain, address: string, sequence: bigint): Promise<void> {
  await sql`insert into sandbox_balances (chain, address, token_type, balance, sequence)
    values (${chain}, ${address}, ${chain}, 0, ${sequence})
    on conflict (chain, address, token_type) do update set sequence = excluded.sequence`.execute(tx);
}

/** Returns the height, and the number of pending transactions, of every chain. */
export async function readOverview(db: Queryable): Promise<Map<string, { height: number; waiting: number }>> {
  const { rows } = await sql<{ chain: string; height: number; waiting: number }>`
    select b.chain, max(b.height)::int as height, (select count(*)::int from sandbox_transactions t
      where t.chain = b.chain and t.height is null and not t.dropped) as waiting
    from sandbox_blocks b group by b.chain`.execute(db);
  return new Map(rows.map(({ chain, ...row }) => [chain, row]));
}

/** Returns chains with transactions that wait for a block, or for `depth` blocks on top of it. */
export async function findUnsettledChains(db: Queryable, depth: number): Promise<Chain[]> {
  const { rows } = await sql<{ chain: Chain }>`select distinct t.chain from sandbox_transactions t
    where not t.dropped and (t.height is null or t.height > ${depth} * -1 +
      (select b.height from sandbox_blocks b where b.chain = t.chain order by b.height desc limit 1))`.execute(
    db,
  );
  return rows.map(({ chain }) => chain);
}
