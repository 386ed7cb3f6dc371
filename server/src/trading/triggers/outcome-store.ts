import type { Coin, Quote } from '@sarraf/domain';
import type { OrderEnd, OrderStatus, OrderType, TriggerKind } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { insertInto, type Row } from '../../ledger/index.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { OrderRow } from '../orders/order.ts';

export type WaitingOutcome = 'FIRED' | 'LINKED';

const OUTCOMES = insertInto('order_outcomes', {
  at: 'timestamptz',
  order_id: 'uuid',
  outcome: 'text',
  user_id: 'uuid',
  order_status: 'text',
  ended_by: 'text?',
  executed_amount: 'numeric',
  total: 'numeric',
});

/** Inserts the outcome of a waiting order for its owner's notice, in the batch that caused it. */
export const insertOutcome = (row: OrderRow, outcome: WaitingOutcome, at: Date): Row =>
  OUTCOMES.row({
    at,
    order_id: row.id,
    outcome,
    user_id: row.userId,
    order_status: row.orderStatus,
    ended_by: row.endedBy,
    executed_amount: row.executedAmount,
    total: row.total,
  });

/** The order at that moment; its other terms don't change. */
export interface OutcomeRow {
  orderId: string;
  outcome: WaitingOutcome;
  userId: string;
  orderStatus: OrderStatus;
  endedBy: OrderEnd | null;
  executedAmount: bigint;
  total: bigint;
  orderType: OrderType;
  coin: Coin;
  quote: Quote;
  amount: bigint;
  /** Null: the limit order of an OCO, or the entry of a bracket. */
  triggerKind: TriggerKind | null;
  group: string | null;
}

/** Takes the oldest outcomes that no other process has locked; they are deleted with this transaction. */
export async function claimOutcomes(tx: Tx, limit: number): Promise<OutcomeRow[]> {
  const { rows } = await sql<OutcomeRow>`with taken as (
      delete from order_outcomes where (at, order_id, outcome) in (
        select at, order_id, outcome from order_outcomes order by at, order_id, outcome limit ${limit}
        for update skip locked)
      returning *
    )
    select t.order_id as "orderId", t.outcome, t.user_id as "userId", t.order_status as "orderStatus",
      t.ended_by as "endedBy", t.executed_amount as "executedAmount", t.total, o.order_type as "orderType", o.coin, o.quote,
      o.amount, o.trigger_kind as "triggerKind", o.group_id as "group"
    from taken t join orders o on o.user_id = t.user_id and o.id = t.order_id
    order by t.at, t.order_id, t.outcome`.execute(tx);
  return rows;
}

export async function readOutcomesWaitingSince(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(at) as at from order_outcomes`.execute(db);
  return rows[0]?.at ?? null;
}
