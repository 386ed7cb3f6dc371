import type { approveWithdrawal, BodyOf } from '@sarraf/domain/contracts';
import { type RawBuilder, sql } from 'kysely';
import { insertWith, type Row, updateWith } from '../ledger/index.ts';
import type { Queryable, Tx } from '../platform/database/database.ts';
import type { Page } from '../platform/database/rows.ts';
import type { WithdrawalPlan } from './reservations/plan.ts';
import type { WithdrawalFilter } from './types.ts';
import type { PendingNotice, ReviewReason, StoredWithdrawal, StoredWithdrawalState } from './withdrawal.ts';

const WITHDRAWAL_COLUMNS = sql`id, user_id as "userId", asset, token_type as "tokenType", address,
  address_encrypted as "addressEncrypted", tag, amount, fee, toman_value as "tomanValue", state,
  review_reasons as "reviewReasons", needed_approvals as "neededApprovals", reason, promised_at as "promisedAt", untold,
  created_at as "createdAt", done_at as "doneAt"`;

const firstRow = async (
  query: RawBuilder<StoredWithdrawal>,
  db: Queryable,
): Promise<StoredWithdrawal | null> => (await query.execute(db)).rows[0] ?? null;

// ── Written by the ledger ───────────────────────────────────────────────────────────────────────

const INSERT_WITHDRAWAL = insertWith(
  'withdrawals',
  {
    id: 'uuid',
    user_id: 'uuid',
    asset: 'text',
    token_type: 'text?',
    address: 'text?',
    encrypted: 'text?',
    bank_account: 'uuid?',
    tag: 'text?',
    amount: 'numeric',
    fee: 'numeric',
    toman_value: 'numeric?',
    state: 'text',
    reasons: 'text',
    approvals: 'integer',
    promised_at: 'timestamptz?',
    created_at: 'timestamptz',
  },
  (
    v,
  ) => `insert into withdrawals (id, user_id, asset, token_type, address, address_encrypted, bank_account_id, tag,
      amount, fee, toman_value, state, review_reasons, needed_approvals, promised_at, created_at, untold)
    select id, user_id, asset, token_type, address, decode(encrypted, 'hex'), bank_account, tag, amount, fee,
      toman_value, state, string_to_array(reasons, ','), approvals, promised_at, created_at, 'WITHDRAWAL_REQUESTED'
    from ${v}`,
);

export const insertWithdrawalRow = (
  plan: WithdrawalPlan,
  state: StoredWithdrawalState,
  addressEncrypted: Buffer | null,
): Row =>
  INSERT_WITHDRAWAL.row({
    id: plan.id,
    user_id: plan.userId,
    asset: plan.asset,
    token_type: plan.tokenType,
    address: plan.address,
    encrypted: addressEncrypted?.toString('hex') ?? null,
    bank_account: plan.bankAccountId,
    tag: plan.tag,
    amount: plan.amount,
    fee: plan.fee,
    toman_value: plan.tomanValue,
    state,
    reasons: plan.reviewReasons.join(','),
    approvals: plan.neededApprovals,
    promised_at: plan.promisedAt,
    created_at: plan.createdAt,
  });

const SETTLE_WITHDRAWAL = updateWith(
  'withdrawal_settled',
  { id: 'uuid', state: 'text', reason: 'text?', untold: 'text?', done_at: 'timestamptz' },
  (
    rows,
  ) => `update withdrawals w set state = v.state, reason = coalesce(v.reason, w.reason), untold = v.untold,
      done_at = v.done_at
    from ${rows} where w.id = v.id`,
);

/** Written with the transfers that end a withdrawal. */
export const settleWithdrawalRow = (
  id: string,
  outcome: { state: StoredWithdrawalState; reason: string | null; untold: PendingNotice | null; at: Date },
): Row =>
  SETTLE_WITHDRAWAL.row({
    id,
    state: outcome.state,
    reason: outcome.reason,
    untold: outcome.untold,
    done_at: outcome.at,
  });

// ── Read ────────────────────────────────────────────────────────────────────────────────────────

