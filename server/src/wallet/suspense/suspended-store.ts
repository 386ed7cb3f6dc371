import type { RefundStage, SuspendedPayment, Suspense } from '@sarraf/domain/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Page } from '../../platform/database/rows.ts';
import type { Payment } from '../payments/payment.ts';

export type SuspendedState = SuspendedPayment['state'];

/** A user's payment that was paid and not credited. */
export interface SuspendedRow
  extends Pick<
    Payment,
    'id' | 'gateway' | 'amount' | 'paidCard' | 'cardMasked' | 'reference' | 'paidCardDigest'
  > {
  userId: string;
  reason: SuspendedPayment['reason'];
  state: SuspendedState;
  since: Date;
}

/** One of these in every case: `audit/laws/suspense.ts` checks the account against it. */
const SUSPENDED_STATE = sql`case when r.state is null then 'WAITING' when r.state = 'PROPOSED' then 'PROPOSED'
  when r.state in ('RELEASED', 'BATCHED') then 'RELEASED' when r.state = 'PAID' then 'PAID_OUT' else 'CREDITED' end`;

/** A credited payment is PAID and no longer has a reason: two staff members found that the card was the user's own. */
const selectSuspended = (join: 'join' | 'left join', where: RawBuilder<unknown>) =>
  sql`select p.id, p.user_id as "userId", p.gateway, p.amount, p.paid_card as "paidCard",
    p.card_masked as "cardMasked", p.reference, p.paid_card_digest as "paidCardDigest",
    coalesce(p.reason, 'CARD_MISMATCH') as reason, ${SUSPENDED_STATE} as state, p.settled_at as since
  from payments p ${sql.raw(join)} payment_refunds r on r.payment_id = p.id and r.state not in ('CANCELLED', 'RETURNED')
  where p.user_id is not null and p.settled_at is not null and ${where}`;
const PAYMENTS_IN_SUSPENSE = selectSuspended(
  'left join',
  sql`p.state = 'FAILED' and r.state is distinct from 'PAID'`,
);
const selectSuspendedByIds = (ids: readonly string[]) =>
  selectSuspended(
    'left join',
    sql`p.id = any(${[...ids]}::uuid[]) and (p.state = 'FAILED' or r.state = 'CREDITED')`,
  );

export const findSuspendedPayment = async (db: Queryable, id: string): Promise<SuspendedRow | null> =>
  (await sql<SuspendedRow>`${selectSuspendedByIds([id])}`.execute(db)).rows[0] ?? null;

