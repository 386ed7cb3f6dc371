import { sql } from 'kysely';
import { updateWith } from '../../ledger/index.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { Page } from '../../platform/database/rows.ts';
import { createIdentifier } from './deposit-identifier.ts';

export type BankDepositState = 'NEW' | 'MATCHED' | 'UNMATCHED' | 'PROPOSED' | 'RETURNED';
export type BankDepositReason =
  | 'UNKNOWN_IDENTIFIER'
  | 'NOT_OWN_ACCOUNT'
  | 'DAILY_LIMIT'
  | 'NOT_VERIFIED'
  | 'OWN_IMPORT'
  | 'LARGE';

/** A row of `bank_deposits`. */
export interface BankDepositRow {
  id: string;
  reference: string;
  identifier: string;
  payerMasked: string;
  payerEncrypted: Buffer;
  payerIndex: Buffer;
  payerName: string;
  /** Toman, smallest units. */
  amount: bigint;
  paidAt: Date;
  /** Day in Tehran, 2026-11-21. */
  paidDay: string;
  state: BankDepositState;
  /** Reason set by the automatic check, or by staff. */
  reason: string | null;
  userId: string | null;
  /** The staff member who imported the line. */
  importedBy: string;
  proposedBy: string | null;
  decision: 'CREDIT' | 'RETURN' | null;
  createdAt: Date;
  settledAt: Date | null;
}

const BANK_DEPOSIT_COLUMNS = sql`id, reference, identifier, payer_masked as "payerMasked", payer_encrypted as "payerEncrypted",
  payer_index as "payerIndex", payer_name as "payerName", amount, paid_at as "paidAt", paid_day::text as "paidDay", state,
  reason, user_id as "userId", imported_by as "importedBy", proposed_by as "proposedBy", decision, created_at as "createdAt",
  settled_at as "settledAt"`;

/** Returns the user's payment identifier, created at the first call. */
export async function getOrCreateIdentifier(db: Queryable, userId: string): Promise<string> {
  const existing = await findIdentifier(db, userId);
  if (existing !== null) return existing;
  const { rows } = await sql<{ next: bigint }>`select nextval('deposit_identifier_numbers') as next`.execute(
    db,
  );
  const identifier = createIdentifier(rows[0]?.next ?? 0n);
  await sql`insert into deposit_identifiers (user_id, identifier) values (${userId}, ${identifier})
    on conflict (user_id) do nothing`.execute(db);
  return (await findIdentifier(db, userId)) ?? identifier;
}

async function findIdentifier(db: Queryable, userId: string): Promise<string | null> {
  const { rows } = await sql<{ identifier: string }>`select identifier from deposit_identifiers
    where user_id = ${userId}`.execute(db);
  return rows[0]?.identifier ?? null;
}

/** Returns owners by identifier; unknown ones are absent. */
export async function findIdentifierOwners(
  db: Queryable,
  identifiers: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ identifier: string; userId: string }>`
    select identifier, user_id as "userId" from deposit_identifiers
    where identifier = any(${[...identifiers]}::text[])`.execute(db);
  return new Map(rows.map(({ identifier, userId }) => [identifier, userId]));
}

export type NewBankDeposit = Pick<
  BankDepositRow,
  | 'id'
  | 'reference'
  | 'identifier'
  | 'payerMasked'
  | 'payerEncrypted'
  | 'payerIndex'
  | 'payerName'
  | 'amount'
  | 'paidAt'
  | 'paidDay'
  | 'importedBy'
  | 'createdAt'
>;

