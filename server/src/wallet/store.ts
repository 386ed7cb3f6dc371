import type { Asset } from '@sarraf/domain';
import { DAY_MS, MINUTE_MS } from '@sarraf/domain';
import type { PaymentGateway as GatewayName } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { updateWith } from '../ledger/index.ts';
import type { Queryable, Tx } from '../platform/database/database.ts';
import type { Page } from '../platform/database/rows.ts';
import { GATEWAY_SESSION_MS, type Payment, type PaymentReason, RETRY_DELAY_MS } from './payments/payment.ts';

const PAYMENT_COLUMNS = sql`id, user_id as "userId", company_id as "companyId", gateway, amount, state, card_masked as "cardMasked",
  card_digest as "cardDigest", callback_url as "callbackUrl", authority, reason, reference, paid_card as "paidCard",
  paid_card_digest as "paidCardDigest", created_at as "createdAt", settled_at as "settledAt", redirect_url as "redirectUrl", returned_at as "returnedAt",
  dropped_at as "droppedAt", confirmed_at as "confirmedAt"`;

const firstRow = async <R>(rows: Promise<{ rows: R[] }>): Promise<R | null> => (await rows).rows[0] ?? null;

export interface BalanceRow {
  asset: Asset;
  kind: 'spendable' | 'blocked';
  balance: bigint;
}

export async function readBalanceRows(db: Queryable, userId: string): Promise<BalanceRow[]> {
  const { rows } = await sql<BalanceRow>`select asset, kind, balance from accounts
    where owner = ${userId} and kind in ('spendable', 'blocked')`.execute(db);
  return rows;
}

// Idempotency keys of requests to a gateway: claimed with the payment and the reply that it is being checked,
// updated once the gateway has accepted it, released when it fails.

export interface PaymentKeyOwner {
  owner: string;
  key: string;
}

/** Returns false if the key is taken. Waits while another transaction holds it. */
export async function claimPaymentKey(
  tx: Tx,
  { owner, key, digest }: PaymentKeyOwner & { digest: string },
  reply: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into idempotency (key, owner, digest, reply)
    values (${key}, ${owner}, ${digest}, ${reply}) on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export const findPaymentKey = (
  db: Queryable,
  { owner, key }: PaymentKeyOwner,
): Promise<{ digest: string; reply: string } | null> =>
  firstRow(
    sql<{ digest: string; reply: string }>`select digest, reply from idempotency
      where key = ${key} and owner = ${owner}`.execute(db),
  );

export async function savePaymentKeyReply(
  tx: Tx,
  { owner, key }: PaymentKeyOwner,
  reply: string,
): Promise<void> {
  await sql`update idempotency set reply = ${reply} where key = ${key} and owner = ${owner}`.execute(tx);
}

/**
 * Releases a key. Only the transaction that closed its payment may call this: otherwise the key may belong to
 * another payment by now.
 */
export async function releasePaymentKey(tx: Tx, { owner, key }: PaymentKeyOwner): Promise<void> {
  await sql`delete from idempotency where key = ${key} and owner = ${owner}`.execute(tx);
}

/** Serializes this user's deposits until the transaction ends. */
export async function lockTomanDeposits(tx: Tx, userId: string): Promise<void> {
  await sql`insert into deposit_locks (user_id) values (${userId}) on conflict do nothing`.execute(tx);
  await sql`select from deposit_locks where user_id = ${userId} for update`.execute(tx);
}

/** Returns the sum of paid and still payable payments created since a time. */
export async function sumRecentPayments(db: Queryable, userId: string, since: Date): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(amount), 0) as sum from payments
    where user_id = ${userId} and created_at > ${since} and state in ('CREATED', 'PENDING', 'PAID')`.execute(
    db,
  );
  return rows[0]?.sum ?? 0n;
}

export interface NewPayment
  extends Pick<
    Payment,
    | 'id'
    | 'userId'
    | 'companyId'
    | 'gateway'
    | 'amount'
    | 'cardMasked'
    | 'cardDigest'
    | 'callbackUrl'
    | 'createdAt'
  > {
  idempotencyKey: string | null;
}

export async function insertPayment(tx: Tx, p: NewPayment): Promise<void> {
  await tx
    .insertInto('payments')
    .values({
      id: p.id,
      user_id: p.userId,
      company_id: p.companyId,
      gateway: p.gateway,
      amount: p.amount,
      state: 'CREATED',
      card_masked: p.cardMasked,
      card_digest: p.cardDigest,
      callback_url: p.callbackUrl,
      idempotency_key: p.idempotencyKey,
      created_at: p.createdAt,
    })
    .execute();
}

/** Returns false if the payment was closed in the meantime. */
export async function markPaymentStarted(
  tx: Tx,
  id: string,
  session: { authority: string; redirectUrl: string; firstCheck: Date },
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update payments set state = 'PENDING', authority = ${session.authority},
      redirect_url = ${session.redirectUrl}, next_check_at = ${session.firstCheck}
    where id = ${id} and state = 'CREATED'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Closes a payment that was not settled; `nextCheck`: when it is polled again, since it may still be paid. */
export async function failPayment(
  db: Queryable,
  id: string,
  from: 'CREATED' | 'PENDING',
  reason: PaymentReason,
  nextCheck: Date | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update payments
    set state = 'FAILED', reason = ${reason}, checks = 0, next_check_at = ${nextCheck}::timestamptz
    where id = ${id} and state = ${from} and settled_at is null`.execute(db);
  return numAffectedRows === 1n;
}

