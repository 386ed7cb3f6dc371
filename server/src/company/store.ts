/** Companies: their settings and their sums. */
import type { Coin } from '@sarraf/domain';
import type { PaymentPeriod } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../platform/database/database.ts';
import type { Page } from '../platform/database/rows.ts';
import { newId } from '../platform/ids.ts';

/** Address that receives the settlements. */
export interface SettlementAddress {
  coin: Coin;
  tokenType: string;
  address: string;
  /** Empty if there is no tag. */
  tag: string;
}

export interface CompanyRow {
  id: string;
  userId: string;
  coin: Coin | null;
  tokenType: string | null;
  address: string | null;
  tag: string;
  perTime: PaymentPeriod | null;
  nextCoin: Coin | null;
  nextTokenType: string | null;
  nextAddress: string | null;
  nextTag: string;
  nextFrom: Date | null;
  settledUntil: Date;
  nextDueAt: Date | null;
  pausedAt: Date | null;
  blockedAt: Date | null;
  blockedReason: string | null;
  /** Toman, smallest units: instructions by key above this wait for the owner; null: none do. */
  approvalAbove: bigint | null;
  createdAt: Date;
}

const ROW = sql`id, user_id as "userId", coin, token_type as "tokenType", address, tag, per_time as "perTime",
  next_coin as "nextCoin", next_token_type as "nextTokenType", next_address as "nextAddress", next_tag as "nextTag",
  next_from as "nextFrom", settled_until as "settledUntil", next_due_at as "nextDueAt", paused_at as "pausedAt",
  blocked_at as "blockedAt", blocked_reason as "blockedReason",
  approval_above as "approvalAbove", created_at as "createdAt"`;

const firstRow = async (rows: Promise<{ rows: CompanyRow[] }>): Promise<CompanyRow | null> =>
  (await rows).rows[0] ?? null;

export const findCompany = (db: Queryable, id: string): Promise<CompanyRow | null> =>
  firstRow(sql<CompanyRow>`select ${ROW} from companies where id = ${id}`.execute(db));

export const findCompanyByOwner = (db: Queryable, userId: string): Promise<CompanyRow | null> =>
  firstRow(sql<CompanyRow>`select ${ROW} from companies where user_id = ${userId}`.execute(db));

/** Locks a company until the transaction ends: numbering settlements and changing settings are serialized. */
export const lockCompany = (tx: Tx, id: string): Promise<CompanyRow | null> =>
  firstRow(sql<CompanyRow>`select ${ROW} from companies where id = ${id} for no key update`.execute(tx));

export async function insertCompany(tx: Tx, userId: string, now: Date): Promise<void> {
  const id = newId();
  const { rows } = await sql`insert into companies (id, user_id, settled_until, created_at)
    values (${id}, ${userId}, ${now}, ${now}) on conflict (user_id) do nothing returning 1`.execute(tx);
  if (rows.length > 0) await sql`insert into company_totals (company_id) values (${id})`.execute(tx);
}

/** Writes all columns of a first setting together, since the table accepts no partial one. */
export async function setInitialSettlement(
  tx: Tx,
  id: string,
  { coin, tokenType, address, tag }: SettlementAddress,
  { perTime, nextDueAt }: { perTime: PaymentPeriod; nextDueAt: Date },
): Promise<void> {
  await tx
    .updateTable('companies')
    .set({ coin, token_type: tokenType, address, tag, per_time: perTime, next_due_at: nextDueAt })
    .where('id', '=', id)
    .execute();
}

export async function setNextSettlementAddress(
  tx: Tx,
  id: string,
  newAddress: SettlementAddress | null,
  activeFrom: Date | null,
): Promise<void> {
  await tx
    .updateTable('companies')
    .set({
      next_coin: newAddress?.coin ?? null,
      next_token_type: newAddress?.tokenType ?? null,
      next_address: newAddress?.address ?? null,
      next_tag: newAddress?.tag ?? '',
      next_from: activeFrom,
    })
    .where('id', '=', id)
    .execute();
}

export async function setPeriod(
  tx: Tx,
  id: string,
  { perTime, nextDueAt }: { perTime: PaymentPeriod; nextDueAt: Date },
): Promise<void> {
  await sql`update companies set per_time = ${perTime}, next_due_at = ${nextDueAt} where id = ${id}`.execute(
    tx,
  );
}

/** `nextDueAt` null: unchanged. */
export async function setPaused(tx: Tx, id: string, at: Date | null, nextDueAt: Date | null): Promise<void> {
  await sql`update companies set paused_at = ${at}, next_due_at = coalesce(${nextDueAt}, next_due_at)
    where id = ${id}`.execute(tx);
}

export async function setBlocked(
  tx: Tx,
  id: string,
  block: { at: Date; reason: string } | null,
): Promise<void> {
  await sql`update companies set blocked_at = ${block?.at ?? null}, blocked_reason = ${block?.reason ?? null}
    where id = ${id}`.execute(tx);
}

