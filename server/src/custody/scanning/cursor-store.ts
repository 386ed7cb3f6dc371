import type { Chain } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { Block } from '../ports.ts';

/** Position to which a chain was scanned. */
export interface ChainCursor {
  height: number;
  headHeight: number;
  finalHeight: number | null;
  scannedAt: Date;
  /** See forks.ts; null: no unresolved fork. */
  fork: 'HALTED' | 'FOLLOW' | null;
}

export interface ChainHead {
  height: number;
  final: number | null;
}

export async function findCursor(db: Queryable, chain: Chain): Promise<ChainCursor | null> {
  const { rows } = await sql<ChainCursor>`select height::int as height, head_height::int as "headHeight",
      final_height::int as "finalHeight", scanned_at as "scannedAt", fork
    from chain_cursors where chain = ${chain}`.execute(db);
  return rows[0] ?? null;
}

/** Returns the cursors of all chains that are or were on. */
export async function listCursors(db: Queryable): Promise<(ChainCursor & { chain: string })[]> {
  const { rows } = await sql<
    ChainCursor & { chain: string }
  >`select chain, height::int as height, head_height::int as "headHeight",
      final_height::int as "finalHeight", scanned_at as "scannedAt", fork
    from chain_cursors order by chain`.execute(db);
  return rows;
}

/** Starts at the chain's current block; earlier payments can't be to addresses of ours. */
export async function insertCursor(db: Queryable, chain: Chain, head: ChainHead, now: Date): Promise<void> {
  await sql`insert into chain_cursors (chain, height, head_height, final_height, scanned_at)
    values (${chain}, ${head.height}, ${head.height}, ${head.final}, ${now}) on conflict do nothing`.execute(
    db,
  );
}

/**
 * Advances the cursor and keeps its row locked until the transaction ends; returns false if another process moved
 * it since it was read.
 */
export async function advanceCursor(
  tx: Tx,
  chain: Chain,
  from: number,
  to: { height: number; head: ChainHead },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update chain_cursors set height = ${to.height},
      head_height = ${to.head.height}, final_height = ${to.head.final}, scanned_at = ${now}, fork = null
    where chain = ${chain} and height = ${from}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Records a scan that found no new block. */
export async function touchCursor(db: Queryable, chain: Chain, head: ChainHead, now: Date): Promise<void> {
  await sql`update chain_cursors set head_height = ${head.height}, final_height = ${head.final},
      scanned_at = ${now} where chain = ${chain}`.execute(db);
}

/** Saves the hashes of blocks, and deletes those below `keepFrom`. */
export async function saveBlocks(
  tx: Tx,
  chain: Chain,
  blocks: readonly Pick<Block, 'height' | 'hash'>[],
  keepFrom: number,
): Promise<void> {
  const heights = blocks.map(({ height }) => height);
  const hashes = blocks.map(({ hash }) => hash);
  await sql`insert into chain_blocks (chain, height, hash)
    select ${chain}, * from unnest(${heights}::bigint[], ${hashes}::text[])
    on conflict (chain, height) do update set hash = excluded.hash`.execute(tx);
  await sql`delete from chain_blocks where chain = ${chain} and height < ${keepFrom}`.execute(tx);
}

/** Returns the saved block hashes by height within [from, to]. */
export async function readBlockHashes(
  db: Queryable,
  chain: Chain,
  from: number,
  to: number,
): Promise<Map<number, string>> {
  const { rows } = await sql<{
    height: number;
    hash: string;
  }>`select height::int as height, hash from chain_blocks
    where chain = ${chain} and height between ${from} and ${to}`.execute(db);
  return new Map(rows.map(({ height, hash }) => [height, hash]));
}

export interface BlockCheckpoint {
  height: number;
  hash: string;
}

/**
 * Returns blocks below a height, highest first, that contain deposits of our ledger: their hashes are never
 * deleted.
 */
export async function listDepositBlocks(
  db: Queryable,
  chain: Chain,
  below: number,
  limit: number,
): Promise<BlockCheckpoint[]> {
  const { rows } =
    await sql<BlockCheckpoint>`select height::int as height, max(block_hash) as hash from coin_deposits
    where chain = ${chain} and height < ${below} and block_hash is not null and (state = 'CREDITED' or booked)
    group by height order by height desc limit ${limit}`.execute(db);
  return rows;
}

/** Returns the oldest saved block; null: none. */
export async function findOldestBlock(db: Queryable, chain: Chain): Promise<number | null> {
  const { rows } = await sql<{ height: number | null }>`select min(height)::int as height from chain_blocks
    where chain = ${chain}`.execute(db);
  return rows[0]?.height ?? null;
}

export async function deleteBlocksAbove(tx: Tx, chain: Chain, above: number): Promise<void> {
  await sql`delete from chain_blocks where chain = ${chain} and height > ${above}`.execute(tx);
}
