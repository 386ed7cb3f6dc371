import { type Asset, CHAINS } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';

/** Terms by which an order, a withdrawal or a deposit of a person can be found. */
export interface SearchableRecord {
  id: string;
  assets: Asset[];
  /** Its addresses, tags, txids and names. */
  names: string[];
}

/** Range of ids of one person, newest first, with a limit. */
export interface IdRange {
  userId: string;
  from: string | null;
  to: string | null;
  limit: number;
}

const whereWithinRange = (
  { userId, from, to }: IdRange,
  owner = sql`user_id`,
  id = sql`id`,
) => sql`${owner} = ${userId}
  and (${from}::uuid is null or ${id} >= ${from}::uuid) and (${to}::uuid is null or ${id} <= ${to}::uuid)`;

export async function findOrderRefs(db: Queryable, range: IdRange): Promise<SearchableRecord[]> {
  const { rows } = await sql<SearchableRecord>`select id, array[coin] as assets,
      array_remove(array[client_order_id], null) as names
    from orders where ${whereWithinRange(range)} order by id desc limit ${range.limit}`.execute(db);
  return rows;
}

export async function findWithdrawalRefs(db: Queryable, range: IdRange): Promise<SearchableRecord[]> {
  const { rows } = await sql<SearchableRecord>`select w.id, array[w.asset] as assets,
      array_remove(array[w.address, w.tag, t.txid], null) as names
    from withdrawals w
      left join outgoing o on o.withdrawal_id = w.id
      left join chain_transactions t on t.id = o.transaction_id
    where ${whereWithinRange(range, sql`w.user_id`, sql`w.id`)} order by w.id desc limit ${range.limit}`.execute(
    db,
  );
  return rows;
}

export interface OwnDeposit extends SearchableRecord {
  amount: bigint;
  state: 'PENDING' | 'PAID' | 'FAILED';
  txid: string | null;
  createdAt: Date;
}

const COIN = sql`id, array[asset] as assets, array_remove(array[address, tag, txid], null) as names, amount,
  case when state = 'CREDITED' then 'PAID' when state in ('ORPHANED', 'REVERSED', 'KEPT') then 'FAILED' else 'PENDING' end as state,
  txid, created_at as "createdAt"`;

/** Returns deposits of coins, through gateways, and credited bank transfers. */
export async function findDepositRefs(db: Queryable, range: IdRange): Promise<OwnDeposit[]> {
  const orderAndLimit = sql`order by id desc limit ${range.limit}`;
  const { rows } = await sql<OwnDeposit>`
    (select ${COIN} from coin_deposits where ${whereWithinRange(range)} and asset is not null ${orderAndLimit})
    union all
    (select id, array['TOMAN'], array_remove(array[reference, paid_card], null), amount,
      case when state = 'CREATED' then 'PENDING' else state end, null, created_at
      from payments where ${whereWithinRange(range)} ${orderAndLimit})
    union all
    (select id, array['TOMAN'], array[reference], amount, 'PAID', null, created_at
      from bank_deposits where ${whereWithinRange(range)} and state = 'MATCHED' ${orderAndLimit})
    ${orderAndLimit}`.execute(db);
  return rows;
}

/** Searches without a limit of age, by the chains' own index of txids. */
export async function findDepositsByTxid(
  db: Queryable,
  userId: string,
  txids: readonly string[],
): Promise<OwnDeposit[]> {
  const { rows } = await sql<OwnDeposit>`select ${COIN} from coin_deposits
    where chain = any(${[...CHAINS]}::text[]) and txid = any(${[...txids]}::text[])
      and user_id = ${userId} and asset is not null order by id desc`.execute(db);
  return rows;
}

export async function findWithdrawalsByTxid(
  db: Queryable,
  userId: string,
  txids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string | null }>`select o.withdrawal_id as id
    from chain_transactions t join outgoing o on o.transaction_id = t.id and o.kind = 'WITHDRAWAL'
    where t.chain = any(${[...CHAINS]}::text[]) and t.txid = any(${[...txids]}::text[])
      and o.user_id = ${userId}`.execute(db);
  return rows.flatMap(({ id }) => id ?? []);
}
