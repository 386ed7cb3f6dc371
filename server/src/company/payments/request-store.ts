import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { Page } from '../../platform/database/rows.ts';

export interface RequestRow {
  id: string;
  companyId: string;
  orderNumber: string;
  /** Toman, smallest units. */
  amount: bigint;
  description: string;
  /** Where the payer returns to; null: nowhere. */
  returnUrl: string | null;
  metadata: Record<string, string>;
  expiresAt: Date;
  state: 'OPEN' | 'PAID' | 'CANCELLED';
  paymentId: string | null;
  paidAt: Date | null;
  byKey: boolean;
  createdAt: Date;
}

const ROW = sql`id, company_id as "companyId", order_number as "orderNumber", amount, description,
  expires_at as "expiresAt", state, payment_id as "paymentId", paid_at as "paidAt", by_key as "byKey",
  created_at as "createdAt", return_url as "returnUrl", metadata`;

const firstRow = async (rows: Promise<{ rows: RequestRow[] }>): Promise<RequestRow | null> =>
  (await rows).rows[0] ?? null;

/** Null: the order number is taken. */
export const insertRequest = (db: Queryable, r: Omit<RequestRow, 'state' | 'paymentId' | 'paidAt'>) =>
  firstRow(
    sql<RequestRow>`insert into company_requests
        (id, company_id, order_number, amount, description, expires_at, state, by_key, created_at, return_url, metadata)
      values (${r.id}, ${r.companyId}, ${r.orderNumber}, ${r.amount}, ${r.description}, ${r.expiresAt}, 'OPEN', ${r.byKey},
        ${r.createdAt}, ${r.returnUrl}, ${JSON.stringify(r.metadata)})
      on conflict (company_id, order_number) do nothing returning ${ROW}`.execute(db),
  );

export const findRequest = (db: Queryable, companyId: string, id: string) =>
  firstRow(
    sql<RequestRow>`select ${ROW} from company_requests where company_id = ${companyId} and id = ${id}`.execute(
      db,
    ),
  );

export const findByOrder = (db: Queryable, companyId: string, orderNumber: string) =>
  firstRow(
    sql<RequestRow>`select ${ROW} from company_requests
      where company_id = ${companyId} and order_number = ${orderNumber}`.execute(db),
  );

export const lockRequest = (tx: Tx, companyId: string, id: string) =>
  firstRow(
    sql<RequestRow>`select ${ROW} from company_requests where company_id = ${companyId} and id = ${id}
      for no key update`.execute(tx),
  );

export const lockByOrder = (tx: Tx, companyId: string, orderNumber: string) =>
  firstRow(
    sql<RequestRow>`select ${ROW} from company_requests
      where company_id = ${companyId} and order_number = ${orderNumber} for no key update`.execute(tx),
  );

export async function markCancelled(tx: Tx, id: string): Promise<void> {
  await sql`update company_requests set state = 'CANCELLED' where id = ${id} and state = 'OPEN'`.execute(tx);
}

export async function listRequests(db: Queryable, companyId: string, page: Page): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`select ${ROW} from company_requests
    where company_id = ${companyId} and (${page.before}::uuid is null or id < ${page.before}::uuid)
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}
