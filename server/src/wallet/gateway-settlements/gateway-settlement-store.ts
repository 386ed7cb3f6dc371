import type {
  GatewayLineTrouble,
  PaymentGateway as GatewayName,
  GatewaySettlement as View,
} from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { Page } from '../../platform/database/rows.ts';
import type { LineMatch, NamedPayment } from './match-line.ts';

/** A row of `gateway_settlements`; amounts in Toman's smallest units. */
export interface GatewaySettlementRow {
  id: string;
  gateway: GatewayName;
  reference: string;
  /** Day in Tehran, 2026-11-21, as are the next two. */
  paidDay: string;
  fromDay: string;
  toDay: string;
  gross: bigint;
  fee: bigint;
  way: View['way'];
  state: View['state'];
  found: bigint;
  missing: bigint;
  faults: number;
  missingLines: number;
  importedBy: string;
  createdAt: Date;
  decidedBy: string | null;
  reason: string | null;
}

export type NewGatewaySettlement = Omit<
  GatewaySettlementRow,
  'state' | 'found' | 'missing' | 'faults' | 'missingLines' | 'decidedBy' | 'reason'
>;

export interface NewGatewayLine {
  id: string;
  reference: string;
  amount: bigint;
  fee: bigint;
}

export interface SettlementLineRow extends NewGatewayLine {
  paymentId: string | null;
  trouble: GatewayLineTrouble | null;
  /** The payment's amount in the ledger. */
  booked: bigint | null;
}

const SETTLEMENT_COLUMNS = sql`id, gateway, reference, paid_day::text as "paidDay", from_day::text as "fromDay", to_day::text as "toDay",
  gross, fee, way, state, found, missing, faults, missing_lines as "missingLines", imported_by as "importedBy",
  created_at as "createdAt", decided_by as "decidedBy", reason`;

const GATEWAY_LOCK_IDS = 7371;

/** Serializes matching of this gateway's settlements until the transaction ends: a payment belongs to one only. */
export async function lockGatewaySettlements(tx: Tx, gateway: GatewayName): Promise<void> {
  await sql`select pg_advisory_xact_lock(${GATEWAY_LOCK_IDS}, hashtext(${gateway}))`.execute(tx);
}

