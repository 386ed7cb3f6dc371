/** Payments to companies: their data in addition to the wallet's payment rows. */
import type { PaymentGateway } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { type Row, updateWith } from '../../ledger/index.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { Page } from '../../platform/database/rows.ts';

export interface CompanyPaymentRow {
  id: string;
  companyId: string;
  /** Toman, smallest units. */
  amount: bigint;
  description: string;
  state: 'CREATED' | 'PENDING' | 'PAID' | 'FAILED';
  reason: string | null;
  gateway: PaymentGateway;
  cardMasked: string;
  paidCard: string | null;
  reference: string | null;
  /** When the money arrived, in the receipts or in suspense. */
  settledAt: Date | null;
  createdAt: Date;
  /** When it was added to the receipts. */
  receivedAt: Date | null;
  settlementId: string | null;
  requestId: string | null;
  orderNumber: string | null;
  /** From its request; null: there is none. */
  returnUrl: string | null;
  metadata: Record<string, string> | null;
  /** From its request: the payment that fulfilled it. */
  fulfilledBy: string | null;
  refundState: 'ASKED' | 'PAID' | null;
  refundReference: string | null;
}

const ROW = sql`c.payment_id as id, c.company_id as "companyId", c.amount, c.description, p.state, p.reason, p.gateway,
  p.card_masked as "cardMasked", p.paid_card as "paidCard", p.reference, p.settled_at as "settledAt",
  c.created_at as "createdAt", c.received_at as "receivedAt", c.settlement_id as "settlementId",
  c.request_id as "requestId", r.order_number as "orderNumber", r.return_url as "returnUrl", r.metadata, r.payment_id as "fulfilledBy", f.state as "refundState",
  f.reference as "refundReference"`;
const FROM = sql`company_payments c join payments p on p.id = c.payment_id
  left join company_requests r on r.id = c.request_id
  left join company_refunds f on f.payment_id = c.payment_id and f.state <> 'CANCELLED'`;

export async function findCompanyPayment(db: Queryable, id: string): Promise<CompanyPaymentRow | null> {
  const { rows } =
    await sql<CompanyPaymentRow>`select ${ROW} from ${FROM} where c.payment_id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Lists a company's payments, newest first; `settlementId`: of this settlement only. */
export async function listCompanyPayments(
  db: Queryable,
  { companyId, settlementId }: { companyId: string; settlementId: string | null },
  page: Page,
): Promise<CompanyPaymentRow[]> {
  const { rows } = await sql<CompanyPaymentRow>`select ${ROW} from ${FROM} where c.company_id = ${companyId}
      and (${settlementId}::uuid is null or c.settlement_id = ${settlementId}::uuid)
      and (${page.before}::uuid is null or c.payment_id < ${page.before}::uuid)
    order by c.payment_id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

export interface NewCompanyPayment {
  id: string;
  companyId: string;
  amount: bigint;
  description: string;
  requestId: string | null;
  cardDigest: Buffer;
  ipDigest: Buffer;
  createdAt: Date;
}

export async function insertCompanyPayment(tx: Tx, p: NewCompanyPayment): Promise<void> {
  await tx
    .insertInto('company_payments')
    .values({
      payment_id: p.id,
      company_id: p.companyId,
      amount: p.amount,
      description: p.description,
      request_id: p.requestId,
      card_digest: p.cardDigest,
      ip_digest: p.ipDigest,
      created_at: p.createdAt,
    })
    .execute();
}

// ── Limits ──────────────────────────────────────────────────────────────────────────────────────

const LOCKS = 7362;

/**
 * Serializes the counting of payments to this company, or by this card, until the transaction ends. Locks the
 * company first.
 */
export async function lockCounts(tx: Tx, companyId: string, cardDigest: Buffer): Promise<void> {
  for (const name of [companyId, cardDigest.toString('hex')])
    await sql`select pg_advisory_xact_lock(${LOCKS}, hashtext(${name}))`.execute(tx);
}

const IS_PAYABLE_OR_PAID = sql`p.state in ('CREATED', 'PENDING', 'PAID')`;

/**
 * Returns the sum of paid and still payable payments to a company started since a time. Unpaid ones count up to
 * `open`: anyone can start payments, and must not be able to block a company with them.
 */
export async function sumCompanyPayments(
  db: Queryable,
  companyId: string,
  since: Date,
  maxOpen: bigint,
): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select
      coalesce(sum(c.amount) filter (where p.state = 'PAID'), 0)
        + least(coalesce(sum(c.amount) filter (where p.state <> 'PAID'), 0), ${maxOpen}) as sum from company_payments c
    join payments p on p.id = c.payment_id
    where c.company_id = ${companyId} and c.created_at > ${since} and ${IS_PAYABLE_OR_PAID}`.execute(db);
  return rows[0]?.sum ?? 0n;
}

/**
 * Returns the same for one card and any company, `except` the payment being checked: payments confirmed by the
 * gateway, and those started from one address. Anyone can type another person's card, and must not be able to use
 * up its limit.
 */
export async function sumCardPayments(
  db: Queryable,
  cardDigest: Buffer,
  since: Date,
  { ipDigest, except }: { ipDigest: Buffer | null; except: string },
): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(c.amount), 0) as sum from company_payments c
    join payments p on p.id = c.payment_id
    where c.card_digest = ${cardDigest} and c.created_at > ${since} and ${IS_PAYABLE_OR_PAID} and p.id <> ${except}
      and (p.state = 'PAID' or p.confirmed_at is not null or c.ip_digest = ${ipDigest})`.execute(db);
  return rows[0]?.sum ?? 0n;
}

/** Counts the payments started from one network address since a time; at most `most`. */
export async function countAddressPayments(
  db: Queryable,
  ipDigest: Buffer,
  since: Date,
  maxCount: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
      select from company_payments where ip_digest = ${ipDigest} and created_at > ${since} limit ${maxCount}) begun`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

// ── Written by the ledger ───────────────────────────────────────────────────────────────────────

const RECEIVED_UPDATE = updateWith(
  'company_payment_received',
  { id: 'uuid', received_at: 'timestamptz' },
  (rows) => `update company_payments c set received_at = v.received_at from ${rows}
    where c.payment_id = v.id and c.received_at is null`,
);
const TOTAL_UPDATE = updateWith(
  'company_total',
  { company_id: 'uuid', received: 'numeric', refunded: 'numeric' },
  (
    rows,
  ) => `update company_totals t set received = t.received + v.received, refunded = t.refunded + v.refunded
    from (select company_id, sum(received) as received, sum(refunded) as refunded from ${rows} group by company_id) v
    where t.company_id = v.company_id`,
);
/** An expired request is marked as paid when its money arrives. */
const FULFILLED_UPDATE = updateWith(
  'company_request_paid',
  { id: 'uuid', paid_at: 'timestamptz' },
  (rows) => `update company_requests r set state = 'PAID', payment_id = v.id, paid_at = v.paid_at
    from ${rows} join company_payments c on c.payment_id = v.id where r.id = c.request_id and r.state <> 'PAID'`,
);

export const buildReceivedRows = (id: string, companyId: string, amount: bigint, at: Date): Row[] => [
  RECEIVED_UPDATE.row({ id, received_at: at }),
  TOTAL_UPDATE.row({ company_id: companyId, received: amount, refunded: 0n }),
  FULFILLED_UPDATE.row({ id, paid_at: at }),
];
export const buildRefundedRow = (companyId: string, amount: bigint): Row =>
  TOTAL_UPDATE.row({ company_id: companyId, received: 0n, refunded: amount });
