/** Settlements: what of a shop's receipts belongs together, and what became of it. */
import type { Coin } from '@sarraf/domain';
import type { Settlement } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { type Row, updateWith } from '../ledger/index.ts';
import type { Queryable, Tx } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import type { Page } from '../platform/rows.ts';
import type { Place } from './store.ts';

export interface SettlementRow {
  id: string;
  companyId: string;
  number: number;
  kind: 'PERIOD' | 'WALLET';
  part: number;
  periodFrom: Date;
  periodTo: Date;
  /** Toman, smallest units, as are the next three. */
  receipts: bigint;
  payments: number;
  carriedIn: bigint | null;
  spent: bigint | null;
  carriedOut: bigint | null;
  more: boolean;
  lastReceivedAt: Date | null;
  state: Settlement['state'];
  coin: Coin | null;
  tokenType: string | null;
  address: string | null;
  tag: string;
  amount: bigint | null;
  unitPrice: bigint | null;
  fee: bigint | null;
  orderId: string | null;
  withdrawalId: string | null;
  waitReason: string | null;
  told: boolean;
  tries: number;
  nextTryAt: Date | null;
  createdAt: Date;
  doneAt: Date | null;
}

const ROW = sql`s.id, s.company_id as "companyId", s.number, s.kind, s.part, s.period_from as "periodFrom",
  s.period_to as "periodTo", s.receipts, s.payments, s.carried_in as "carriedIn", s.spent, s.carried_out as "carriedOut",
  s.more, s.last_received_at as "lastReceivedAt", s.state, s.coin, s.token_type as "tokenType", s.address, s.tag, s.amount,
  s.unit_price as "unitPrice", s.fee, s.order_id as "orderId", s.withdrawal_id as "withdrawalId",
  s.wait_reason as "waitReason", s.told, s.tries, s.next_try_at as "nextTryAt", s.created_at as "createdAt",
  s.done_at as "doneAt"`;

// ── Made under the company's lock ───────────────────────────────────────────────────────────────

export type NewSettlement = Pick<SettlementRow, 'companyId' | 'kind' | 'part' | 'periodFrom' | 'periodTo'>;