/** Returns false if the gateway's reference is known. */
export async function insertGatewaySettlement(
  tx: Tx,
  s: NewGatewaySettlement,
  lines: readonly NewGatewayLine[],
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into gateway_settlements
      (id, gateway, reference, paid_day, from_day, to_day, gross, fee, way, state, imported_by, created_at)
    values (${s.id}, ${s.gateway}, ${s.reference}, ${s.paidDay}::date, ${s.fromDay}::date, ${s.toDay}::date, ${s.gross},
      ${s.fee}, ${s.way}, 'OPEN', ${s.importedBy}, ${s.createdAt})
    on conflict do nothing`.execute(tx);
  if (numAffectedRows !== 1n) return false;
  await sql`insert into gateway_settlement_lines (id, settlement_id, reference, amount, fee, trouble)
    select id, ${s.id}, reference, amount, fee, 'UNKNOWN' from unnest(${lines.map(({ id }) => id)}::uuid[],
      ${lines.map(({ reference }) => reference)}::text[], ${lines.map(({ amount }) => amount)}::numeric[],
      ${lines.map(({ fee }) => fee)}::numeric[]) as line (id, reference, amount, fee)`.execute(tx);
  return true;
}

export async function findGatewaySettlement(db: Queryable, id: string): Promise<GatewaySettlementRow | null> {
  const { rows } = await sql<GatewaySettlementRow>`select ${SETTLEMENT_COLUMNS} from gateway_settlements
    where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Newest first. */
export async function listGatewaySettlements(
  db: Queryable,
  state: View['state'],
  page: Page,
): Promise<GatewaySettlementRow[]> {
  const { rows } = await sql<GatewaySettlementRow>`select ${SETTLEMENT_COLUMNS} from gateway_settlements
    where state = ${state} and (${page.before}::uuid is null or id < ${page.before}::uuid)
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** At most 1,000. */
export async function countOpenSettlements(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from gateway_settlements where state = 'OPEN' limit 1000) s`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the gateway's OPEN settlements, oldest first. */
export async function listOpenSettlements(tx: Tx, gateway: GatewayName): Promise<GatewaySettlementRow[]> {
  const { rows } = await sql<GatewaySettlementRow>`select ${SETTLEMENT_COLUMNS} from gateway_settlements
    where gateway = ${gateway} and state = 'OPEN' order by id`.execute(tx);
  return rows;
}

/** Returns the gateways with OPEN settlements. */
export async function listGatewaysWithOpenSettlements(db: Queryable): Promise<GatewayName[]> {
  const { rows } = await sql<{ gateway: GatewayName }>`select distinct gateway from gateway_settlements
    where state = 'OPEN'`.execute(db);
  return rows.map(({ gateway }) => gateway);
}

/** Returns lines in their original order, after one of them. */
export async function listGatewayLines(
  db: Queryable,
  settlementId: string,
  { troubled, page }: { troubled: boolean; page: Page },
): Promise<SettlementLineRow[]> {
  const { rows } = await sql<SettlementLineRow>`select l.id, l.reference, l.amount, l.fee,
      l.payment_id as "paymentId", l.trouble, p.amount as booked
    from gateway_settlement_lines l left join payments p on p.id = l.payment_id
    where l.settlement_id = ${settlementId} and (not ${troubled} or l.trouble is not null)
      and (${page.before}::uuid is null or l.id > ${page.before}::uuid)
    order by l.id limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** Returns the lines without a matching payment, in their order. */
export async function listUnmatchedLines(
  tx: Tx,
  settlementId: string,
): Promise<Pick<SettlementLineRow, 'id' | 'reference' | 'amount'>[]> {
  const { rows } = await sql<
    Pick<SettlementLineRow, 'id' | 'reference' | 'amount'>
  >`select id, reference, amount from gateway_settlement_lines
    where settlement_id = ${settlementId} and trouble is not null and trouble not in ('MISSING', 'DISCARDED')
    order by id`.execute(tx);
  return rows;
}

/** Returns a gateway's payments with one of these references or authorities. */
export async function findNamedPayments(
  tx: Tx,
  gateway: GatewayName,
  names: readonly string[],
): Promise<NamedPayment[]> {
  const { rows } = await sql<NamedPayment>`select p.id, p.reference, p.authority, p.amount,
      p.settled_at is not null as booked,
      exists (select from gateway_settlement_lines l where l.payment_id = p.id and l.trouble is null) as taken
    from payments p where p.gateway = ${gateway} and p.id in (
      select id from payments where gateway = ${gateway} and reference = any(${[...names]}::text[])
      union select id from payments where gateway = ${gateway} and authority = any(${[...names]}::text[]))`.execute(
    tx,
  );
  return rows;
}

export async function saveLineMatches(
  tx: Tx,
  matches: readonly (LineMatch & { id: string })[],
): Promise<void> {
  await sql`update gateway_settlement_lines l set payment_id = j.payment_id, trouble = j.trouble
    from unnest(${matches.map(({ id }) => id)}::uuid[], ${matches.map(({ paymentId }) => paymentId)}::uuid[],
      ${matches.map(({ trouble }) => trouble)}::text[]) as j (id, payment_id, trouble)
    where l.id = j.id`.execute(tx);
}

/** Payments in the ledger between two times that no settlement line names, and that none should have named. */
const fromUnnamedPayments = (gateway: GatewayName, from: Date, to: Date) => sql`from payments p
  where p.gateway = ${gateway} and p.settled_at >= ${from} and p.settled_at < ${to}
    and not exists (select from gateway_settlement_lines l where l.payment_id = p.id and l.trouble is distinct from 'DISCARDED'
      and l.trouble is distinct from 'MISSING')`;

export async function listUnnamedPayments(
  tx: Tx,
  gateway: GatewayName,
  { from, to }: { from: Date; to: Date },
): Promise<{ id: string; reference: string; amount: bigint }[]> {
  const { rows } = await sql<{ id: string; reference: string; amount: bigint }>`select p.id,
      coalesce(p.reference, p.authority, '') as reference, p.amount ${fromUnnamedPayments(gateway, from, to)}
    order by p.id`.execute(tx);
  return rows;
}

/** Stores which payments a settlement doesn't name; earlier entries that still hold are left unchanged. */
export async function saveMissingPayments(
  tx: Tx,
  settlementId: string,
  missing: readonly { lineId: string; id: string; reference: string }[],
): Promise<void> {
  const ids = missing.map(({ id }) => id);
  await sql`delete from gateway_settlement_lines where settlement_id = ${settlementId} and trouble = 'MISSING'
    and payment_id <> all(${ids}::uuid[])`.execute(tx);
  await sql`insert into gateway_settlement_lines (id, settlement_id, reference, amount, fee, payment_id, trouble)
    select line_id, ${settlementId}, reference, 0, 0, payment_id, 'MISSING'
    from unnest(${missing.map(({ lineId }) => lineId)}::uuid[], ${missing.map(({ reference }) => reference)}::text[],
      ${ids}::uuid[]) as m (line_id, reference, payment_id)
    where not exists (select from gateway_settlement_lines l where l.settlement_id = ${settlementId}
      and l.trouble = 'MISSING' and l.payment_id = m.payment_id)`.execute(tx);
}

/** Assigns payments to a settlement of DAYS whose sum agrees. */
export async function saveFoundPayments(
  tx: Tx,
  settlementId: string,
  payments: readonly { lineId: string; id: string; reference: string; amount: bigint }[],
): Promise<void> {
  await sql`insert into gateway_settlement_lines (id, settlement_id, reference, amount, fee, payment_id)
    select line_id, ${settlementId}, reference, amount, 0, payment_id
    from unnest(${payments.map(({ lineId }) => lineId)}::uuid[],
      ${payments.map(({ reference }) => reference)}::text[], ${payments.map(({ amount }) => amount)}::numeric[],
      ${payments.map(({ id }) => id)}::uuid[]) as f (line_id, reference, amount, payment_id)`.execute(tx);
}

export async function sumFoundLines(
  tx: Tx,
  settlementId: string,
): Promise<{ found: bigint; problemCount: number }> {
  const { rows } = await sql<{ found: bigint; problemCount: number }>`select
      coalesce(sum(amount) filter (where trouble is null), 0) as found,
      count(*) filter (where trouble is not null and trouble <> 'MISSING')::int as "problemCount"
    from gateway_settlement_lines where settlement_id = ${settlementId}`.execute(tx);
  return rows[0] ?? { found: 0n, problemCount: 0 };
}

export async function saveSettlementOutcome(
  tx: Tx,
  id: string,
  o: Pick<GatewaySettlementRow, 'state' | 'found' | 'missing' | 'faults' | 'missingLines'>,
): Promise<void> {
  await sql`update gateway_settlements set state = ${o.state}, found = ${o.found}, missing = ${o.missing},
      faults = ${o.faults}, missing_lines = ${o.missingLines}
    where id = ${id}`.execute(tx);
}

/** Stores the decision of a staff member other than the importer. */
export async function saveSettlementDecision(
  tx: Tx,
  id: string,
  decision: { state: 'DONE' | 'DISCARDED'; staffId: string; reason: string; at: Date },
): Promise<void> {
  if (decision.state === 'DISCARDED')
    await sql`update gateway_settlement_lines set trouble = 'DISCARDED' where settlement_id = ${id}`.execute(
      tx,
    );
  await sql`update gateway_settlements set state = ${decision.state}, decided_by = ${decision.staffId}, decided_at = ${decision.at},
      reason = ${decision.reason}
    where id = ${id}`.execute(tx);
}