export const findWithdrawal = (db: Queryable, id: string): Promise<StoredWithdrawal | null> =>
  firstRow(sql<StoredWithdrawal>`select ${WITHDRAWAL_COLUMNS} from withdrawals where id = ${id}`, db);

/** Locks a withdrawal until the transaction ends, so that decisions about it are serialized. */
export const lockWithdrawal = (tx: Tx, id: string): Promise<StoredWithdrawal | null> =>
  firstRow(
    sql<StoredWithdrawal>`select ${WITHDRAWAL_COLUMNS} from withdrawals where id = ${id} for no key update`,
    tx,
  );

export async function findWithdrawals(db: Queryable, ids: readonly string[]): Promise<StoredWithdrawal[]> {
  const { rows } =
    await sql<StoredWithdrawal>`select ${WITHDRAWAL_COLUMNS} from withdrawals where id = any(${[...ids]}::uuid[])`.execute(
      db,
    );
  return rows;
}

/** Lists a user's withdrawals, newest first. */
export async function listUserWithdrawals(
  db: Queryable,
  userId: string,
  { asset, except }: WithdrawalFilter,
  page: Page,
): Promise<StoredWithdrawal[]> {
  const { rows } =
    await sql<StoredWithdrawal>`select ${WITHDRAWAL_COLUMNS} from withdrawals where user_id = ${userId}
      and (${asset}::text is null or asset = ${asset}) and (${except}::text is null or asset <> ${except})
      and (${page.before}::uuid is null or id < ${page.before})
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** Lists all users' withdrawals in some states, longest waiting first: an index range per state, merged. */
export async function listWithdrawalsInStates(
  db: Queryable,
  states: readonly StoredWithdrawalState[],
  { after, limit }: { after: string | null; limit: number },
): Promise<StoredWithdrawal[]> {
  const { rows } =
    await sql<StoredWithdrawal>`select ${WITHDRAWAL_COLUMNS} from unnest(${[...states]}::text[]) as wanted
    cross join lateral (
      select * from withdrawals w where w.state = wanted and (${after}::uuid is null or w.id > ${after})
      order by w.id limit ${limit}
    ) w
    order by id limit ${limit}`.execute(db);
  return rows;
}

const MAX_COUNTED = 1_000;

export async function countInReview(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from withdrawals where state = 'REVIEW' limit ${MAX_COUNTED}) waiting`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the value in Toman of all completed withdrawals of a user. */
export async function sumCompletedWithdrawals(db: Queryable, userId: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(toman_value), 0) as sum from withdrawals
    where user_id = ${userId} and state in ('DONE', 'PAID')`.execute(db);
  return rows[0]?.sum ?? 0n;
}

/** Returns at most `limit` withdrawals of a user that are in progress. */
export async function listWithdrawalsInProgress(
  db: Queryable,
  userId: string,
  limit: number,
): Promise<StoredWithdrawal[]> {
  const { rows } =
    await sql<StoredWithdrawal>`select ${WITHDRAWAL_COLUMNS} from withdrawals where user_id = ${userId}
      and state in ('REVIEW', 'APPROVED', 'BATCHED', 'CANCELLING', 'REFUSING')
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

// ── Steps that move no money ────────────────────────────────────────────────────────────────────

/** Returns false if it is no longer in any of these states. */
export async function changeWithdrawalState(
  tx: Tx,
  id: string,
  {
    from,
    to,
    reason = null,
  }: { from: readonly StoredWithdrawalState[]; to: StoredWithdrawalState; reason?: string | null },
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update withdrawals set state = ${to}, reason = coalesce(${reason}, reason)
    where id = ${id} and state = any(${[...from]}::text[])`.execute(tx);
  return numAffectedRows === 1n;
}

export async function markWithdrawalApproved(tx: Tx, id: string, promisedAt: Date | null): Promise<void> {
  await sql`update withdrawals set state = 'APPROVED', promised_at = ${promisedAt}
    where id = ${id} and state = 'REVIEW'`.execute(tx);
}

/** Returns a withdrawal to staff review; earlier approvals no longer count. */
export async function flagForReview(
  tx: Tx,
  id: string,
  neededApprovals: number,
  reason: ReviewReason,
): Promise<void> {
  await sql`update withdrawals set state = 'REVIEW', promised_at = null,
      needed_approvals = greatest(needed_approvals, ${neededApprovals}::int),
      review_reasons = array_append(array_remove(review_reasons, ${reason}), ${reason})
    where id = ${id} and state in ('REVIEW', 'APPROVED', 'BATCHED')`.execute(tx);
}

/** Returns a user's withdrawals that may be stopped, in order of id, after one of them. */
export async function listStoppableWithdrawals(
  db: Queryable,
  userId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from withdrawals where user_id = ${userId}
      and state in ('REVIEW', 'APPROVED') and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns false if it was completed before, or was never sent. */
export async function markWithdrawalDone(tx: Tx, id: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update withdrawals set state = 'DONE', done_at = ${at},
      untold = 'WITHDRAWAL_SENT'
    where id = ${id} and state = 'APPROVED' and asset <> 'TOMAN'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Marks a completed withdrawal as being sent again. Returns false if it wasn't completed. */
export async function reopenWithdrawal(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update withdrawals set state = 'APPROVED', done_at = null
    where id = ${id} and state = 'DONE' and asset <> 'TOMAN'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns claimed withdrawals whose money was not returned yet. */
export async function findClaimedWithdrawals(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from withdrawals where state in ('CANCELLING', 'REFUSING')
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Takes a pending notice; returns null if there is none. */
export async function takeUnnotifiedWithdrawal(tx: Tx, id: string): Promise<StoredWithdrawal | null> {
  const { rows } = await sql<StoredWithdrawal>`select ${WITHDRAWAL_COLUMNS} from withdrawals
    where id = ${id} and untold is not null for no key update`.execute(tx);
  if (rows[0]) await sql`update withdrawals set untold = null where id = ${id}`.execute(tx);
  return rows[0] ?? null;
}

export async function findUnnotifiedWithdrawals(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from withdrawals where untold is not null
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Takes Toman withdrawals that wait for a batch, oldest first, except those being cancelled and those of blocked or
 * frozen users.
 */
export async function takeWaitingPayouts(tx: Tx, before: Date, limit: number): Promise<StoredWithdrawal[]> {
  const { rows } = await sql<StoredWithdrawal>`with taken as (
      select id as taken from withdrawals where asset = 'TOMAN' and state = 'APPROVED' and created_at < ${before}
        and not exists (select from users u where u.id = withdrawals.user_id
          and (u.blocked_at is not null or u.frozen_at is not null))
      order by id limit ${limit} for no key update skip locked
    )
    update withdrawals set state = 'BATCHED' from taken where id = taken returning ${WITHDRAWAL_COLUMNS}`.execute(
    tx,
  );
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

// ── Approvals ───────────────────────────────────────────────────────────────────────────────────

export interface Approval {
  withdrawalId: string;
  staffId: string;
  at: Date;
}

/** The signed approval; null for Toman, which is not signed. */
type SignedApproval = BodyOf<typeof approveWithdrawal>['assertion'] | null;

/** Returns false if the same staff member approved it before. Throws 42501 for the owner's own. */
export async function insertApproval(
  tx: Tx,
  { withdrawalId, staffId, at, assertion }: Approval & { assertion: SignedApproval },
): Promise<boolean> {
  const { rows } = await sql`insert into withdrawal_approvals (withdrawal_id, staff_id, at, assertion)
    values (${withdrawalId}, ${staffId}, ${at}, ${assertion ? JSON.stringify(assertion) : null}::jsonb)
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

export async function listApprovals(db: Queryable, ids: readonly string[]): Promise<Approval[]> {
  const { rows } = await sql<Approval>`select withdrawal_id as "withdrawalId", staff_id as "staffId", at
    from withdrawal_approvals where withdrawal_id = any(${[...ids]}::uuid[]) order by at, staff_id`.execute(
    db,
  );
  return rows;
}
