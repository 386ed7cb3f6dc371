import { sql } from 'kysely';
import type { Queryable, Tx } from '../platform/database/database.ts';
import type { Page } from '../platform/database/rows.ts';

export interface PayoutRow {
  id: string;
  day: string;
  state: 'OPEN' | 'EXPORTED' | 'CLOSED';
  lines: number;
  /** Toman smallest units. */
  total: bigint;
  paid: number;
  returned: number;
  exportedBy: string | null;
  exportedAt: Date | null;
  closedBy: string | null;
  closedAt: Date | null;
}

export interface LineRow {
  withdrawalId: string;
  state: 'WAITING' | 'PAID' | 'RETURNED' | 'HELD' | 'UNSURE';
  reason: string | null;
}

const PAYOUT_COLUMNS = sql`id, day::text as day, state, lines, total, paid, returned, exported_by as "exportedBy",
  exported_at as "exportedAt", closed_by as "closedBy", closed_at as "closedAt"`;
const LINE_COLUMNS = sql`withdrawal_id as "withdrawalId", state, reason`;

/** Returns false if the day has its batch. Waits while another transaction creates it. */
export async function insertPayout(tx: Tx, payout: { id: string; day: string; now: Date }): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into payouts (id, day, state, created_at)
    values (${payout.id}, ${payout.day}::date, 'OPEN', ${payout.now}) on conflict (day) do nothing`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

export async function insertPayoutLines(
  tx: Tx,
  payoutId: string,
  lines: readonly { id: string; receives: bigint }[],
): Promise<void> {
  const total = lines.reduce((sum, { receives }) => sum + receives, 0n);
  await sql`insert into payout_lines (payout_id, withdrawal_id, state)
    select ${payoutId}, id, 'WAITING' from unnest(${lines.map(({ id }) => id)}::uuid[]) as id`.execute(tx);
  await sql`update payouts set lines = lines + ${lines.length}, total = total + ${total}::numeric
    where id = ${payoutId}`.execute(tx);
}

export async function findPayout(db: Queryable, id: string): Promise<PayoutRow | null> {
  const { rows } = await sql<PayoutRow>`select ${PAYOUT_COLUMNS} from payouts where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Locked until the transaction ends. */
export async function lockPayout(tx: Tx, id: string): Promise<PayoutRow | null> {
  const { rows } =
    await sql<PayoutRow>`select ${PAYOUT_COLUMNS} from payouts where id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Newest first. */
export async function listPayouts(db: Queryable, page: Page): Promise<PayoutRow[]> {
  const before = page.before === null ? sql`` : sql`where id < ${page.before}`;
  const { rows } = await sql<PayoutRow>`select ${PAYOUT_COLUMNS} from payouts ${before}
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** Number of batches of more than a year: a day has one, and none stays open for that long. */
const MAX_BATCHES = 400;

export async function countOpenPayouts(db: Queryable): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`select count(*)::int as count,
      min(created_at) as oldest
    from (select state, created_at from payouts order by day desc limit ${MAX_BATCHES}) p where state <> 'CLOSED'`.execute(
    db,
  );
  return rows[0] ?? { count: 0, oldest: null };
}

/** Returns lines in order of their withdrawals, after one of them. */
export async function listPayoutLines(
  db: Queryable,
  payoutId: string,
  { after, limit, waiting = false }: { after: string | null; limit: number; waiting?: boolean },
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`select ${LINE_COLUMNS} from payout_lines where payout_id = ${payoutId}
      and (${after}::uuid is null or withdrawal_id > ${after}::uuid)
      and (not ${waiting} or state = 'WAITING')
    order by withdrawal_id limit ${limit}`.execute(db);
  return rows;
}

/** Locks a line until the transaction ends, so that paying and returning it are serialized. */
export async function lockPayoutLine(
  tx: Tx,
  payoutId: string,
  withdrawalId: string,
): Promise<LineRow | null> {
  const { rows } = await sql<LineRow>`select ${LINE_COLUMNS} from payout_lines
    where withdrawal_id = ${withdrawalId} and payout_id = ${payoutId} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function findPayoutLine(
  db: Queryable,
  payoutId: string,
  withdrawalId: string,
): Promise<LineRow | null> {
  const { rows } = await sql<LineRow>`select ${LINE_COLUMNS} from payout_lines
    where payout_id = ${payoutId} and withdrawal_id = ${withdrawalId}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Marks a line as held: it no longer belongs to the batch, but is still shown with it. `receives`: Toman smallest
 * units.
 */
export async function markLineHeld(
  tx: Tx,
  payoutId: string,
  { withdrawalId, receives, reason }: { withdrawalId: string; receives: bigint; reason: string },
): Promise<void> {
  await sql`update payout_lines set state = 'HELD', reason = ${reason}
    where payout_id = ${payoutId} and withdrawal_id = ${withdrawalId}`.execute(tx);
  await sql`update payouts set lines = lines - 1, total = total - ${receives}::numeric
    where id = ${payoutId}`.execute(tx);
}

export async function markLineUncertain(
  tx: Tx,
  payoutId: string,
  withdrawalId: string,
  reason: string,
): Promise<void> {
  await sql`update payout_lines set state = 'UNSURE', reason = ${reason}
    where payout_id = ${payoutId} and withdrawal_id = ${withdrawalId}`.execute(tx);
}

/** Marks a line as paid; it is settled with the other waiting ones of the batch. */
export async function markLineReportedPaid(tx: Tx, payoutId: string, withdrawalId: string): Promise<void> {
  await sql`update payout_lines set state = 'WAITING', reason = null
    where payout_id = ${payoutId} and withdrawal_id = ${withdrawalId} and state = 'UNSURE'`.execute(tx);
}

export async function markLinePaid(tx: Tx, payoutId: string, withdrawalId: string): Promise<void> {
  await sql`update payout_lines set state = 'PAID'
    where payout_id = ${payoutId} and withdrawal_id = ${withdrawalId}`.execute(tx);
  await sql`update payouts set paid = paid + 1 where id = ${payoutId}`.execute(tx);
}

export async function markLineReturned(
  tx: Tx,
  payoutId: string,
  { line, staffId, reason }: { line: LineRow; staffId: string; reason: string },
): Promise<void> {
  await sql`update payout_lines set state = 'RETURNED', reason = ${reason}, returned_by = ${staffId}
    where payout_id = ${payoutId} and withdrawal_id = ${line.withdrawalId}`.execute(tx);
  const paid = line.state === 'PAID' ? 1 : 0;
  await sql`update payouts set returned = returned + 1, paid = paid - ${paid}::int where id = ${payoutId}`.execute(
    tx,
  );
}

/** Records who took the file: they can't close the batch. The first of them is shown. */
export async function recordExport(tx: Tx, payoutId: string, staffId: string, now: Date): Promise<void> {
  await sql`insert into payout_exports (payout_id, staff_id, at) values (${payoutId}, ${staffId}, ${now})
    on conflict do nothing`.execute(tx);
  await sql`update payouts set state = 'EXPORTED', exported_by = ${staffId}, exported_at = ${now}
    where id = ${payoutId} and state = 'OPEN'`.execute(tx);
}

export async function hasExported(tx: Tx, payoutId: string, staffId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from payout_exports
    where payout_id = ${payoutId} and staff_id = ${staffId}`.execute(tx);
  return rows.length > 0;
}

export async function markPayoutClosed(tx: Tx, payoutId: string, staffId: string, now: Date): Promise<void> {
  await sql`update payouts set state = 'CLOSED', closed_by = ${staffId}, closed_at = ${now}
    where id = ${payoutId}`.execute(tx);
}