/** The newest; null: there is none. */
export async function lastSettlement(db: Queryable, companyId: string): Promise<SettlementRow | null> {
  const { rows } = await sql<SettlementRow>`select ${ROW} from company_settlements s
    where company_id = ${companyId} order by number desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/**
 * Takes the next number and, where it is a first part, all receipts of before its end that belong to no settlement: one
 * statement, so that what it says came in is what it has. Null: nothing came in, and nothing was made; `empty` makes it
 * all the same.
 */
export async function insertSettlement(
  tx: Tx,
  { companyId, kind, part, periodFrom, periodTo }: NewSettlement,
  now: Date,
  empty = false,
): Promise<string | null> {
  const id = newId();
  const { rows } = await sql`with taken as (
      update company_payments set settlement_id = ${id}
      where company_id = ${companyId} and ${part} = 0 and received_at < ${periodTo} and settlement_id is null
        and refund_id is null
      returning amount, received_at
    )
    insert into company_settlements (id, company_id, number, kind, part, period_from, period_to, receipts, payments,
      last_received_at, state, next_try_at, created_at)
    select ${id}, ${companyId}, coalesce((select max(number) from company_settlements where company_id = ${companyId}), 0) + 1,
      ${kind}, ${part}, ${periodFrom}, ${periodTo}, coalesce(sum(amount), 0), count(*)::int, max(received_at), 'DUE', ${now},
      ${now}
    from taken having count(*) > 0 or ${empty}
    returning 1`.execute(tx);
  return rows.length > 0 ? id : null;
}

/** What waits to be bought is to be moved to the wallet instead. Answers their ids. */
export async function turnToWallet(tx: Tx, companyId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`update company_settlements set kind = 'WALLET', next_try_at = ${now}
    where company_id = ${companyId} and state = 'DUE' returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Companies with a purchase that left enough for another one. */
export async function findMore(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct company_id as id from company_settlements
    where more limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function clearMore(tx: Tx, companyId: string): Promise<void> {
  await sql`update company_settlements set more = false where company_id = ${companyId} and more`.execute(tx);
}

// ── Written by the ledger ───────────────────────────────────────────────────────────────────────

export interface Taken {
  id: string;
  state: 'BOUGHT' | 'CARRIED' | 'MOVED';
  carriedIn: bigint;
  spent: bigint;
  carriedOut: bigint;
  more: boolean;
  bought: (Place & { amount: bigint; unitPrice: bigint; fee: bigint; orderId: string }) | null;
  at: Date;
}

const TAKEN = updateWith(
  'company_settlement_taken',
  {
    id: 'uuid',
    state: 'text',
    kind: 'text',
    carried_in: 'numeric',
    spent: 'numeric',
    carried_out: 'numeric',
    more: 'boolean',
    coin: 'text',
    token_type: 'text',
    address: 'text',
    tag: 'text',
    amount: 'numeric',
    unit_price: 'numeric',
    fee: 'numeric',
    order_id: 'uuid',
    at: 'timestamptz',
  },
  (
    rows,
  ) => `update company_settlements s set state = v.state, kind = v.kind, carried_in = v.carried_in, spent = v.spent,
      carried_out = v.carried_out, more = v.more, coin = v.coin, token_type = v.token_type, address = v.address, tag = v.tag,
      amount = v.amount, unit_price = v.unit_price, fee = v.fee, order_id = v.order_id, wait_reason = null, told = false,
      tries = 0, next_try_at = v.at, bought_at = case when v.state = 'BOUGHT' then v.at end,
      done_at = case when v.state <> 'BOUGHT' then v.at end
    from ${rows} where s.id = v.id`,
);

export const takenRow = ({ bought, ...taken }: Taken): Row => ({
  statement: TAKEN,
  values: [
    taken.id,
    taken.state,
    taken.state === 'MOVED' ? 'WALLET' : 'PERIOD',
    taken.carriedIn,
    taken.spent,
    taken.carriedOut,
    taken.more,
    bought?.coin ?? null,
    bought?.tokenType ?? null,
    bought?.address ?? null,
    bought?.tag ?? '',
    bought?.amount ?? null,
    bought?.unitPrice ?? null,
    bought?.fee ?? null,
    bought?.orderId ?? null,
    taken.at,
  ],
});

// ── Worked on ───────────────────────────────────────────────────────────────────────────────────

/** `companyId` null: everybody's. The oldest that waits of each company, and all that are to be sent. */
export async function findToDo(
  db: Queryable,
  { now, companyId, limit }: { now: Date; companyId: string | null; limit: number },
): Promise<SettlementRow[]> {
  const { rows } = await sql<SettlementRow>`select ${ROW} from company_settlements s
    join companies c on c.id = s.company_id
    where s.state in ('DUE', 'BOUGHT') and s.next_try_at <= ${now} and c.blocked_at is null
      and (${companyId}::uuid is null or s.company_id = ${companyId}::uuid)
      and (c.paused_at is null or s.kind = 'WALLET')
      and (s.state = 'BOUGHT' or not exists (select from company_settlements e
        where e.company_id = s.company_id and e.state = 'DUE' and e.number < s.number))
    order by s.next_try_at, s.number limit ${limit}`.execute(db);
  return rows;
}

/** What the settlement before left, which is for good once it was taken. Null: it waits itself. */
export async function readCarry(
  db: Queryable,
  { companyId, number }: Pick<SettlementRow, 'companyId' | 'number'>,
): Promise<bigint | null> {
  const { rows } = await sql<{ carry: bigint | null }>`select carried_out as carry from company_settlements
    where company_id = ${companyId} and number = ${number - 1}`.execute(db);
  return rows[0] ? rows[0].carry : 0n;
}

/** A new id to withdraw by; null where another worker has given it one meanwhile. */
export async function giveWithdrawal(db: Queryable, id: string, from: string | null): Promise<string | null> {
  const withdrawalId = newId();
  const { rows } = await sql`update company_settlements set withdrawal_id = ${withdrawalId}
    where id = ${id} and state = 'BOUGHT' and withdrawal_id is not distinct from ${from}::uuid returning 1`.execute(
    db,
  );
  return rows.length > 0 ? withdrawalId : null;
}

export async function markSent(db: Queryable, id: string, place: Place, now: Date): Promise<void> {
  await sql`update company_settlements set state = 'SENT', address = ${place.address}, tag = ${place.tag},
      wait_reason = null, told = false, tries = 0, next_try_at = ${now}
    where id = ${id} and state = 'BOUGHT'`.execute(db);
}

/** Those whose withdrawal has ended, with how. */
export async function findEnded(
  db: Queryable,
  limit: number,
): Promise<{ id: string; companyId: string; arrived: boolean }[]> {
  const { rows } = await sql<{ id: string; companyId: string; arrived: boolean }>`select s.id,
      s.company_id as "companyId", w.state = 'DONE' as arrived
    from company_settlements s join withdrawals w on w.id = s.withdrawal_id
    where s.state = 'SENT' and w.state in ('DONE', 'CANCELLED', 'REFUSED', 'RETURNED') limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** False: somebody else has said so before. */
export async function markEnded(tx: Tx, id: string, state: 'DONE' | 'RETURNED', now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update company_settlements set state = ${state}, done_at = ${now}
    where id = ${id} and state = 'SENT'`.execute(tx);
  return numAffectedRows === 1n;
}

export async function markWaiting(
  tx: Queryable,
  { id, state, tries }: Pick<SettlementRow, 'id' | 'state' | 'tries'>,
  { reason, nextTryAt }: { reason: string; nextTryAt: Date },
): Promise<void> {
  await sql`update company_settlements set wait_reason = ${reason}, tries = ${tries + 1}, next_try_at = ${nextTryAt}
    where id = ${id} and state = ${state}`.execute(tx);
}

/** False: it was told. */
export async function markTold(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update company_settlements set told = true
    where id = ${id} and not told`.execute(tx);
  return numAffectedRows === 1n;
}

/** Carried over, and nobody was told. */
export async function findUntold(db: Queryable, limit: number): Promise<SettlementRow[]> {
  const { rows } = await sql<SettlementRow>`select ${ROW} from company_settlements s
    where state = 'CARRIED' and not told limit ${limit}`.execute(db);
  return rows;
}

// ── Read ────────────────────────────────────────────────────────────────────────────────────────

/** A company's, newest first. */
export async function listSettlements(
  db: Queryable,
  companyId: string,
  page: Page,
): Promise<SettlementRow[]> {
  const { rows } = await sql<SettlementRow>`select ${ROW} from company_settlements s
    where company_id = ${companyId} and (${page.before}::uuid is null or id < ${page.before}::uuid)
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** Of this company alone. */
export async function findSettlement(
  db: Queryable,
  companyId: string,
  id: string,
): Promise<SettlementRow | null> {
  const { rows } = await sql<SettlementRow>`select ${ROW} from company_settlements s
    where company_id = ${companyId} and id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Toman that these have moved to the wallet. */
export async function sumMoved(db: Queryable, ids: readonly string[]): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(spent), 0) as sum from company_settlements
    where id = any(${[...ids]}::uuid[]) and state = 'MOVED'`.execute(db);
  return rows[0]?.sum ?? 0n;
}

/** What is left by the newest that was taken; 0 where one waits that will take it over. */
export async function freeCarry(db: Queryable, companyId: string): Promise<bigint> {
  const last = await lastSettlement(db, companyId);
  return last === null || last.state === 'DUE' ? 0n : (last.carriedOut ?? 0n);
}

/** Why the oldest that waits does. */
export async function findWaits(db: Queryable, companyIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ companyId: string; reason: string }>`select distinct on (company_id)
      company_id as "companyId", wait_reason as reason from company_settlements
    where company_id = any(${[...companyIds]}::uuid[]) and state in ('DUE', 'BOUGHT') and wait_reason is not null
    order by company_id, number`.execute(db);
  return new Map(rows.map(({ companyId, reason }) => [companyId, reason]));
}
