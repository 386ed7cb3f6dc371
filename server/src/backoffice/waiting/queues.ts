/**
 * The heads of all queues, in one statement, so that the page costs one round trip: it reads tables of other
 * capabilities, as the audit does, and writes none. Each head takes the first hundred of an index of waiting rows
 * and omits those that the caller can't decide (their own, or what they proposed), so nothing grows with the rows
 * behind it.
 */
import { DAY_MS, type WaitingKind } from '@sarraf/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';

export interface QueueRow {
  kind: WaitingKind;
  id: string;
  since: Date;
  /** A deadline stored in the row; null: none. */
  said: Date | null;
  name: string;
  /** Smallest units; null: no money. */
  amount: bigint | null;
  asset: string | null;
  number: number | null;
  /** A code, by the kind: of an alarm, a topic, a kind of row, a state of a payout; empty: none. */
  detail: string;
  subject: string;
  figure: number | null;
}

const MAX_SCANNED = 100;

type QueueHeadQuery = (staffId: string, now: Date) => RawBuilder<unknown>;

/** Columns that most heads leave empty. */
const emptyColumns = {
  said: sql`null::timestamptz as said`,
  name: sql`'' as name`,
  money: sql`null::numeric as amount, null::text as asset`,
  rest: sql`null::int as number, '' as detail, '' as subject, null::int as figure`,
};
const fullName = sql`trim(u.first_name || ' ' || u.last_name) as name`;

const reviewsQuery: QueueHeadQuery = (staffId) => sql`
  select 'REVIEW' as kind, q.user_id as id, q.submitted_at as since, ${emptyColumns.said}, ${fullName}, ${emptyColumns.money}, ${emptyColumns.rest}
  from (select r.user_id, r.submitted_at from reviews r join users w on w.id = r.user_id
      where r.decided_at is null and w.authentication_type in ('PENDING', 'INFORMATION_CHANGED_PENDING')
      order by r.id limit ${MAX_SCANNED}) q
    join users u on u.id = q.user_id where q.user_id <> ${staffId}`;

const applicationsQuery: QueueHeadQuery = (staffId) => sql`
  select 'COMPANY_APPLICATION' as kind, q.user_id as id, q.submitted_at as since, ${emptyColumns.said}, ${fullName}, ${emptyColumns.money},
    ${emptyColumns.rest}
  from (select user_id, submitted_at from company_applications where state = 'PENDING' order by id limit ${MAX_SCANNED}) q
    join users u on u.id = q.user_id where q.user_id <> ${staffId}`;

const recoveriesQuery: QueueHeadQuery = (staffId) => sql`
  select 'RECOVERY' as kind, q.id, q.created_at as since, ${emptyColumns.said}, ${fullName}, ${emptyColumns.money}, ${emptyColumns.rest}
  from (select id, user_id, created_at, started_by from recoveries where state = 'OPEN' order by id limit ${MAX_SCANNED}) q
    join users u on u.id = q.user_id where q.user_id <> ${staffId} and q.started_by <> ${staffId}`;

const ticketsQuery: QueueHeadQuery = (staffId) => sql`
  select 'TICKET' as kind, q.id, q.since, ${emptyColumns.said}, ${emptyColumns.name}, ${emptyColumns.money}, q.number, q.topic as detail,
    '' as subject, null::int as figure
  from (select id, since, number, topic, user_id, assignee from tickets where state = 'WAITING'
      order by since, id limit ${MAX_SCANNED}) q
  where q.user_id is distinct from ${staffId} and (q.assignee is null or q.assignee = ${staffId})`;

const withdrawalsQuery: QueueHeadQuery = (staffId) => sql`
  select 'WITHDRAWAL' as kind, q.id, q.created_at as since, q.promised_at as said, ${emptyColumns.name}, q.amount, q.asset,
    ${emptyColumns.rest}
  from (select id, user_id, created_at, promised_at, amount, asset from withdrawals where state = 'REVIEW'
      order by id limit ${MAX_SCANNED}) q
  where q.user_id <> ${staffId}
    and not exists (select from withdrawal_approvals a where a.withdrawal_id = q.id and a.staff_id = ${staffId})`;

const payoutsQuery: QueueHeadQuery = (staffId) => sql`
  select 'PAYOUT' as kind, q.id, q.created_at as since, ${emptyColumns.said}, ${emptyColumns.name}, q.total as amount, 'TOMAN' as asset,
    null::int as number, q.state as detail, '' as subject, null::int as figure
  from (select id, created_at, total, state, exported_by from payouts order by day desc limit ${MAX_SCANNED}) q
  where q.state <> 'CLOSED' and q.exported_by is distinct from ${staffId}`;

const coinDepositsQuery: QueueHeadQuery = (staffId) => sql`
  select 'COIN_DEPOSIT' as kind, q.id, q.created_at as since, ${emptyColumns.said}, ${emptyColumns.name}, q.amount, q.asset, ${emptyColumns.rest}
  from (select id, created_at, amount, asset, proposed_by from coin_deposits
      where state in ('UNCLAIMED', 'PROPOSED') or (state = 'REVERSED' and decided_by is null)
      order by id limit ${MAX_SCANNED}) q
  where q.proposed_by is distinct from ${staffId}`;

