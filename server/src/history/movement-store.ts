import type { Asset } from '@sarraf/domain';
import type { MovementCause } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { TransferKind } from '../ledger/index.ts';
import type { Db, Queryable } from '../platform/database/database.ts';
import { movedOwnersQuery } from './fold-movements.ts';

/** A transfer as one of its parties sees it; amounts in smallest units. */
export interface MovementRow {
  id: bigint;
  kind: TransferKind;
  asset: Asset;
  at: Date;
  spendableChange: bigint;
  blockedChange: bigint;
  /** Balance after it; null: unchanged. */
  spendable: bigint | null;
  blocked: bigint | null;
  cause: MovementCause;
  causeId: string | null;
}

export interface MovementRange {
  asset: Asset | null;
  kind: TransferKind | null;
  from: Date | null;
  to: Date | null;
  /** Only transfers before this one. */
  before: bigint | null;
}

/** Number of a person's movements that one request scans: those of one coin may be few among them. */
const MAX_SCANNED = 5_000;
/** Maximum number of transfers not sorted by person yet, which are scanned one by one. */
const MAX_UNSORTED = 2_000n;

/**
 * Returns a person's movements, newest first, in one snapshot: those sorted by person, and those that the worker
 * hasn't sorted yet.
 */
export const listMovements = (
  db: Db,
  userId: string,
  range: MovementRange,
  size: number,
): Promise<{ rows: MovementRow[]; next: bigint | null; completeUntil: Date }> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { ids, beyond } = await readSortedMovements(tx, userId, range, size + 1);
      const { unsorted, completeUntil } = await readUnsortedMovements(tx, userId, range);
      // None of them is older than the sorted ones.
      const page = [...unsorted, ...ids];
      const pageIds = page.slice(0, size);
      const nextId = page.length > size ? (pageIds.at(-1) ?? null) : beyond;
      return { rows: await readMovementsByIds(tx, userId, pageIds), next: nextId, completeUntil };
    });

const whereMatching = ({ asset, kind }: MovementRange) => sql`
  (${asset}::text is null or asset = ${asset}) and (${kind}::text is null or kind = ${kind})`;
const whereWithinRange = ({ from, to, before }: MovementRange) => sql`
  (${from}::timestamptz is null or at >= ${from}::timestamptz)
  and (${to}::timestamptz is null or at < ${to}::timestamptz)
  and (${before}::bigint is null
    or (at, id) < ((select created_at from transfers where id = ${before}::bigint), ${before}::bigint))`;

async function readSortedMovements(
  tx: Queryable,
  userId: string,
  range: MovementRange,
  limit: number,
): Promise<{ ids: bigint[]; beyond: bigint | null }> {
  const scanLimit = range.asset === null && range.kind === null ? limit : MAX_SCANNED;
  const fromClause = sql`from movements where user_id = ${userId} and ${whereWithinRange(range)} order by at desc, id desc`;
  const { rows } = await sql<{ id: bigint }>`select id
    from (select at, id, asset, kind ${fromClause} limit ${scanLimit}) looked
    where ${whereMatching(range)} order by at desc, id desc limit ${limit}`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (scanLimit === limit || ids.length === limit) return { ids, beyond: null };
  const { rows: lastScanned } = await sql<{ id: bigint }>`select id ${fromClause}
    limit 1 offset ${MAX_SCANNED - 1}`.execute(tx);
  return { ids, beyond: lastScanned[0]?.id ?? null };
}

async function readUnsortedMovements(
  tx: Queryable,
  userId: string,
  range: MovementRange,
): Promise<{ unsorted: bigint[]; completeUntil: Date }> {
  const { rows: heads } = await sql<{ after: bigint; last: bigint; now: Date; lacking: Date | null }>`
    select m.transfer_id as after, h.last_transfer_id as last, now() as now,
      (select created_at from transfers where id = m.transfer_id + ${MAX_UNSORTED} + 1) as lacking
    from movements_head m, ledger_head h`.execute(tx);
  const [head] = heads;
  if (!head) return { unsorted: [], completeUntil: new Date(0) };
  const completeUntil = head.lacking ?? head.now;
  if (head.last === head.after) return { unsorted: [], completeUntil };
  const { rows } = await sql<{ id: bigint; at: Date }>`select distinct id, at
    from (${movedOwnersQuery(head.after, head.after + MAX_UNSORTED, userId)}) moved
    where ${whereMatching(range)} and ${whereWithinRange(range)} order by at desc, id desc`.execute(tx);
  return { unsorted: rows.map(({ id }) => id), completeUntil };
}

