import type { BodyOf, importBankStatement, importGatewaySettlement } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Job } from '../platform/jobs/jobs.ts';

type Statement = BodyOf<typeof importBankStatement>;
type Settlement = BodyOf<typeof importGatewaySettlement>;

/** Uploads that staff of the sandbox would make by hand; `staffId` is the uploader. */
interface BankImports {
  settlement(staffId: string, body: Settlement): Promise<unknown>;
  nameAccount(staffId: string, body: { sheba: string; name: string }): Promise<unknown>;
  statement(staffId: string, body: Statement): Promise<unknown>;
}

interface BankReportsDeps {
  db: Db;
  clock: Clock;
  sheba: string;
  imports: BankImports;
  /**
   * Returns two of the demo's staff: the one who adds an account never uploads its first statement. Null: there are
   * none yet.
   */
  staff(): Promise<[string, string] | null>;
}

const MAX_LINES = 900;
const DAY_IN_TEHRAN = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tehran', dateStyle: 'short' });

/**
 * The sandbox's gateway pays what it received in a day to the bank, minus its fee, and reports it; the bank adds a
 * line for that, and for each of our deposits and payouts. Runs shortly after midnight in Tehran, before bank and
 * ledger are compared.
 */
export const createBankReportsJob = (reports: BankReportsDeps): Job => ({
  name: 'write-bank-reports',
  cron: '31 20 * * *',
  run: () => writeBankReports(reports),
});

const REPORT_LOCK_ID = 7376;

/** Writes the reports of everything new. A concurrent run waits, or it would report the same payments again. */
export const writeBankReports = (deps: BankReportsDeps): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${REPORT_LOCK_ID})`.execute(tx);
    await writeNewReports(deps);
  });

async function writeNewReports({ db, clock, sheba, imports, staff }: BankReportsDeps): Promise<void> {
  const [firstStaff, secondStaff] = (await staff()) ?? [];
  if (!firstStaff || !secondStaff) return;
  const today = DAY_IN_TEHRAN.format(clock.now());
  const paid = await listUnreportedPayments(db);
  if (paid.length > 0) await imports.settlement(firstStaff, buildSettlement(paid, today, clock.now()));
  const lines = await listNewBankLines(db);
  if (lines.length === 0) return;
  const opening = await findClosingBalance(db, sheba);
  if (opening === null) await imports.nameAccount(secondStaff, { sheba, name: 'Sandbox' });
  let balance = opening ?? 0n;
  const openingText = String(balance);
  const at = new Date(clock.now()).toISOString();
  const statementLines = lines.map(({ rial, reference, identifier }) => {
    balance += rial;
    const amounts = { amountRial: String(rial), balanceRial: String(balance) };
    return { at, reference, identifier, ...amounts, sheba: '', name: '' };
  });
  await imports.statement(firstStaff, {
    sheba,
    openingRial: openingText,
    closingRial: String(balance),
    lines: statementLines,
  });
}

interface PaidAtGateway {
  authority: string;
  rial: bigint;
  since: Date;
}

/** Returns payments known to the gateway that no settlement contains. */
async function listUnreportedPayments(db: Db): Promise<PaidAtGateway[]> {
  const { rows } =
    await sql<PaidAtGateway>`select b.authority, coalesce(b.paid_amount, 0) * 10 as rial, b.created_at as since
    from sandbox_bank_payments b where b.state = 'PAID' and b.verified and not exists (
      select from gateway_settlement_lines l join gateway_settlements s on s.id = l.settlement_id
      where s.gateway = 'SANDBOX' and s.state <> 'DISCARDED' and l.reference = b.authority)
    order by b.created_at limit ${MAX_LINES}`.execute(db);
  return rows;
}

/** A hundredth of a percent, whole Rial for each payment. */
const FEE_PART = 10_000n;

function buildSettlement(paid: readonly PaidAtGateway[], today: string, now: number): Settlement {
  const lines = paid.map(({ authority, rial }) => ({ reference: authority, rial, fee: rial / FEE_PART }));
  const sumLines = (field: 'rial' | 'fee') => String(lines.reduce((total, line) => total + line[field], 0n));
  return {
    gateway: 'SANDBOX',
    reference: `SANDBOX-${now}`,
    // It contains what is paid by now: later payments of today belong to the next one.
    ...{ paidDay: today, fromDay: today, toDay: today },
    ...{ grossRial: sumLines('rial'), feeRial: sumLines('fee') },
    lines: lines.map(({ reference, rial, fee }) => ({
      reference,
      amountRial: String(rial),
      feeRial: String(fee),
    })),
  };
}

interface SandboxLine {
  rial: bigint;
  reference: string;
  identifier: string;
}

/**
 * Returns the bank's lines since its last statement: net amounts of gateways, deposits and their returns, payouts
 * without fractions of a Rial.
 */
async function listNewBankLines(db: Db): Promise<SandboxLine[]> {
  const { rows } = await sql<SandboxLine>`
    select div(s.gross - s.fee, 100000) as rial, s.reference, '' as identifier from gateway_settlements s
    where s.gateway = 'SANDBOX' and s.state <> 'DISCARDED' and s.reference like 'SANDBOX-%'
      and not exists (select from bank_lines l where l.cause = 'SETTLEMENT' and l.cause_id = s.id)
    union all
    select div(d.amount, 100000), d.reference, d.identifier from bank_deposits d where d.state <> 'NEW'
      and not exists (select from bank_lines l where l.cause = 'DEPOSIT' and l.cause_id = d.id)
    union all
    select -div(d.amount, 100000), 'BACK-' || d.id, d.reference from bank_deposits d where d.state = 'RETURNED'
      and not exists (select from bank_lines l where l.cause = 'DEPOSIT_BACK' and l.cause_id = d.id)
    union all
    select -div(w.amount - w.fee, 100000), 'PAID-' || w.id, w.id::text from withdrawals w
    where w.asset = 'TOMAN' and w.state = 'PAID'
      and not exists (select from bank_line_payouts p where p.withdrawal_id = w.id)
    union all
    select -div(r.amount, 100000), 'PAID-' || r.id, r.id::text from payment_refunds r where r.state = 'PAID'
      and not exists (select from bank_line_payouts p where p.withdrawal_id = r.id)
    limit ${MAX_LINES}`.execute(db);
  return rows;
}

/** Returns the closing balance in Rial; null: the account isn't known yet. */
async function findClosingBalance(db: Db, sheba: string): Promise<bigint | null> {
  const { rows } = await sql<{
    closing: bigint | null;
  }>`select coalesce(div((select closing from bank_statements s
      where s.account_id = a.id and s.state = 'KEPT' order by id desc limit 1), 100000), 0) as closing
    from house_bank_accounts a where a.sheba = ${sheba}`.execute(db);
  return rows[0]?.closing ?? null;
}