/** Returns false if the reference is known. */
export async function insertBankDeposit(tx: Tx, d: NewBankDeposit): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('bank_deposits')
    .values({
      id: d.id,
      reference: d.reference,
      identifier: d.identifier,
      payer_masked: d.payerMasked,
      payer_encrypted: d.payerEncrypted,
      payer_index: d.payerIndex,
      payer_name: d.payerName,
      amount: d.amount,
      paid_at: d.paidAt,
      paid_day: d.paidDay,
      imported_by: d.importedBy,
      state: 'NEW',
      created_at: d.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findBankDeposit(db: Queryable, id: string): Promise<BankDepositRow | null> {
  const { rows } =
    await sql<BankDepositRow>`select ${BANK_DEPOSIT_COLUMNS} from bank_deposits where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Locks a deposit until the transaction ends. */
export async function lockBankDeposit(tx: Tx, id: string): Promise<BankDepositRow | null> {
  const { rows } =
    await sql<BankDepositRow>`select ${BANK_DEPOSIT_COLUMNS} from bank_deposits where id = ${id}
    for update`.execute(tx);
  return rows[0] ?? null;
}

/** Returns deposits that are not in the ledger yet, oldest first, after one of them. */
export async function listNewBankDeposits(
  db: Queryable,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from bank_deposits where state = 'NEW'
    and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns deposits that staff decided and whose money was not moved yet. */
export async function listDecidedBankDeposits(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from bank_deposits
    where state in ('UNMATCHED', 'PROPOSED') and decision is not null order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function countImportResults(
  db: Queryable,
  ids: readonly string[],
): Promise<{ matched: number; unmatched: number }> {
  const { rows } = await sql<{ matched: number; unmatched: number }>`
    select count(*) filter (where state = 'MATCHED')::int as matched,
      count(*) filter (where state <> 'MATCHED')::int as unmatched
    from bank_deposits where id = any(${[...ids]}::uuid[])`.execute(db);
  return rows[0] ?? { matched: 0, unmatched: 0 };
}

/** Returns the sum from this Sheba on a day that is or will be credited. */
export async function sumPaidByPayer(tx: Tx, payerIndex: Buffer, day: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(amount), 0) as sum from bank_deposits
    where payer_index = ${payerIndex} and paid_day = ${day}::date and user_id is not null
      and (state in ('NEW', 'MATCHED') or (state = 'PROPOSED' and reason = 'LARGE'))`.execute(tx);
  return rows[0]?.sum ?? 0n;
}

/** Returns the sum credited to a user since a time from lines imported by one staff member. */
export async function sumImportsBy(tx: Tx, userId: string, since: Date): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(amount), 0) as sum from bank_deposits
    where user_id = ${userId} and created_at > ${since} and state in ('NEW', 'MATCHED') and proposed_by is null`.execute(
    tx,
  );
  return rows[0]?.sum ?? 0n;
}

export interface BankDepositDecision {
  userId: string | null;
  /** Null: the deposit is credited. */
  reason: BankDepositReason | null;
  /** Set if another staff member has to confirm the deposit. */
  proposedBy?: string;
}

/** Stores the owner of a deposit, or why it has none yet; written once. */
export async function saveDepositOwner(
  tx: Tx,
  id: string,
  { userId, reason, proposedBy = undefined }: BankDepositDecision,
): Promise<void> {
  await sql`update bank_deposits set user_id = ${userId}, reason = ${reason}, proposed_by = ${proposedBy ?? null}
    where id = ${id} and state = 'NEW' and user_id is null and reason is null`.execute(tx);
}

/** Written by the ledger in the transaction of the transfers. */
export const BOOK_BANK_DEPOSIT = updateWith(
  'bank_deposit_booked',
  { id: 'uuid', state: 'text', settled_at: 'timestamptz?' },
  (
    rows,
  ) => `update bank_deposits d set state = v.state, settled_at = v.settled_at, untold = v.state = 'MATCHED'
    from ${rows} where d.id = v.id`,
);

export async function proposeDepositOwner(
  tx: Tx,
  id: string,
  userId: string,
  staffId: string,
): Promise<void> {
  await sql`update bank_deposits set state = 'PROPOSED', user_id = ${userId}, proposed_by = ${staffId}
    where id = ${id}`.execute(tx);
}

export async function decideBankDepositRow(
  tx: Tx,
  id: string,
  decision: { decision: 'CREDIT' | 'RETURN'; staffId: string; reason: string | null },
): Promise<void> {
  await sql`update bank_deposits set decision = ${decision.decision}, decided_by = ${decision.staffId},
    reason = coalesce(${decision.reason}::text, reason) where id = ${id}`.execute(tx);
}

/** Lists waiting deposits, longest waiting first; those of another state, newest first. */
export async function listBankDeposits(
  db: Queryable,
  state: Exclude<BankDepositState, 'NEW'> | null,
  page: Page,
): Promise<BankDepositRow[]> {
  const { before, limit, offset } = page;
  const { rows } =
    state === null
      ? await sql<BankDepositRow>`select ${BANK_DEPOSIT_COLUMNS} from bank_deposits
          where state in ('UNMATCHED', 'PROPOSED') and decision is null
            and (${before}::uuid is null or id > ${before}::uuid)
          order by id limit ${limit} offset ${offset}`.execute(db)
      : await sql<BankDepositRow>`select ${BANK_DEPOSIT_COLUMNS} from bank_deposits
          where state = ${state} and (${before}::uuid is null or id < ${before}::uuid)
          order by id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Counts up to 1,000. */
export async function countWaitingDeposits(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select 1 from bank_deposits where state in ('UNMATCHED', 'PROPOSED') limit 1000) waiting`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Lists a user's credited transfers, newest first, below an id. */
export async function listOwnBankDeposits(
  db: Queryable,
  userId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<BankDepositRow[]> {
  const { rows } =
    await sql<BankDepositRow>`select ${BANK_DEPOSIT_COLUMNS} from bank_deposits where user_id = ${userId}
    and state = 'MATCHED' and (${before}::uuid is null or id < ${before}::uuid)
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** Locks and returns one deposit whose owner was not notified yet. */
export async function takeUnnotifiedBankDeposit(tx: Tx): Promise<BankDepositRow | null> {
  const { rows } = await sql<BankDepositRow>`update bank_deposits set untold = false where id = (
    select id from bank_deposits where untold order by id limit 1 for update skip locked) returning ${BANK_DEPOSIT_COLUMNS}`.execute(
    tx,
  );
  return rows[0] ?? null;
}
