import type { Asset, Chain } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Db, Queryable, Tx } from '../../platform/database/database.ts';

export interface DepositAddress {
  id: string;
  userId: string;
  asset: Asset;
  tokenType: string;
  chain: Chain;
  address: string;
  /** Empty on chains where each user has an address of their own. */
  tag: string;
  keyIndex: bigint;
  signature: Buffer;
  retiredAt: Date | null;
  /** Generation of the seed that controls this address; 0 is the first. */
  generation: number;
  /** The address belongs to an older seed and was replaced; deposits to it are still credited. */
  superseded: boolean;
}

const ADDRESS_COLUMNS = sql`id, user_id as "userId", asset, token_type as "tokenType", chain, address, tag,
  key_index as "keyIndex", signature, retired_at as "retiredAt", generation, superseded`;

/** Returns the active address. */
export async function findAddress(
  db: Queryable,
  userId: string,
  asset: Asset,
  tokenType: string,
): Promise<DepositAddress | null> {
  const { rows } = await sql<DepositAddress>`select ${ADDRESS_COLUMNS} from deposit_addresses
    where user_id = ${userId} and asset = ${asset} and token_type = ${tokenType}
      and retired_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Returns false if an active address exists already. */
export async function insertAddress(
  db: Queryable,
  row: Omit<DepositAddress, 'retiredAt' | 'superseded'>,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('deposit_addresses')
    .values({
      id: row.id,
      user_id: row.userId,
      asset: row.asset,
      token_type: row.tokenType,
      chain: row.chain,
      address: row.address,
      tag: row.tag,
      key_index: row.keyIndex,
      signature: row.signature,
      generation: row.generation,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'asset', 'token_type']).where('retired_at', 'is', null).doNothing(),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Marks an address of an older seed as superseded: its owner gets one of the newest seed. */
export async function markAddressSuperseded(db: Queryable, id: string, now: Date): Promise<void> {
  await sql`update deposit_addresses set retired_at = ${now}, superseded = true
    where id = ${id} and retired_at is null`.execute(db);
}

/** Retires the active address; returns null if there was none. */
export async function markAddressRetired(
  tx: Tx,
  { userId, asset, tokenType }: Pick<DepositAddress, 'userId' | 'asset' | 'tokenType'>,
  now: Date,
): Promise<Pick<DepositAddress, 'address' | 'tag'> | null> {
  const { rows } = await sql<Pick<DepositAddress, 'address' | 'tag'>>`update deposit_addresses
    set retired_at = ${now} where user_id = ${userId} and asset = ${asset} and token_type = ${tokenType}
      and retired_at is null returning address, tag`.execute(tx);
  return rows[0] ?? null;
}

/** Returns true only the first time. */
export async function markAddressTampered(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update deposit_addresses set tampered_at = ${now}
    where id = ${id} and tampered_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns those of the given addresses and tags that are deposit addresses, in one query. */
export async function findDepositAddresses(
  db: Queryable,
  chain: Chain,
  destinations: readonly { address: string; tag: string }[],
): Promise<DepositAddress[]> {
  const addresses = destinations.map(({ address }) => address);
  const tags = destinations.map(({ tag }) => tag);
  const { rows } = await sql<DepositAddress>`select ${ADDRESS_COLUMNS} from deposit_addresses
    where chain = ${chain} and (address, tag) in
      (select * from unnest(${addresses}::text[], ${tags}::text[]))`.execute(db);
  return rows;
}

export async function isDepositAddress(
  db: Queryable,
  chains: readonly Chain[],
  address: string,
): Promise<boolean> {
  const { rows } = await sql`select 1 from deposit_addresses where chain = any(${[...chains]}::text[])
    and address = ${address} limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns the next unused index of a chain, or of the derivation path that several chains share; starts at `from`. */
export async function allocateIndex(db: Queryable, counter: string, firstIndex: number): Promise<number> {
  const { rows } = await sql<{
    index: number;
  }>`insert into address_counters (chain, next) values (${counter}, ${firstIndex} + 1)
    on conflict (chain) do update set next = address_counters.next + 1
    returning (next - 1)::int as index`.execute(db);
  return rows[0]?.index ?? firstIndex;
}

export async function readNextIndex(db: Queryable, chain: Chain): Promise<number> {
  const { rows } = await sql<{ next: number }>`select next::int as next from address_counters
    where chain = ${chain}`.execute(db);
  return rows[0]?.next ?? 0;
}

export interface PoolAddress {
  index: number;
  address: string;
}

/** Removes an address of the given seed from the pool and returns it; null: the pool is empty. */
export async function takePooledAddress(
  db: Queryable,
  chain: Chain,
  generation: number,
): Promise<PoolAddress | null> {
  const { rows } = await sql<PoolAddress>`delete from address_pool where (chain, key_index) in (
      select chain, key_index from address_pool where chain = ${chain} and generation = ${generation}
      order by key_index limit 1 for update skip locked)
    returning key_index::int as index, address`.execute(db);
  return rows[0] ?? null;
}

export async function insertPooledAddresses(
  db: Queryable,
  chain: Chain,
  generation: number,
  addresses: readonly PoolAddress[],
): Promise<void> {
  const indexes = addresses.map(({ index }) => index);
  const texts = addresses.map(({ address }) => address);
  await sql`insert into address_pool (chain, generation, key_index, address)
    select ${chain}, ${generation}, * from unnest(${indexes}::bigint[], ${texts}::text[])
    on conflict do nothing`.execute(db);
}

/** Counts the pooled addresses of one seed, up to `limit`. */
export async function countPooledAddresses(
  db: Queryable,
  chain: Chain,
  generation: number,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from
    (select 1 from address_pool where chain = ${chain} and generation = ${generation} limit ${limit}) p`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Adds addresses that continue at index `from`; returns false if another process has added addresses from there. */
export function extendPool(
  db: Db,
  chain: Chain,
  generation: number,
  firstIndex: number,
  addresses: readonly PoolAddress[],
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`insert into address_counters (chain, next) values (${chain}, 0) on conflict do nothing`.execute(
      tx,
    );
    const { numAffectedRows } = await sql`update address_counters set next = ${firstIndex + addresses.length}
      where chain = ${chain} and next = ${firstIndex}`.execute(tx);
    if (numAffectedRows !== 1n) return false;
    await insertPooledAddresses(tx, chain, generation, addresses);
    return true;
  });
}