/** Records that a paid payment has a reservation in the limits, which a failed one had released. */
export async function confirmPayment(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update payments set state = 'PENDING', reason = null, confirmed_at = ${now}
    where id = ${id} and state in ('PENDING', 'FAILED') and settled_at is null`.execute(tx);
}

/** Written by the ledger in the transaction of the transfers. */
export const SETTLE_PAYMENT = updateWith(
  'payment_settled',
  {
    id: 'uuid',
    state: 'text',
    reason: 'text?',
    reference: 'text?',
    paid_card: 'text?',
    paid_card_digest: 'text?',
    settled_at: 'timestamptz',
    untold: 'boolean',
  },
  (rows) => `update payments p set state = v.state, reason = v.reason, reference = v.reference,
      paid_card = v.paid_card, paid_card_digest = v.paid_card_digest, settled_at = v.settled_at, untold = v.untold,
      next_check_at = null
    from ${rows} where p.id = v.id`,
);

export const findPayment = (db: Queryable, id: string): Promise<Payment | null> =>
  firstRow(sql<Payment>`select ${PAYMENT_COLUMNS} from payments where id = ${id}`.execute(db));

export const findPaymentByAuthority = (
  db: Queryable,
  gateway: GatewayName,
  authority: string,
): Promise<Payment | null> =>
  firstRow(
    sql<Payment>`select ${PAYMENT_COLUMNS} from payments
      where gateway = ${gateway} and authority = ${authority}`.execute(db),
  );

/** Lists a user's payments, newest first. */
export async function listPayments(db: Queryable, userId: string, page: Page): Promise<Payment[]> {
  const before = page.before === null ? sql`` : sql`and id < ${page.before}`;
  const { rows } =
    await sql<Payment>`select ${PAYMENT_COLUMNS} from payments where user_id = ${userId} ${before}
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** Lists a user's payments that are neither paid nor failed, newest first. */
export async function listOpenPayments(db: Queryable, userId: string, limit: number): Promise<Payment[]> {
  const { rows } = await sql<Payment>`select ${PAYMENT_COLUMNS} from payments
    where user_id = ${userId} and state in ('CREATED', 'PENDING') order by id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

/**
 * Stores that the payer returned or abandoned the payment before the gateway is called: if this process dies, it is
 * polled at `nextCheck`, and at growing intervals from then on.
 */
export async function recordPayerAction(
  db: Queryable,
  id: string,
  action: 'RETURNED' | 'DROPPED',
  { now, nextCheck }: { now: Date; nextCheck: Date },
): Promise<void> {
  const column = sql.ref(action === 'RETURNED' ? 'returned_at' : 'dropped_at');
  await sql`update payments set ${column} = coalesce(${column}, ${now}), checks = 0, next_check_at = ${nextCheck}
    where id = ${id} and settled_at is null and state <> 'CREATED'`.execute(db);
}

/**
 * Closes payments that never reached a gateway, one or all, and releases their keys, so that a repeat may try
 * again.
 */
export async function closeStalePayments(db: Queryable, before: Date, id?: string): Promise<void> {
  await sql`with closed as (
      update payments set state = 'FAILED', reason = 'GATEWAY_UNAVAILABLE'
      where state = 'CREATED' and created_at < ${before} ${id === undefined ? sql`` : sql`and id = ${id}`}
      returning coalesce(user_id, company_id) as owner, idempotency_key
    )
    delete from idempotency i using closed c
    where i.key = c.idempotency_key and i.owner = c.owner::text`.execute(db);
}

/** Returns whether the sweep has work: a due payment, or one that never reached its gateway since `stale`. */
export async function hasDuePayments(db: Queryable, now: Date, staleBefore: Date): Promise<boolean> {
  const { rows } = await sql<{
    due: boolean;
  }>`select exists (select from payments where next_check_at <= ${now})
    or exists (select from payments where state = 'CREATED' and created_at < ${staleBefore}) as due`.execute(
    db,
  );
  return rows[0]?.due ?? false;
}

/** Makes these payments due now. */
export async function makePaymentsDue(
  db: Queryable,
  gateway: GatewayName,
  authorities: readonly string[],
  now: Date,
): Promise<void> {
  await sql`update payments set next_check_at = ${now}
    where gateway = ${gateway} and authority = any(${authorities}::text[]) and settled_at is null`.execute(
    db,
  );
}

/**
 * Takes due payments and sets their next time: after 2, 4, 8… minutes while the payer is at the bank and after it
 * failed, after 4, 8, 16… seconds once the payer returned or abandoned it; 6 hours at most, and in any case when
 * the gateway's session ends and at the end of the first day. Concurrent callers get different payments.
 */
export async function takeDuePayments(db: Queryable, now: Date, limit: number): Promise<Payment[]> {
  const { rows } = await sql<Payment>`update payments p set
      checks = checks + 1,
      next_check_at = least(t.next,
        case when p.created_at + ${GATEWAY_SESSION_MS} * interval '1 ms' > ${now} then p.created_at + ${GATEWAY_SESSION_MS} * interval '1 ms' end,
        case when p.created_at + ${DAY_MS} * interval '1 ms' > ${now} then p.created_at + ${DAY_MS} * interval '1 ms' end)
    from (
      select id as due, ${now}::timestamptz + least(power(2, least(checks, 14)) * case
          when state = 'PENDING' and coalesce(returned_at, dropped_at) is not null then ${2 * RETRY_DELAY_MS}::int
          else ${2 * MINUTE_MS}::int end, ${DAY_MS / 4}::int) * interval '1 ms' as next
      from payments where next_check_at <= ${now} order by next_check_at limit ${limit} for update skip locked
    ) t
    where p.id = t.due and p.settled_at is null
    returning ${PAYMENT_COLUMNS}`.execute(db);
  return rows;
}

/** Stops the polling of a payment. */
export async function stopPolling(db: Queryable, id: string): Promise<void> {
  await sql`update payments set next_check_at = null where id = ${id} and settled_at is null`.execute(db);
}