const bankDepositsQuery: QueueHeadQuery = (staffId) => sql`
  select 'BANK_DEPOSIT' as kind, q.id, q.created_at as since, ${emptyColumns.said}, ${emptyColumns.name}, q.amount, 'TOMAN' as asset,
    ${emptyColumns.rest}
  from (select id, created_at, amount, proposed_by from bank_deposits
      where state in ('UNMATCHED', 'PROPOSED') and decision is null order by id limit ${MAX_SCANNED}) q
  where q.proposed_by is distinct from ${staffId}`;

/** A payment that was not credited: needs a proposal, or a decision about another's proposal. */
const suspendedPaymentsQuery: QueueHeadQuery = (staffId) => sql`
  select 'SUSPENDED_PAYMENT' as kind, q.id, q.settled_at as since, ${emptyColumns.said}, ${emptyColumns.name}, q.amount, 'TOMAN' as asset,
    ${emptyColumns.rest}
  from (select p.id, p.settled_at, p.amount, p.user_id, r.proposed_by from payments p
      left join payment_refunds r on r.payment_id = p.id and r.state not in ('CANCELLED', 'RETURNED')
      where p.state = 'FAILED' and p.settled_at is not null and p.user_id is not null and (r.id is null or r.state = 'PROPOSED')
      order by p.settled_at, p.id limit ${MAX_SCANNED}) q
  where q.user_id <> ${staffId} and q.proposed_by is distinct from ${staffId}`;

/**
 * A payment that a gateway doesn't list may be in its next settlement: such settlements wait three days before they
 * are shown.
 */
const gatewaySettlementsQuery: QueueHeadQuery = (staffId, now) => sql`
  select 'GATEWAY_SETTLEMENT' as kind, q.id, q.created_at as since, ${emptyColumns.said}, ${emptyColumns.name}, q.gross as amount,
    'TOMAN' as asset, ${emptyColumns.rest}
  from (select id, created_at, gross, imported_by from gateway_settlements
      where state = 'OPEN' and (faults > 0 or way = 'DAYS' or created_at < ${new Date(now.getTime() - 3 * DAY_MS)})
      order by id limit ${MAX_SCANNED}) q
  where q.imported_by <> ${staffId}`;

const refundsQuery: QueueHeadQuery = (staffId) => sql`
  select 'REFUND' as kind, q.company_id as id, q.created_at as since, ${emptyColumns.said}, ${emptyColumns.name}, q.amount, 'TOMAN' as asset,
    ${emptyColumns.rest}
  from (select company_id, created_at, amount, asked_by from company_refunds where state = 'ASKED'
      order by id limit ${MAX_SCANNED}) q
  where q.asked_by <> ${staffId}`;

const rowChangesQuery: QueueHeadQuery = (staffId) => sql`
  select 'ROW_CHANGE' as kind, q.id, q.asked_at as since, ${emptyColumns.said}, ${emptyColumns.name}, ${emptyColumns.money}, null::int as number,
    q.kind as detail, q.key as subject, null::int as figure
  from (select id, asked_at, kind, key, asked_by from row_changes where state = 'WAITING' order by id limit ${MAX_SCANNED}) q
  where q.asked_by <> ${staffId}`;

/** Unacknowledged alarms, which any staff member may acknowledge. */
const alarmsQuery: QueueHeadQuery = () => sql`
  select 'ALARM' as kind, q.id, q.raised_at as since, q.next_step_at as said, ${emptyColumns.name}, ${emptyColumns.money},
    null::int as number, q.kind as detail, q.subject, q.figure
  from (select id, raised_at, next_step_at, kind, subject, figure from alarms
      where cleared_at is null and raised_at is not null and acknowledged_at is null limit ${MAX_SCANNED}) q`;

const QUEUE_HEAD_QUERIES: Readonly<Record<WaitingKind, QueueHeadQuery>> = {
  ALARM: alarmsQuery,
  WITHDRAWAL: withdrawalsQuery,
  PAYOUT: payoutsQuery,
  TICKET: ticketsQuery,
  REVIEW: reviewsQuery,
  COMPANY_APPLICATION: applicationsQuery,
  RECOVERY: recoveriesQuery,
  COIN_DEPOSIT: coinDepositsQuery,
  BANK_DEPOSIT: bankDepositsQuery,
  SUSPENDED_PAYMENT: suspendedPaymentsQuery,
  GATEWAY_SETTLEMENT: gatewaySettlementsQuery,
  REFUND: refundsQuery,
  ROW_CHANGE: rowChangesQuery,
};

/** Returns the longest waiting items of each of these queues, at most `limit` each, for this staff member. */
export async function readQueues(
  db: Queryable,
  kinds: readonly WaitingKind[],
  { staffId, now }: { staffId: string; now: Date },
  limit: number,
): Promise<QueueRow[]> {
  const heads = kinds.map(
    (kind) =>
      sql`(select * from (${QUEUE_HEAD_QUERIES[kind](staffId, now)}) head order by since limit ${limit})`,
  );
  const { rows } =
    await sql<QueueRow>`select kind, id::text as id, since, said, name, amount, asset, number, detail,
      subject, figure
    from (${sql.join(heads, sql` union all `)}) waiting order by since, id`.execute(db);
  return rows;
}
