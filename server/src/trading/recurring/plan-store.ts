import type { Coin, RecurringSchedule } from '@sarraf/domain';
import type { RecurringSkip, RecurringState } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';

export interface PlanRow extends RecurringSchedule {
  id: string;
  userId: string;
  coin: Coin;
  /** Cost of a purchase in Toman with its fee, smallest units. */
  budget: bigint;
  /** Maximum price of one coin in Toman, smallest units; null: none. */
  maxPrice: bigint | null;
  state: RecurringState;
  nextAt: Date | null;
  /** Day in Tehran of its last turn. */
  lastDay: string | null;
  purchases: number;
  bought: bigint;
  spent: bigint;
  createdAt: Date;
  endedAt: Date | null;
  /** A turn of it is pending; null when it is about to be bought. */
  waits: boolean;
  waitsFor: RecurringSkip | null;
}

const PLAN = sql`p.id, p.user_id as "userId", p.coin, p.budget, p.max_price as "maxPrice", p.rhythm, p.day, p.hour, p.state,
  p.next_at as "nextAt", p.last_day::text as "lastDay", p.purchases, p.bought, p.spent, p.created_at as "createdAt",
  p.ended_at as "endedAt", t.id is not null as waits, t.reason as "waitsFor"`;
const WITH_WAITING = sql`recurring_plans p left join recurring_turns t on t.plan_id = p.id and t.state = 'WAITING'`;

const MAX_ENDED_LISTED = 10;

/** Returns active plans, newest first, then those that were ended last. */
export async function listPlans(db: Queryable, userId: string): Promise<PlanRow[]> {
  const { rows: active } = await sql<PlanRow>`select ${PLAN} from ${WITH_WAITING}
    where p.user_id = ${userId} and p.state <> 'ENDED' order by p.id desc`.execute(db);
  const { rows: ended } = await sql<PlanRow>`select ${PLAN} from ${WITH_WAITING}
    where p.user_id = ${userId} and p.state = 'ENDED' order by p.ended_at desc limit ${MAX_ENDED_LISTED}`.execute(
    db,
  );
  return [...active, ...ended];
}

export async function findPlan(db: Queryable, userId: string, id: string): Promise<PlanRow | null> {
  const { rows } = await sql<PlanRow>`select ${PLAN} from ${WITH_WAITING}
    where p.id = ${id} and p.user_id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

/** Locks a plan until the transaction ends, so that changing it and making its turns exclude each other. */
export async function lockPlan(tx: Tx, userId: string, id: string): Promise<PlanRow | null> {
  const { rows } = await sql<PlanRow>`select ${PLAN} from ${WITH_WAITING}
    where p.id = ${id} and p.user_id = ${userId} for no key update of p`.execute(tx);
  return rows[0] ?? null;
}

/** Locks the active plan with this coin and time. */
export async function lockSamePlan(
  tx: Tx,
  { userId, coin, rhythm, day, hour }: Pick<PlanRow, 'userId' | 'coin' | keyof RecurringSchedule>,
): Promise<PlanRow | null> {
  const { rows } = await sql<PlanRow>`select ${PLAN} from ${WITH_WAITING}
    where p.user_id = ${userId} and p.coin = ${coin} and p.rhythm = ${rhythm} and p.day = ${day} and p.hour = ${hour}
      and p.state <> 'ENDED' for no key update of p`.execute(tx);
  return rows[0] ?? null;
}

export async function countPlans(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from recurring_plans
    where user_id = ${userId} and state <> 'ENDED'`.execute(tx);
  return rows[0]?.count ?? 0;
}

export type PlanTerms = Pick<PlanRow, 'budget' | 'maxPrice' | keyof RecurringSchedule>;

export async function insertPlan(
  tx: Tx,
  plan: PlanTerms & Pick<PlanRow, 'id' | 'userId' | 'coin'>,
  { nextAt, now }: { nextAt: Date; now: Date },
): Promise<void> {
  await sql`insert into recurring_plans (id, user_id, coin, budget, max_price, rhythm, day, hour, next_at, created_at)
    values (${plan.id}, ${plan.userId}, ${plan.coin}, ${plan.budget}, ${plan.maxPrice}, ${plan.rhythm}, ${plan.day},
      ${plan.hour}, ${nextAt}, ${now})`.execute(tx);
}

export async function updateTerms(
  tx: Tx,
  id: string,
  { budget, maxPrice, rhythm, day, hour }: PlanTerms,
  nextAt: Date | null,
): Promise<void> {
  await sql`update recurring_plans set budget = ${budget}, max_price = ${maxPrice}, rhythm = ${rhythm}, day = ${day},
    hour = ${hour}, next_at = ${nextAt} where id = ${id}`.execute(tx);
}

export async function updateState(
  tx: Tx,
  id: string,
  { state, nextAt, endedAt }: Pick<PlanRow, 'state' | 'nextAt' | 'endedAt'>,
): Promise<void> {
  await sql`update recurring_plans set state = ${state}, next_at = ${nextAt}, ended_at = ${endedAt}
    where id = ${id}`.execute(tx);
}

/** Claims due plans that no other process has locked, the longest due first. */
export async function claimDuePlans(tx: Tx, now: Date, limit: number): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`select ${PLAN} from recurring_plans p
      left join recurring_turns t on t.plan_id = p.id and t.state = 'WAITING'
    where p.state = 'ACTIVE' and p.next_at <= ${now} order by p.next_at limit ${limit}
    for no key update of p skip locked`.execute(tx);
  return rows;
}

export async function advancePlans(
  tx: Tx,
  plans: readonly { id: string; day: string; nextAt: Date }[],
): Promise<void> {
  await sql`update recurring_plans p set next_at = v.next_at, last_day = v.day
    from unnest(${plans.map(({ id }) => id)}::uuid[], ${plans.map(({ day }) => day)}::date[],
      ${plans.map(({ nextAt }) => nextAt)}::timestamptz[]) as v (id, day, next_at) where p.id = v.id`.execute(
    tx,
  );
}

/** Adds the purchases of turns that are being notified. */
export async function addPurchases(
  tx: Tx,
  turns: readonly { planId: string; amount: bigint; total: bigint }[],
): Promise<void> {
  if (turns.length === 0) return;
  await sql`update recurring_plans p set purchases = p.purchases + v.count, bought = p.bought + v.amount,
      spent = p.spent + v.total
    from (select id, count(*)::int as count, sum(amount) as amount, sum(total) as total
      from unnest(${turns.map(({ planId }) => planId)}::uuid[], ${turns.map(({ amount }) => amount)}::numeric[],
        ${turns.map(({ total }) => total)}::numeric[]) as t (id, amount, total) group by id) v
    where p.id = v.id`.execute(tx);
}