export async function setApprovalAbove(tx: Tx, id: string, threshold: bigint | null): Promise<void> {
  await sql`update companies set approval_above = ${threshold} where id = ${id}`.execute(tx);
}

/** Activates addresses whose time has come, of one company or of all. */
export async function activateDueAddresses(
  db: Queryable,
  now: Date,
  id: string | null = null,
): Promise<void> {
  await sql`update companies set coin = next_coin, token_type = next_token_type, address = next_address, tag = next_tag,
      next_coin = null, next_token_type = null, next_address = null, next_tag = '', next_from = null
    where next_from <= ${now} and (${id}::uuid is null or id = ${id}::uuid)`.execute(db);
}

/** Returns companies whose period ended before a time, except some. */
export async function findDueCompanies(
  db: Queryable,
  before: Date,
  { but, limit }: { but: readonly string[]; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from companies
    where next_due_at <= ${before} and paused_at is null and blocked_at is null and id <> all(${[...but]}::uuid[])
    order by next_due_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function advancePeriod(
  tx: Tx,
  id: string,
  settledUntil: Date,
  nextDueAt: Date | null,
): Promise<void> {
  await sql`update companies set settled_until = ${settledUntil}, next_due_at = coalesce(${nextDueAt}, next_due_at)
    where id = ${id}`.execute(tx);
}

/** Each version has a URL of its own, so that browsers may cache it for ever. */
export async function readLogoPath(db: Queryable, id: string): Promise<string | null> {
  const { rows } = await sql<{ version: number }>`select version from company_logos
    where company_id = ${id} and png is not null`.execute(db);
  return rows[0] ? `/api/company-payments/company/${id}/logo?v=${rows[0].version}` : null;
}

export interface ReceiptSums {
  received: bigint;
  refunded: bigint;
  /** Balance in the ledger now. */
  receipts: bigint;
  /** Amount of the next settlement. */
  next: bigint;
}

/**
 * Calculates the pending amount from the account: its balance less due settlements (with the remainder of the
 * previous one) and requested refunds. Summing the receipts would take longer as they grow.
 */
export async function readReceiptSums(db: Queryable, id: string): Promise<ReceiptSums> {
  const { rows } = await sql<ReceiptSums>`select t.received, t.refunded, coalesce(a.balance, 0) as receipts,
      coalesce(a.balance, 0) - asked.sum - due.sum - case when due.count = 0 then 0 else coalesce(carry.rest, 0) end as next
    from company_totals t
    left join accounts a on a.owner = ${`company:${id}`} and a.asset = 'TOMAN' and a.kind = 'receipts'
    cross join (select coalesce(sum(amount), 0) as sum from company_refunds
      where company_id = ${id} and state = 'ASKED' and source = 'RECEIPTS') asked
    cross join (select count(*) as count, coalesce(sum(receipts), 0) as sum from company_settlements
      where company_id = ${id} and state = 'DUE') due
    left join lateral (select carried_out as rest from company_settlements
      where company_id = ${id} and state <> 'DUE' order by number desc limit 1) carry on true
    where t.company_id = ${id}`.execute(db);
  return rows[0] ?? { received: 0n, refunded: 0n, receipts: 0n, next: 0n };
}

/** Newest first; `found`: only the store with this id, owner or payment. */
export async function listCompanies(
  db: Queryable,
  page: Page,
  searchedId: string | null = null,
): Promise<CompanyRow[]> {
  const { rows } = await sql<CompanyRow>`select ${ROW} from companies
    where (${page.before}::uuid is null or id < ${page.before}::uuid)
      and (${searchedId}::uuid is null or ${searchedId}::uuid in (id, user_id)
        or id = (select company_id from company_payments where payment_id = ${searchedId}::uuid))
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

export interface CompanyLimits {
  minPayment: bigint;
  shopPerDay: bigint;
  startsPerHour: number;
}

export async function readLimits(db: Queryable): Promise<CompanyLimits> {
  const { rows } = await sql<CompanyLimits>`select min_payment as "minPayment", shop_per_day as "shopPerDay",
      starts_per_hour as "startsPerHour" from company_limits`.execute(db);
  // Without limits no payments are accepted.
  return rows[0] ?? { minPayment: 0n, shopPerDay: 0n, startsPerHour: 0 };
}

export interface StoreHit {
  id: string;
  userId: string;
  blocked: boolean;
  /** Webhook URL for payment events; null: none. */
  webhook: string | null;
}

/** Newest first; `of`: only that with this id or owner. */
export async function listNewestStores(
  db: Queryable,
  { of, limit }: { of: string | null; limit: number },
): Promise<StoreHit[]> {
  const { rows } =
    await sql<StoreHit>`select c.id, c.user_id as "userId", c.blocked_at is not null as blocked, w.url as webhook
    from companies c left join company_webhooks w on w.company_id = c.id
    where ${of === null ? sql`true` : sql`(c.id = ${of}::uuid or c.user_id = ${of}::uuid)`}
    order by c.id desc limit ${limit}`.execute(db);
  return rows;
}
