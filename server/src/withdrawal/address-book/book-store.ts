import { type Asset, DAY_MS } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';

export interface SavedAddress {
  id: string;
  label: string;
  asset: Asset;
  tokenType: string;
  address: string;
  /** Empty if the address has no tag. */
  tag: string;
  createdAt: Date;
  usableFrom: Date;
}

/** Identity of an entry: the same address on another network is another destination. */
export type SavedDestination = Pick<SavedAddress, 'asset' | 'tokenType' | 'address' | 'tag'>;

export const MAX_SAVED_ADDRESSES = 100;
/**
 * How long a new address waits while the whitelist is on, and how long withdrawals are held after it was turned
 * off.
 */
export const ADDRESS_DELAY_MS = DAY_MS;

const SAVED_COLUMNS = sql`id, label, asset, token_type as "tokenType", address, tag, created_at as "createdAt",
  usable_from as "usableFrom"`;

/** Sorted by label. */
export async function listSavedAddresses(
  db: Queryable,
  userId: string,
  filter: { asset: string | null; tokenType: string | null },
): Promise<SavedAddress[]> {
  const { rows } =
    await sql<SavedAddress>`select ${SAVED_COLUMNS} from book_addresses where user_id = ${userId}
      and (${filter.asset}::text is null or asset = ${filter.asset})
      and (${filter.tokenType}::text is null or token_type = ${filter.tokenType})
    order by lower(label), id limit ${MAX_SAVED_ADDRESSES}`.execute(db);
  return rows;
}

export async function findAddressBookEntry(
  db: Queryable,
  userId: string,
  { asset, tokenType, address, tag }: SavedDestination,
): Promise<SavedAddress | null> {
  const { rows } =
    await sql<SavedAddress>`select ${SAVED_COLUMNS} from book_addresses where user_id = ${userId} and asset = ${asset}
    and token_type = ${tokenType} and address = ${address} and tag = ${tag}`.execute(db);
  return rows[0] ?? null;
}

/** Returns false if the entry exists already, or the address book is full. The caller has locked the user. */
export async function insertSavedAddress(tx: Tx, userId: string, saved: SavedAddress): Promise<boolean> {
  const { rows } = await sql`insert into book_addresses
      (id, user_id, asset, token_type, address, tag, label, created_at, usable_from)
    select ${saved.id}, ${userId}, ${saved.asset}, ${saved.tokenType}, ${saved.address}, ${saved.tag}, ${saved.label},
      ${saved.createdAt}::timestamptz, ${saved.usableFrom}::timestamptz
    where (select count(*) from book_addresses where user_id = ${userId}) < ${MAX_SAVED_ADDRESSES}
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

export async function deleteSavedAddress(tx: Tx, userId: string, id: string): Promise<SavedAddress | null> {
  const { rows } = await sql<SavedAddress>`delete from book_addresses where user_id = ${userId} and id = ${id}
    returning ${SAVED_COLUMNS}`.execute(tx);
  return rows[0] ?? null;
}

export async function hasWhitelist(db: Queryable, userId: string): Promise<boolean> {
  const { rows } = await sql`select from whitelists where user_id = ${userId}`.execute(db);
  return rows.length > 0;
}

/** Returns false if it was in that state already. */
export async function saveWhitelist(tx: Tx, userId: string, isOn: boolean, now: Date): Promise<boolean> {
  const { numAffectedRows } = isOn
    ? await sql`insert into whitelists (user_id, since) values (${userId}, ${now}) on conflict do nothing`.execute(
        tx,
      )
    : await sql`delete from whitelists where user_id = ${userId}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns the user's labels by address and tag. */
export async function loadLabels(
  db: Queryable,
  userId: string,
  destinations: readonly SavedDestination[],
): Promise<(destination: SavedDestination) => string | null> {
  const { rows } = await sql<SavedDestination & { label: string }>`
    select asset, token_type as "tokenType", address, tag, label from book_addresses
    where user_id = ${userId} and address = any(${destinations.map(({ address }) => address)}::text[])
    limit ${MAX_SAVED_ADDRESSES}`.execute(db);
  const destinationKey = (destination: SavedDestination) =>
    JSON.stringify([destination.asset, destination.tokenType, destination.address, destination.tag]);
  const labels = new Map(rows.map((row) => [destinationKey(row), row.label]));
  return (destination) => labels.get(destinationKey(destination)) ?? null;
}
