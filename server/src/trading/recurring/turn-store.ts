import type { Coin } from '@sarraf/domain';
import type { RecurringSkip, RecurringTurnState } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { type Row, updateWith } from '../../ledger/index.ts';
import type { Db, Queryable, Tx } from '../../platform/database/database.ts';
import type { Page } from '../../platform/database/rows.ts';

export interface TurnRow {
  id: string;
  planId: string;
  userId: string;
  coin: Coin;
  budget: bigint;
  maxPrice: bigint | null;
  state: RecurringTurnState;
  dueAt: Date;
  waitsUntil: Date;
  reason: RecurringSkip | null;
  orderId: string | null;
  amount: bigint | null;
  unitPrice: bigint | null;
  fee: bigint | null;
  total: bigint | null;
  doneAt: Date | null;
}

const TURN = sql`id, plan_id as "planId", user_id as "userId", coin, budget, max_price as "maxPrice", state, due_at as "dueAt",
  waits_until as "waitsUntil", reason, order_id as "orderId", amount, unit_price as "unitPrice", fee, total,
  done_at as "doneAt"`;

// ── Written by the ledger ───────────────────────────────────────────────────────────────────────

const BOUGHT = updateWith(
  'recurring_turn_bought',
  {
    id: 'uuid',
    order_id: 'uuid',
    amount: 'numeric',
    unit_price: 'numeric',
    fee: 'numeric',
    total: 'numeric',
    at: 'timestamptz',
  },
  (
    rows,
  ) => `update recurring_turns t set state = 'BOUGHT', reason = null, order_id = v.order_id, amount = v.amount,
      unit_price = v.unit_price, fee = v.fee, total = v.total, done_at = v.at
    from ${rows} where t.id = v.id`,
);

export const buildBoughtRow = (bought: {
  id: string;
  orderId: string;
  amount: bigint;
  unitPrice: bigint;
  fee: bigint;
  total: bigint;
  at: Date;
}): Row =>
  BOUGHT.row({
    id: bought.id,
    order_id: bought.orderId,
    amount: bought.amount,
    unit_price: bought.unitPrice,
    fee: bought.fee,
    total: bought.total,
    at: bought.at,
  });

const SKIPPED = updateWith(
  'recurring_turn_skipped',
  { id: 'uuid', reason: 'text', at: 'timestamptz' },
  (rows) => `update recurring_turns t set state = 'SKIPPED', reason = v.reason, done_at = v.at
    from ${rows} where t.id = v.id`,
);

export const buildSkippedRow = (id: string, reason: RecurringSkip, at: Date): Row =>
  SKIPPED.row({ id, reason, at });

// ── Created, processed and read ─────────────────────────────────────────────────────────────────

/** Inserts turns; skips those of a plan that has one for the day or a pending one. */
export async function insertTurns(
  tx: Tx,
  turns: readonly (Pick<TurnRow, 'id' | 'planId' | 'userId' | 'coin' | 'budget' | 'maxPrice' | 'dueAt'> & {
    day: string;
  })[],
  { lookAt, waitsUntil }: { lookAt: Date; waitsUntil: Date },
): Promise<void> {
  await sql`insert into recurring_turns (id, plan_id, user_id, coin, budget, max_price, day, due_at, look_at, waits_until)
    select id, plan_id, user_id, coin, budget, max_price, day, due_at, ${lookAt}::timestamptz, ${waitsUntil}::timestamptz
    from unnest(${turns.map(({ id }) => id)}::uuid[], ${turns.map(({ planId }) => planId)}::uuid[],
      ${turns.map(({ userId }) => userId)}::uuid[], ${turns.map(({ coin }) => coin)}::text[],
      ${turns.map(({ budget }) => budget)}::numeric[], ${turns.map(({ maxPrice }) => maxPrice)}::numeric[],
      ${turns.map(({ day }) => day)}::date[], ${turns.map(({ dueAt }) => dueAt)}::timestamptz[])
      as v (id, plan_id, user_id, coin, budget, max_price, day, due_at)
    on conflict do nothing`.execute(tx);
}

export async function listPendingTurns(db: Queryable, now: Date, limit: number): Promise<TurnRow[]> {
  const { rows } = await sql<TurnRow>`select ${TURN} from recurring_turns
    where state = 'WAITING' and look_at <= ${now} order by look_at limit ${limit}`.execute(db);
  return rows;
}

export async function findPendingTurn(db: Queryable, planId: string): Promise<TurnRow | null> {
  const { rows } = await sql<TurnRow>`select ${TURN} from recurring_turns
    where plan_id = ${planId} and state = 'WAITING'`.execute(db);
  return rows[0] ?? null;
}

/**
 * Applies a plan's terms to its pending turn: no customer buys for more than they entered last. Never within a
 * transaction: the ledger would wait for its end.
 */
export async function applyTermsToPendingTurn(db: Db, planId: string): Promise<void> {
  await sql`update recurring_turns t set budget = p.budget, max_price = p.max_price from recurring_plans p
    where p.id = ${planId} and t.plan_id = p.id and t.state = 'WAITING'`.execute(db);
}

/** Postpones a turn until then. */
export async function postponeTurn(
  db: Queryable,
  id: string,
  { reason, lookAt }: { reason: RecurringSkip | null; lookAt: Date },
): Promise<void> {
  await sql`update recurring_turns set look_at = ${lookAt}, reason = coalesce(${reason}, reason)
    where id = ${id} and state = 'WAITING'`.execute(db);
}

/** Claims turns without a notice that no other process has locked; they count as notified with this transaction. */
export async function claimUnnotifiedTurns(tx: Tx, limit: number): Promise<TurnRow[]> {
  const { rows } = await sql<TurnRow>`update recurring_turns set told = true where id in (
      select id from recurring_turns where state <> 'WAITING' and not told
      order by done_at limit ${limit} for no key update skip locked)
    returning ${TURN}`.execute(tx);
  return rows;
}

/** Returns a person's turns, newest first. */
export async function listTurns(db: Queryable, userId: string, page: Page): Promise<TurnRow[]> {
  const { rows } = await sql<TurnRow>`select ${TURN} from recurring_turns
    where user_id = ${userId} and (${page.before}::uuid is null or id < ${page.before}::uuid)
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}