/** Lists payments whose money is in suspense, oldest first; those in a final state, newest first. */
export async function listSuspendedPayments(
  db: Queryable,
  state: SuspendedState | null,
  { before, limit, offset }: Page,
): Promise<SuspendedRow[]> {
  const isFinal = state === 'PAID_OUT' || state === 'CREDITED';
  const source = isFinal
    ? selectSuspended('join', sql`r.state in ('PAID', 'CREDITED')`)
    : PAYMENTS_IN_SUSPENSE;
  const { rows } = await sql<SuspendedRow>`select * from (${source}) s
    where (${state}::text is null or s.state = ${state})
      and (${before}::uuid is null or ${isFinal ? sql`s.id < ${before}::uuid` : sql`s.id > ${before}::uuid`})
    order by s.id ${isFinal ? sql`desc` : sql``} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

const REFUND_STAGES: Readonly<Record<SuspendedState, RefundStage | null>> = {
  WAITING: 'WAITING',
  PROPOSED: 'WAITING',
  RELEASED: 'RELEASED',
  PAID_OUT: 'PAID_OUT',
  CREDITED: null,
};

/** Returns the stage of each payment's refund as shown to its user; payments without a refund are absent. */
export async function readRefundStages(
  db: Queryable,
  payments: readonly Pick<Payment, 'id' | 'state' | 'settledAt'>[],
): Promise<Map<string, RefundStage>> {
  const ids = payments.filter(({ state, settledAt }) => state === 'FAILED' && settledAt !== null);
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; state: SuspendedState }>`select s.id, s.state
    from (${selectSuspendedByIds(ids.map(({ id }) => id))}) s`.execute(db);
  return new Map(
    rows.flatMap(({ id, state }): [string, RefundStage][] => {
      const stage = REFUND_STAGES[state];
      return stage === null ? [] : [[id, stage]];
    }),
  );
}

/** Everything in the suspense account of Toman. */
const ALL_IN_SUSPENSE = sql`select 'PAYMENTS' as kind, s.amount, s.since from (${PAYMENTS_IN_SUSPENSE}) s
  union all
  select 'STORE_PAYMENTS', p.amount, p.settled_at from payments p
  where p.company_id is not null and p.state = 'FAILED' and p.settled_at is not null
    and not exists (select from company_refunds c where c.payment_id = p.id and c.state = 'PAID')
  union all
  select 'BANK_DEPOSITS', d.amount, d.created_at from bank_deposits d where d.state in ('UNMATCHED', 'PROPOSED')`;

export interface SuspensePart {
  kind: Suspense['parts'][number]['kind'];
  count: number;
  /** Smallest units of Toman, as are the next two. */
  day: bigint;
  waiting: bigint;
  late: bigint;
  oldest: Date | null;
}

/** Returns sums by kind, all of one moment; kinds without money are absent. */
export async function readSuspenseParts(
  db: Queryable,
  { day, late }: { day: Date; late: Date },
): Promise<{ balance: bigint; parts: SuspensePart[] }> {
  type Part = { balance: bigint; kind: SuspensePart['kind'] | null } & Omit<SuspensePart, 'kind'>;
  const { rows } = await sql<Part>`select b.balance, l.kind, count(*)::int as count,
      coalesce(sum(l.amount) filter (where l.since >= ${day}), 0) as day,
      coalesce(sum(l.amount) filter (where l.since < ${day} and l.since >= ${late}), 0) as waiting,
      coalesce(sum(l.amount) filter (where l.since < ${late}), 0) as late, min(l.since) as oldest
    from (select coalesce(sum(balance), 0) as balance from accounts
        where owner = 'house' and asset = 'TOMAN' and kind = 'suspense') b
      left join (${ALL_IN_SUSPENSE}) l on true group by b.balance, l.kind`.execute(db);
  const parts = rows.flatMap(({ kind, balance: _, ...part }) => (kind === null ? [] : [{ kind, ...part }]));
  return { balance: rows[0]?.balance ?? 0n, parts };
}

const MAX_COUNTED = 1_000;

/** Counts users' payments that need a decision, at most 1,000. */
export async function countUndecidedPayments(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from (${PAYMENTS_IN_SUSPENSE}) s where s.state in ('WAITING', 'PROPOSED') limit ${MAX_COUNTED}) waiting`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Counts what has been there since before a time, at most 1,000. */
export async function countOldInSuspense(db: Queryable, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from (${ALL_IN_SUSPENSE}) l where l.since < ${before} limit ${MAX_COUNTED}) late`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Returns the maximum that a user would have deposited within any 24 hours that include this payment: paid and
 * still payable payments count.
 */
export async function readLargestDay(
  db: Queryable,
  { id, userId, dayMs }: { id: string; userId: string; dayMs: number },
): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`with counted as (
      select p.created_at, p.amount from payments p, payments one
      where one.id = ${id} and p.user_id = ${userId} and (p.id = one.id or p.state in ('CREATED', 'PENDING', 'PAID'))
        and p.created_at > one.created_at - ${dayMs} * interval '1 ms'
        and p.created_at < one.created_at + ${dayMs} * interval '1 ms')
    select coalesce(max(d.sum), 0) as sum from (
      select sum(c.amount) over (order by c.created_at range ${dayMs} * interval '1 ms' preceding) as sum,
        c.created_at, one.created_at as at
      from counted c, payments one where one.id = ${id}) d
    where d.created_at >= d.at`.execute(db);
  return rows[0]?.sum ?? 0n;
}
