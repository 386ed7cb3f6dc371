import { sql } from 'kysely';
import { type Row, updateLatest } from '../../ledger/index.ts';
import type { Tx } from '../../platform/database/database.ts';

/** A dead man's switch: orders that are cancelled unless it is renewed in time. */
export interface Deadline {
  userId: string;
  /** BITCOIN_TOMAN; null: all markets. */
  market: string | null;
}

const DEADLINES = updateLatest(
  ['user_id', 'market_type'],
  'cancel_after',
  { user_id: 'uuid', market_type: 'text', due_at: 'timestamptz?' },
  (
    v,
  ) => `insert into cancel_after (user_id, market_type, due_at) select user_id, market_type, due_at from ${v}
    on conflict (user_id, market_type) do update set due_at = excluded.due_at`,
);

/** Writes a deadline; null: nothing is cancelled. */
export const writeDeadline = ({ userId, market }: Deadline, dueAt: Date | null): Row =>
  DEADLINES.row({ user_id: userId, market_type: market ?? '', due_at: dueAt });

export async function readDeadlines(tx: Tx): Promise<(Deadline & { dueAt: Date })[]> {
  const { rows } = await sql<{ userId: string; marketType: string; dueAt: Date }>`
    select user_id as "userId", market_type as "marketType", due_at as "dueAt" from cancel_after
    where due_at is not null`.execute(tx);
  return rows.map(({ userId, marketType, dueAt }) => ({ userId, market: marketType || null, dueAt }));
}
