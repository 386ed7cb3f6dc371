/** Steps of a settlement: rows written by the ledger, and states read and written by the workers. */
import { sql } from 'kysely';
import { type Row, updateWith } from '../../ledger/index.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { SettlementAddress } from '../store.ts';
import { SETTLEMENT_COLUMNS, type SettlementRow } from './settlement-store.ts';

// ── Written by the ledger ───────────────────────────────────────────────────────────────────────

export interface SettledReceipts {
  id: string;
  state: 'BOUGHT' | 'CARRIED' | 'MOVED';
  carriedIn: bigint;
  spent: bigint;
  carriedOut: bigint;
  more: boolean;
  bought: (SettlementAddress & { amount: bigint; unitPrice: bigint; fee: bigint; orderId: string }) | null;
  at: Date;
}

const SETTLED_UPDATE = updateWith(
  'company_settlement_taken',
  {
    id: 'uuid',
    state: 'text',
    kind: 'text',
    carried_in: 'numeric',
    spent: 'numeric',
    carried_out: 'numeric',
    more: 'boolean',
    coin: 'text?',
    token_type: 'text?',
    address: 'text?',
    tag: 'text',
    amount: 'numeric?',
    unit_price: 'numeric?',
    fee: 'numeric?',
    order_id: 'uuid?',
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

export const buildSettledRow = ({ bought, ...receipts }: SettledReceipts): Row =>
  SETTLED_UPDATE.row({
    id: receipts.id,
    state: receipts.state,
    kind: receipts.state === 'MOVED' ? 'WALLET' : 'PERIOD',
    carried_in: receipts.carriedIn,
    spent: receipts.spent,
    carried_out: receipts.carriedOut,
    more: receipts.more,
    coin: bought?.coin ?? null,
    token_type: bought?.tokenType ?? null,
    address: bought?.address ?? null,
    tag: bought?.tag ?? '',
    amount: bought?.amount ?? null,
    unit_price: bought?.unitPrice ?? null,
    fee: bought?.fee ?? null,
    order_id: bought?.orderId ?? null,
    at: receipts.at,
  });

const RETURNED_UPDATE = updateWith(
  'company_settlement_kept',
  { id: 'uuid', at: 'timestamptz' },
  (rows) => `update company_settlements s set state = 'RETURNED', wait_reason = null, done_at = v.at
    from ${rows} where s.id = v.id and s.state = 'BOUGHT'`,
);

export const buildReturnedRow = (id: string, at: Date): Row => RETURNED_UPDATE.row({ id, at });

// ── Worker steps ────────────────────────────────────────────────────────────────────────────────

/** `companyId` null: all companies. Returns each company's oldest waiting settlement, and all that are to be sent. */
export async function findDueSettlements(
  db: Queryable,
  { now, companyId, limit }: { now: Date; companyId: string | null; limit: number },
): Promise<SettlementRow[]> {
  const { rows } = await sql<SettlementRow>`select ${SETTLEMENT_COLUMNS} from company_settlements s
    join companies c on c.id = s.company_id
    where s.state in ('DUE', 'BOUGHT') and s.next_try_at <= ${now} and c.blocked_at is null
      and (${companyId}::uuid is null or s.company_id = ${companyId}::uuid)
      and (c.paused_at is null or s.kind = 'WALLET')
      and (s.state = 'BOUGHT' or not exists (select from company_settlements e
        where e.company_id = s.company_id and e.state = 'DUE' and e.number < s.number))
    order by s.next_try_at, s.number limit ${limit}`.execute(db);
  return rows;
}

/** Returns the remainder of the previous settlement, final once it was settled. Null: the previous one waits. */
export async function readCarry(
  db: Queryable,
  { companyId, number }: Pick<SettlementRow, 'companyId' | 'number'>,
): Promise<bigint | null> {
  const { rows } = await sql<{ carry: bigint | null }>`select carried_out as carry from company_settlements
    where company_id = ${companyId} and number = ${number - 1}`.execute(db);
  return rows[0] ? rows[0].carry : 0n;
}

/** Assigns a new withdrawal id; returns null if another worker has assigned one in the meantime. */
export async function assignWithdrawalId(
  db: Queryable,
  id: string,
  previousId: string | null,
): Promise<string | null> {
  const withdrawalId = newId();
  const { rows } = await sql`update company_settlements set withdrawal_id = ${withdrawalId}
    where id = ${id} and state = 'BOUGHT' and withdrawal_id is not distinct from ${previousId}::uuid returning 1`.execute(
    db,
  );
  return rows.length > 0 ? withdrawalId : null;
}

export async function markSent(
  db: Queryable,
  id: string,
  destination: SettlementAddress,
  now: Date,
): Promise<void> {
  await sql`update company_settlements set state = 'SENT', address = ${destination.address}, tag = ${destination.tag},
      wait_reason = null, told = false, tries = 0, next_try_at = ${now}
    where id = ${id} and state = 'BOUGHT'`.execute(db);
}

/** Returns settlements whose withdrawal has ended, with its outcome. */
export async function findEndedSettlements(
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

/** Returns false if it was recorded before. */
export async function markEnded(tx: Tx, id: string, state: 'DONE' | 'RETURNED', now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update company_settlements set state = ${state}, done_at = ${now}
    where id = ${id} and state = 'SENT'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns false if it is in another state by now. */
export async function markWaiting(
  tx: Queryable,
  { id, state, tries }: Pick<SettlementRow, 'id' | 'state' | 'tries'>,
  { reason, nextTryAt }: { reason: string; nextTryAt: Date },
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update company_settlements set wait_reason = ${reason}, tries = ${tries + 1}, next_try_at = ${nextTryAt}
    where id = ${id} and state = ${state}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns false if the owner was notified already. */
export async function markSettlementNotified(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update company_settlements set told = true
    where id = ${id} and not told`.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns carried-over settlements whose owner was not notified yet. */
export async function findUnnotifiedSettlements(db: Queryable, limit: number): Promise<SettlementRow[]> {
  const { rows } = await sql<SettlementRow>`select ${SETTLEMENT_COLUMNS} from company_settlements s
    where state = 'CARRIED' and not told limit ${limit}`.execute(db);
  return rows;
}
