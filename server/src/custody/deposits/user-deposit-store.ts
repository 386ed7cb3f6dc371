/** Deposits as their owners list them, report them and are notified of them. */
import type { Asset } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { Page } from '../../platform/database/rows.ts';
import { DEPOSIT_COLUMNS, type Deposit } from './deposit-store.ts';

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
