import { type Asset, CHAINS, type Coin, type Quote } from '@sarraf/domain';
import type { OrderStatus, OrderType } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';

export interface OrderHit {
  id: string;
  userId: string;
  coin: Coin;
  quote: Quote;
  orderType: OrderType;
  orderStatus: OrderStatus;
  amount: bigint;
  executedAmount: bigint;
  createdAt: Date;
}

export interface DepositHit {
  id: string;
  userId: string | null;
  asset: Asset;
  amount: bigint;
  state: 'PENDING' | 'PAID' | 'FAILED';
  txid: string | null;
  createdAt: Date;
}

const SHOWN = 5;
/** An order is inserted within this time of the timestamp in its id. */
const AROUND_MS = 15 * 60_000;

const ORDER = sql`select id, user_id as "userId", coin, quote, order_type as "orderType",
    order_status as "orderStatus", amount, executed_amount as "executedAmount", created_at as "createdAt" from orders`;

/** Returns the order of a receipt, which names the user. */
export async function findOrderOfReceipt(
  db: Queryable,
  { userId, subject }: { userId: string; subject: string },
): Promise<OrderHit[]> {
  const { rows } = await sql<OrderHit>`${ORDER} where user_id = ${userId} and id = ${subject}::uuid`.execute(
    db,
  );
  return rows;
}

/**
 * Orders are indexed by user and id; by the id alone an order is found by its timestamp, through the index of
 * times.
 */
export async function findOrderById(db: Queryable, id: string): Promise<OrderHit[]> {
  const at = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  const createdFrom = new Date(at - AROUND_MS);
  const createdTo = new Date(at + AROUND_MS);
  const { rows } =
    await sql<OrderHit>`${ORDER} where id = ${id}::uuid and created_at between ${createdFrom} and ${createdTo} limit 1`.execute(
      db,
    );
  return rows;
}

/** Identifiers of transfers: ids, the end of an id that a receipt's number stands for, txids. */
export interface TransferIdentifiers {
  ids: readonly string[];
  idEnd: string | null;
  txids: readonly string[];
}

export interface WithdrawalHit {
  id: string;
  userId: string;
}

export async function findWithdrawalHits(
  db: Queryable,
  { ids, idEnd, txids }: TransferIdentifiers,
): Promise<WithdrawalHit[]> {
  const { rows } = await sql<WithdrawalHit>`
    select w.id, w.user_id as "userId" from withdrawals w where w.id = any(${[...ids]}::uuid[])
    union
    select w.id, w.user_id from withdrawals w where right(replace(w.id::text, '-', ''), 15) = ${idEnd}::text
    union
    select w.id, w.user_id from chain_transactions t
      join outgoing o on o.transaction_id = t.id and o.kind = 'WITHDRAWAL'
      join withdrawals w on w.id = o.withdrawal_id
      where t.chain = any(${[...CHAINS]}::text[]) and t.txid = any(${[...txids]}::text[])
    order by id desc limit ${SHOWN}`.execute(db);
  return rows;
}

const COIN = sql`select id, user_id as "userId", asset, amount,
    case when state = 'CREDITED' then 'PAID' when state in ('ORPHANED', 'REVERSED', 'KEPT') then 'FAILED' else 'PENDING' end
      as state, txid, created_at as "createdAt" from coin_deposits where asset is not null`;
const TRANSFER = sql`select id, user_id, 'TOMAN', amount,
    case state when 'MATCHED' then 'PAID' when 'RETURNED' then 'FAILED' else 'PENDING' end, null, created_at from bank_deposits`;

const CARD = sql`select id, user_id, 'TOMAN', amount, case state when 'CREATED' then 'PENDING' else state end, null, created_at
      from payments where user_id is not null`;
const whereIdEndsWith = (idEnd: string | null) => sql`right(replace(id::text, '-', ''), 15) = ${idEnd}::text`;

/**
 * Finds deposits by id, by the number on a receipt, by txid, and bank transfers by the bank's reference in the
 * spelling of its index.
 */
export async function findDepositHits(
  db: Queryable,
  { ids, idEnd, txids, reference }: TransferIdentifiers & { reference: string },
): Promise<DepositHit[]> {
  const { rows } = await sql<DepositHit>`
    (${COIN} and id = any(${[...ids]}::uuid[]))
    union
    (${COIN} and ${whereIdEndsWith(idEnd)})
    union
    (${COIN} and chain = any(${[...CHAINS]}::text[]) and txid = any(${[...txids]}::text[]) limit ${SHOWN})
    union
    (${CARD} and id = any(${[...ids]}::uuid[]))
    union
    (${CARD} and ${whereIdEndsWith(idEnd)})
    union
    (${TRANSFER} where id = any(${[...ids]}::uuid[]))
    union
    (${TRANSFER} where ${whereIdEndsWith(idEnd)})
    union
    (${TRANSFER} where upper(regexp_replace(reference, '\\s', '', 'g')) = upper(regexp_replace(${reference}::text, '\\s', '', 'g')))
    order by id desc limit ${SHOWN}`.execute(db);
  return rows;
}
