import type { CustomerKind, RefusalReason } from '@sarraf/domain/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { User } from '../../identity/index.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { parsePage, toPage } from '../../platform/database/rows.ts';
import { newId } from '../../platform/ids.ts';

export interface Review {
  id: string;
  submittedAt: Date;
  decision: 'APPROVE' | 'REFUSE' | null;
  reasons: RefusalReason[];
  note: string;
}

/** Returns the newest submission for review. */
export async function findNewestReview(db: Queryable, userId: string): Promise<Review | null> {
  const { rows } = await sql<Review>`select id, submitted_at as "submittedAt", decision, reasons, note
    from reviews where user_id = ${userId} order by id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** A user who already waits keeps their position. */
export async function openReview(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`insert into reviews (id, user_id, submitted_at) values (${newId()}, ${userId}, ${now})
    on conflict (user_id) where decided_at is null do nothing`.execute(tx);
}

export async function closeReview(
  tx: Tx,
  userId: string,
  reviewDecision: {
    by: string | null;
    decision: 'APPROVE' | 'REFUSE';
    reasons: RefusalReason[];
    note: string;
  },
  now: Date,
): Promise<void> {
  const { by, decision, reasons, note } = reviewDecision;
  await sql`update reviews set decided_at = ${now}, decided_by = ${by}, decision = ${decision},
      reasons = ${reasons}::text[], note = ${note}
    where user_id = ${userId} and decided_at is null`.execute(tx);
}

export interface WaitingPerson {
  id: string;
  name: string;
  email: string;
  customerKind: CustomerKind | null;
  countryName: string;
  authenticationType: User['authenticationType'];
  /** For verification, or for a company account. */
  asks: 'VERIFICATION' | 'COMPANY';
  submittedAt: Date;
}

export interface WaitingQuery {
  state?: 'PENDING' | 'INFORMATION_CHANGED_PENDING' | 'COMPANY' | undefined;
  page?: number | undefined;
  size?: number | undefined;
  cursor?: string | undefined;
}

export interface WaitingPage {
  rows: WaitingPerson[];
  nextCursor: string | null;
}

/** Includes users who submitted again after changing their number. */
const WAITING = ['PENDING', 'INFORMATION_CHANGED_PENDING'] as const;

/** Submissions of accounts and applications for a company account in one queue. */
const submissionsQuery = (states: readonly string[]): RawBuilder<unknown> => sql`
  select r.id, r.user_id, r.submitted_at, 'VERIFICATION' as asks from reviews r join users u on u.id = r.user_id
  where r.decided_at is null and u.authentication_type = any(${[...states]})`;
const applicationsQuery = sql`
  select a.id, a.user_id, a.submitted_at, 'COMPANY' as asks from company_applications a where a.state = 'PENDING'`;

function listQueueQueries(state: WaitingQuery['state']): RawBuilder<unknown>[] {
  if (state === 'COMPANY') return [applicationsQuery];
  return state ? [submissionsQuery([state])] : [submissionsQuery(WAITING), applicationsQuery];
}

/** Longest first: ids are time-ordered, and the cursor is one of them. */
export async function listWaiting(db: Queryable, { state, ...query }: WaitingQuery): Promise<WaitingPage> {
  const page = parsePage(query as { page?: number; size?: number; cursor?: string });
  const after = page.before === null ? sql`` : sql`where id > ${page.before}`;
  // At most one page of each queue.
  const heads = listQueueQueries(state).map(
    (queue) => sql`(select * from (${queue}) queue ${after} order by id limit ${page.offset + page.limit})`,
  );
  const { rows } = await sql<WaitingPerson & { userId: string }>`
    select w.id, u.id as "userId", trim(u.first_name || ' ' || u.last_name) as name, u.email,
      u.customer_kind as "customerKind", coalesce(u.country_name, '') as "countryName",
      u.authentication_type as "authenticationType", w.asks, w.submitted_at as "submittedAt"
    from (${sql.join(heads, sql` union all `)}) w join users u on u.id = w.user_id
    order by w.id limit ${page.limit} offset ${page.offset}`.execute(db);
  const resultPage = toPage(rows, page);
  return { ...resultPage, rows: resultPage.rows.map(({ userId, ...person }) => ({ ...person, id: userId })) };
}

const MAX_COUNTED = 1_000;

/** At most a thousand. */
export async function countWaitingReviews(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    ${sql.join(listQueueQueries(undefined), sql` union all `)} limit ${MAX_COUNTED}) waiting`.execute(db);
  return rows[0]?.count ?? 0;
}
