/** Settlements: groups of a company's receipts, and their outcome; `settlement-steps.ts` changes them. */
import type { Coin } from '@sarraf/domain';
import type { Settlement } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { Page } from '../../platform/database/rows.ts';
import { newId } from '../../platform/ids.ts';

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

/** Columns of a table named `s`. */
export const SETTLEMENT_COLUMNS = sql`s.id, s.company_id as "companyId", s.number, s.kind, s.part, s.period_from as "periodFrom",
  s.period_to as "periodTo", s.receipts, s.payments, s.carried_in as "carriedIn", s.spent, s.carried_out as "carriedOut",
  s.more, s.last_received_at as "lastReceivedAt", s.state, s.coin, s.token_type as "tokenType", s.address, s.tag, s.amount,
  s.unit_price as "unitPrice", s.fee, s.order_id as "orderId", s.withdrawal_id as "withdrawalId",
  s.wait_reason as "waitReason", s.told, s.tries, s.next_try_at as "nextTryAt", s.created_at as "createdAt",
  s.done_at as "doneAt"`;

// ── Created under the company's lock ────────────────────────────────────────────────────────────

export type NewSettlement = Pick<SettlementRow, 'companyId' | 'kind' | 'part' | 'periodFrom' | 'periodTo'>;

/** Returns the newest settlement; null: there is none. */
export async function findLastSettlement(db: Queryable, companyId: string): Promise<SettlementRow | null> {
  const { rows } = await sql<SettlementRow>`select ${SETTLEMENT_COLUMNS} from company_settlements s
    where company_id = ${companyId} order by number desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/**
 * Takes the next number and, for a first part, all receipts before its end that belong to no settlement: one
 * statement, so that its sum equals its receipts. Null: there were no receipts, and nothing was created; `empty`
 * creates it all the same.
 */
export async function insertSettlement(
  tx: Tx,
  { companyId, kind, part, periodFrom, periodTo }: NewSettlement,
  now: Date,
  allowsEmpty = false,
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
    from taken having count(*) > 0 or ${allowsEmpty}
    returning 1`.execute(tx);
  return rows.length > 0 ? id : null;
}

/** Redirects waiting purchases to the wallet. Returns their ids. */
export async function redirectToWallet(tx: Tx, companyId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`update company_settlements set kind = 'WALLET', next_try_at = ${now}
    where company_id = ${companyId} and state = 'DUE' returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns companies with a purchase whose remainder is enough for another one. */
export async function findCompaniesWithRemainder(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct company_id as id from company_settlements
    where more limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the numbers of the settlements that had the flag. */
export async function clearRemainderFlags(tx: Tx, companyId: string): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`update company_settlements set more = false
    where company_id = ${companyId} and more returning number`.execute(tx);
  return rows.map(({ number }) => number);
}

// ── Read ────────────────────────────────────────────────────────────────────────────────────────

/** A company's, newest first. */
export async function listSettlements(
  db: Queryable,
  companyId: string,
  page: Page,
): Promise<SettlementRow[]> {
  const { rows } = await sql<SettlementRow>`select ${SETTLEMENT_COLUMNS} from company_settlements s
    where company_id = ${companyId} and (${page.before}::uuid is null or id < ${page.before}::uuid)
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** Returns a settlement of this company only. */
export async function findSettlement(
  db: Queryable,
  companyId: string,
  id: string,
): Promise<SettlementRow | null> {
  const { rows } = await sql<SettlementRow>`select ${SETTLEMENT_COLUMNS} from company_settlements s
    where company_id = ${companyId} and id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Returns the Toman that these have moved to the wallet. */
export async function sumMovedToWallet(db: Queryable, ids: readonly string[]): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(spent), 0) as sum from company_settlements
    where id = any(${[...ids]}::uuid[]) and state = 'MOVED'`.execute(db);
  return rows[0]?.sum ?? 0n;
}

/** Returns the remainder of the newest settled one; 0 if a waiting one will take it over. */
export async function readFreeCarry(db: Queryable, companyId: string): Promise<bigint> {
  const last = await findLastSettlement(db, companyId);
  return last === null || last.state === 'DUE' ? 0n : (last.carriedOut ?? 0n);
}

/** Returns the reason of each company's oldest waiting settlement. */
export async function findWaitReasons(
  db: Queryable,
  companyIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ companyId: string; reason: string }>`select distinct on (company_id)
      company_id as "companyId", wait_reason as reason from company_settlements
    where company_id = any(${[...companyIds]}::uuid[]) and state in ('DUE', 'BOUGHT') and wait_reason is not null
    order by company_id, number`.execute(db);
  return new Map(rows.map(({ companyId, reason }) => [companyId, reason]));
}
