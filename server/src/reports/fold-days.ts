import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { addDays } from '../rules/index.ts';
import type { ReportsDeps } from './deps.ts';
import { type Calendar, monthStartOf } from './months.ts';

/** Days counted per transaction. */
const DAYS_PER_TRANSACTION = 60;
/** The count stops at this many. */
const MAX_OPEN_COUNTED = 100_000;
const CALENDARS: readonly Calendar[] = ['fa', 'en'];

/**
 * Counts the people of each day that may still change: those since the day up to which trades are folded. Each run
 * counts them again, so that a crash in between doesn't matter. Today's row also stores the present state.
 */
export async function foldDays({
  db,
  clock,
  waiting,
}: Pick<ReportsDeps, 'db' | 'clock' | 'waiting'>): Promise<void> {
  const now = new Date(clock.now());
  for (let nextDay: string | null = null; ; ) {
    const startDay: string | null = nextDay;
    const continuationDay: string | null = await db
      .transaction()
      .execute((tx) => countNextDays(tx, now, startDay));
    if (continuationDay === null) break;
    nextDay = continuationDay;
  }
  const [reviews, withdrawals, tickets] = await Promise.all([
    waiting.reviews(),
    waiting.withdrawals(),
    waiting.tickets(),
  ]);
  await sql`update daily_figures set waiting_reviews = ${reviews}, waiting_withdrawals = ${withdrawals},
      waiting_tickets = ${tickets}, looked_at = ${now},
      open_orders = (select count(*) from (select from orders where order_status = 'IS_OPEN' limit ${MAX_OPEN_COUNTED}) open)
    where day = (${now}::timestamptz at time zone 'Asia/Tehran')::date`.execute(db);
}

/** Returns the day to continue with; null: today is counted. Waits for a concurrent count. */
async function countNextDays(tx: Tx, now: Date, startDay: string | null): Promise<string | null> {
  const { rows } = await sql<{ from: string; today: string; folded: string }>`
    select coalesce(f.day, (least((select min(created_at) from users), ${now}::timestamptz) at time zone 'Asia/Tehran')::date)::text as "from",
      (${now}::timestamptz at time zone 'Asia/Tehran')::date::text as today,
      (t.folded_until at time zone 'Asia/Tehran')::date::text as folded
    from figures_head f, trade_totals t for update of f`.execute(tx);
  const [head] = rows;
  if (!head) return null;
  const { today, folded } = head;
  const from = startDay ?? head.from;
  const to = earlierDay(addDays(from, DAYS_PER_TRANSACTION), today);
  await countPeople(tx, from, to);
  await recordTraders(tx, from, to);
  const finalUntil = earlierDay(to, folded);
  await sql`update figures_head set day = greatest(day, ${finalUntil < head.from ? head.from : finalUntil}::date)`.execute(
    tx,
  );
  return to < today ? addDays(to, 1) : null;
}

const earlierDay = (a: string, b: string): string => (a < b ? a : b);

async function countPeople(tx: Tx, from: string, to: string): Promise<void> {
  const whereWithinDays = (column: string) =>
    sql`${sql.ref(column)} >= (d.day::timestamp at time zone 'Asia/Tehran')
      and ${sql.ref(column)} < ((d.day + 1)::timestamp at time zone 'Asia/Tehran')`;
  await sql`insert into daily_figures (day, new_people, verified, active_traders)
    select d.day, (select count(*) from users where ${whereWithinDays('created_at')}),
      (select count(*) from users where ${whereWithinDays('authorized_at')}),
      (select count(*) from user_volumes v where v.day = d.day)
    from (select g::date as day from generate_series(${from}::timestamp, ${to}::timestamp, '1 day') g) d
    on conflict (day) do update set new_people = excluded.new_people, verified = excluded.verified,
      active_traders = excluded.active_traders`.execute(tx);
}

async function recordTraders(tx: Tx, from: string, to: string): Promise<void> {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  for (const calendar of CALENDARS)
    await sql`with fresh as (
        insert into monthly_traders (calendar, month, user_id)
        select distinct ${calendar}, d.month, v.user_id
        from unnest(${days}::date[], ${days.map((day) => monthStartOf(day, calendar))}::date[]) as d (day, month)
          join user_volumes v on v.day = d.day
        on conflict do nothing returning month)
      insert into monthly_trader_counts as c (calendar, month, traders)
      select ${calendar}, month, count(*) from fresh group by month
      on conflict (calendar, month) do update set traders = c.traders + excluded.traders`.execute(tx);
}
