import { sql } from 'kysely';
import { updateWith } from '../../ledger/index.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { findPayment } from '../store.ts';

export type RefundState =
  | 'PROPOSED'
  | 'CANCELLED'
  | 'RELEASED'
  | 'BATCHED'
  | 'PAID'
  | 'RETURNED'
  | 'CREDITED';

/** A row of `payment_refunds`. */
export interface SuspenseRefund {
  id: string;
  paymentId: string;
  /** The user whose deposit the payment was to be. */
  userId: string;
  way: 'REFUND' | 'CREDIT';
  /** Toman, smallest units. */
  amount: bigint;
  /** Null if the payment is credited, as are the next two. */
  shebaEncrypted: Buffer | null;
  shebaMasked: string | null;
  payee: string | null;
  own: boolean;
  reason: string;
  state: RefundState;
  proposedBy: string;
  decidedBy: string | null;
  backReason: string | null;
  createdAt: Date;
}

const REFUND_COLUMNS = sql`id, payment_id as "paymentId", user_id as "userId", way, amount, sheba_encrypted as "shebaEncrypted",
  sheba_masked as "shebaMasked", payee, own, reason, state, proposed_by as "proposedBy", decided_by as "decidedBy",
  back_reason as "backReason", created_at as "createdAt"`;

/** Returns false if another one is in progress, or the money is no longer in suspense. */
export async function insertSuspenseRefund(
  tx: Tx,
  r: Omit<SuspenseRefund, 'state' | 'decidedBy' | 'backReason'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_refunds')
    .values({
      id: r.id,
      payment_id: r.paymentId,
      user_id: r.userId,
      way: r.way,
      amount: r.amount,
      sheba_encrypted: r.shebaEncrypted,
      sheba_masked: r.shebaMasked,
      payee: r.payee,
      own: r.own,
      reason: r.reason,
      state: 'PROPOSED',
      proposed_by: r.proposedBy,
      created_at: r.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export const findSuspenseRefund = async (db: Queryable, id: string): Promise<SuspenseRefund | null> =>
  (await findRefunds(db, [id]))[0] ?? null;

export async function findRefunds(db: Queryable, ids: readonly string[]): Promise<SuspenseRefund[]> {
  const { rows } = await sql<SuspenseRefund>`select ${REFUND_COLUMNS} from payment_refunds
    where id = any(${[...ids]}::uuid[]) order by id`.execute(db);
  return rows;
}

/** Locks a refund until the transaction ends. */
export async function lockSuspenseRefund(tx: Tx, id: string): Promise<SuspenseRefund | null> {
  const { rows } =
    await sql<SuspenseRefund>`select ${REFUND_COLUMNS} from payment_refunds where id = ${id} for update`.execute(
      tx,
    );
  return rows[0] ?? null;
}

/** Returns the last refund of each of these payments. */
export async function findLastRefunds(
  db: Queryable,
  paymentIds: readonly string[],
): Promise<Map<string, SuspenseRefund>> {
  const { rows } =
    await sql<SuspenseRefund>`select distinct on (payment_id) ${REFUND_COLUMNS} from payment_refunds
    where payment_id = any(${[...paymentIds]}::uuid[]) and state <> 'CANCELLED'
    order by payment_id, id desc`.execute(db);
  return new Map(rows.map((row) => [row.paymentId, row]));
}

export async function changeRefundState(
  tx: Tx,
  id: string,
  { from, to }: { from: RefundState; to: RefundState },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update payment_refunds set state = ${to}
    where id = ${id} and state = ${from}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function decideSuspenseRefund(
  tx: Tx,
  id: string,
  { state, staffId, now }: { state: 'RELEASED' | 'CANCELLED'; staffId: string; now: Date },
): Promise<void> {
  await sql`update payment_refunds set state = ${state}, decided_by = ${staffId}, decided_at = ${now}
    where id = ${id} and state = 'PROPOSED'`.execute(tx);
}

/**
 * Takes refunds released before a time, oldest first; concurrent transactions get different ones. Refunds to the
 * user's own account wait while they are blocked, like all withdrawals; those to another person's card don't.
 */
export async function takeReleasedRefunds(tx: Tx, before: Date, limit: number): Promise<SuspenseRefund[]> {
  const { rows } = await sql<SuspenseRefund>`with taken as (
      select id as taken from payment_refunds r
      where state = 'RELEASED' and way = 'REFUND' and decided_at < ${before}
        and not (own and exists (select from users u where u.id = r.user_id
          and (u.blocked_at is not null or u.frozen_at is not null)))
      order by id limit ${limit} for no key update skip locked
    )
    update payment_refunds set state = 'BATCHED' from taken where id = taken returning ${REFUND_COLUMNS}`.execute(
    tx,
  );
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns payments that are decided to be credited and whose money was not moved yet. */
export async function listRefundsToCredit(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from payment_refunds
    where state = 'RELEASED' and way = 'CREDIT' order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Written by the ledger in the transaction of the transfers. */
export const END_REFUND = updateWith(
  'payment_refund_ended',
  { id: 'uuid', state: 'text', back_reason: 'text?', settled_at: 'timestamptz' },
  (
    rows,
  ) => `update payment_refunds r set state = v.state, back_reason = v.back_reason, settled_at = v.settled_at, untold = true
    from ${rows} where r.id = v.id`,
);

/** The same for a credited one: the payment becomes a deposit of its user like any other. */
export const CREDIT_PAYMENT = updateWith(
  'payment_credited',
  { id: 'uuid' },
  (rows) =>
    `update payments p set state = 'PAID', reason = null, untold = false from ${rows} where p.id = v.id`,
);

/** Locks and returns one refund whose user was not notified of its end yet. */
export async function takeRefundToNotify(tx: Tx): Promise<SuspenseRefund | null> {
  const { rows } = await sql<SuspenseRefund>`update payment_refunds set untold = false where id = (
    select id from payment_refunds where untold order by id limit 1 for update skip locked) returning ${REFUND_COLUMNS}`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** Locks and returns a payment whose user was not notified yet that it is not credited. */
export async function takePaymentToNotify(tx: Tx): ReturnType<typeof findPayment> {
  const { rows } = await sql<{ id: string }>`update payments set untold = false where id = (
    select id from payments where untold order by id limit 1 for update skip locked) returning id`.execute(
    tx,
  );
  return rows[0] ? findPayment(tx, rows[0].id) : null;
}