/**
 * The maker's own order: a trade's transfer names the taker's order, whose fills name the matched orders. Null if
 * several of the person's own orders were matched for the same amount.
 */
const waitedOrderQuery = (userId: string) => sql`
  left join orders taker on t.kind = 'trade' and o.id is null and taker.id = t.reference and taker.user_id =
    case when debit.owner = ${userId} and credit.kind in ('spendable', 'blocked') then credit.owner::uuid
      when credit.owner = ${userId} and debit.kind in ('spendable', 'blocked') then debit.owner::uuid end
  left join lateral (
    select min(met.maker_order::text)::uuid as id from fills met
    where met.coin = taker.coin and met.quote = taker.quote and met.number between taker.first_fill and taker.last_fill
      and met.maker_id = ${userId}::uuid
      and t.amount = case when debit.asset = taker.coin then met.amount else met.notional end
    having count(distinct met.maker_order) = 1
  ) waited on true`;

/**
 * Cause of each transfer. A share comes from another person's trade, and some causes have no page of their own:
 * these are named without an id.
 */
const CAUSE = sql`case when t.kind = 'referral' then 'INVITED'
    
    when o.id is not null or taker.id is not null then 'ORDER' when w.id is not null then 'WITHDRAWAL' when p.id is not null then 'PAYMENT'
    when b.id is not null then 'BANK_DEPOSIT' when c.id is not null then 'COIN_DEPOSIT' when f.id is not null then 'FREEZE'
    when s.id is not null then 'SETTLEMENT' when company.id is not null then 'STORE' else 'OTHER' end`;

/** Returns movements with these ids, newest first; those of other people are left out. */
export async function readMovementsByIds(
  db: Queryable,
  userId: string,
  ids: readonly bigint[],
): Promise<MovementRow[]> {
  if (ids.length === 0) return [];
  const balanceChange = (kind: 'spendable' | 'blocked') =>
    sql`case when credit.kind = ${kind} and credit.owner = ${userId} then t.amount else 0 end
      - case when debit.kind = ${kind} and debit.owner = ${userId} then t.amount else 0 end`;
  const balanceAfter = (kind: 'spendable' | 'blocked') =>
    sql`case when credit.kind = ${kind} and credit.owner = ${userId} then t.credit_balance
      when debit.kind = ${kind} and debit.owner = ${userId} then t.debit_balance end`;
  const { rows } = await sql<MovementRow>`select t.id, t.kind, debit.asset, t.created_at as at,
      ${balanceChange('spendable')} as "spendableChange", ${balanceChange('blocked')} as "blockedChange",
      ${balanceAfter('spendable')} as spendable, ${balanceAfter('blocked')} as blocked, ${CAUSE} as cause,
      case when t.kind <> 'referral' then coalesce(o.id, waited.id, w.id, p.id, b.id, c.id, f.id, s.id)::text end as "causeId"
    from unnest(${ids}::bigint[]) with ordinality as asked (id, place)
      join transfers t on t.id = asked.id
      join accounts debit on debit.id = t.debit_account join accounts credit on credit.id = t.credit_account
      left join orders o on o.user_id = ${userId} and o.id = t.reference
      ${waitedOrderQuery(userId)}
      left join withdrawals w on w.id = t.reference left join payments p on p.id = t.reference
      left join bank_deposits b on b.id = t.reference left join coin_deposits c on c.id = t.reference
      left join freezes f on f.id = t.reference left join company_settlements s on s.id = t.reference
      left join companies company on company.id = t.reference
    where ${userId} in (debit.owner, credit.owner)
    order by asked.place`.execute(db);
  return rows;
}
