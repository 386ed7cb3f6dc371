import { HOUR_MS } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Db, Queryable, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { WalletDeps } from '../deps.ts';
import { TOMAN_UNIT } from '../payments/payment.ts';
import { countOldInSuspense } from '../suspense/suspended-store.ts';
import { ORDERED_PAYOUTS } from './ordered-payouts.ts';

export const CHECK_BANK = 'check-bank';
/** Requests while a count is queued share that one. */
export const CHECK_BANK_OPTIONS = { key: CHECK_BANK };

/** Terms of the count, smallest units of Toman; each from its own table. */
interface BankTerms {
  closing: bigint;
  books: bigint;
  openings: bigint;
  settlements: bigint;
  fees: bigint;
  capital: bigint;
  unexplained: bigint;
  unbookedDeposits: bigint;
  unseenDeposits: bigint;
  unseenReturns: bigint;
  unseenPayouts: bigint;
  unbookedPayouts: bigint;
  payoutsBack: bigint;
  fractions: bigint;
  lateDeposits: number;
  /** Lines that were not explained in time, including deposits without a line; excluding the difference. */
  late: bigint;
  statements: number;
}

/** A row of `bank_checks`. */
export interface BankCheckRow extends Omit<BankTerms, 'late' | 'statements'> {
  at: Date;
  difference: bigint;
  differsSince: Date | null;
  over: boolean;
}

type Deps = Pick<WalletDeps, 'db' | 'clock' | 'config' | 'log' | 'halt'>;

/** Runs shortly after midnight in Tehran, after every change, and on request. */
export const createBankCheckJob = (deps: Deps): Job => ({
  name: CHECK_BANK,
  cron: '35 20 * * *',
  run: () => checkBank(deps),
});

const CHECK_LOCK_ID = 7373;

/**
 * Counts whether our bank accounts hold what the ledger says; without a statement there is no result. All terms are
 * of one moment, since one query reads them. It reads whole tables, so it is a job, and a page shows the stored
 * result.
 */
async function checkBank({ db, clock, config, log, halt }: Deps): Promise<void> {
  const now = new Date(clock.now());
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${CHECK_LOCK_ID})`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    const terms = await readTerms(tx, new Date(now.getTime() - config.BANK_ALARM_HOURS * HOUR_MS));
    const last = await findLastBankCheck(tx);
    if (terms.statements === 0) return;
    const difference = computeDifference(terms);
    const limit = config.BANK_STOP_TOMAN;
    const isOverLimit = limit !== undefined && sumLate(terms, difference) > BigInt(limit) * TOMAN_UNIT;
    if (isOverLimit && !last?.over) {
      // A staff member who invented Toman would withdraw it as coins: all withdrawals stop, as after a violated law
      // of the ledger. Stopped before the result is stored, so that a crash in between only repeats the stop.
      log.error({ area: 'wallet' }, 'unexplained bank money is above the limit');
      await halt('BANK_STOP_TOMAN');
    }
    const differsSince = difference === 0n ? null : (last?.differsSince ?? now);
    await insertCheck(tx, { ...terms, at: now, difference, differsSince, over: isOverLimit });
  });
}

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
const sumLate = ({ late }: BankTerms, difference: bigint): bigint => absolute(difference) + late;

/** Returns the difference; a constraint of `bank_checks` recomputes it from its terms. */
const computeDifference = (t: BankTerms): bigint =>
  t.closing -
  (t.books + t.openings + t.settlements + t.fees + t.capital + t.unexplained + t.unbookedDeposits) +
  t.unseenDeposits -
  (t.unseenReturns + t.unseenPayouts) +
  t.unbookedPayouts -
  (t.payoutsBack + t.fractions);

const hasLine = (cause: string, id: string) =>
  sql`exists (select from bank_lines l where l.cause = ${sql.lit(cause)} and l.cause_id = ${sql.ref(id)})`;

async function readTerms(tx: Tx, before: Date): Promise<BankTerms> {
  const { rows } = await sql<BankTerms>`with line as (
      select coalesce(sum(amount) filter (where cause = 'SETTLEMENT'), 0) as settlements,
        coalesce(sum(amount) filter (where cause = 'FEE'), 0) as fees,
        coalesce(sum(amount) filter (where cause = 'CAPITAL'), 0) as capital,
        coalesce(sum(amount) filter (where cause = 'UNEXPLAINED'), 0) as unexplained,
        coalesce(sum(abs(amount)) filter (where cause = 'UNEXPLAINED' and created_at < ${before}), 0) as late
      from bank_lines where cause in ('SETTLEMENT', 'FEE', 'CAPITAL', 'UNEXPLAINED')),
    deposit as (
      select coalesce(sum(amount) filter (where state = 'NEW' and seen), 0) as unbooked,
        coalesce(sum(amount) filter (where state <> 'NEW' and not seen), 0) as unseen,
        coalesce(sum(amount) filter (where state = 'RETURNED' and not back), 0)
          - coalesce(sum(amount) filter (where state <> 'RETURNED' and back), 0) as returns,
        coalesce(sum(amount) filter (where state <> 'NEW' and not seen and late), 0) as late,
        count(*) filter (where state <> 'NEW' and not seen and late)::int as late_count
      from (select d.amount, d.state, ${hasLine('DEPOSIT', 'd.id')} as seen, ${hasLine('DEPOSIT_BACK', 'd.id')} as back,
          d.created_at < ${before} and d.paid_at >= (select min(first_at) from bank_statements
            where state = 'KEPT') as late
        from bank_deposits d) d),
    payout as (
      select coalesce(sum(w.receives) filter (where w.booked and p.line_id is null), 0) as unseen,
        coalesce(sum(p.paid) filter (where not w.booked), 0)
          - coalesce(sum(p.paid) filter (where not w.booked and b.id is not null), 0) as unbooked,
        coalesce(sum(p.paid) filter (where w.booked and b.id is not null), 0) as back,
        coalesce(sum(w.receives - p.paid) filter (where w.booked), 0) as fractions
      from ${ORDERED_PAYOUTS} w left join bank_line_payouts p on p.withdrawal_id = w.id
        left join bank_lines b on b.cause = 'PAYOUT_BACK' and b.cause_id = w.id
      where w.booked or p.line_id is not null)
    select (select coalesce(sum(s.closing), 0) from bank_statements s where s.state = 'KEPT' and not exists (
        select from bank_statements n where n.account_id = s.account_id and n.previous_id = s.id and n.state = 'KEPT')) as closing,
      (select coalesce(-sum(balance), 0) from accounts
        where owner = 'outside:bank' and asset = 'TOMAN' and kind = 'outside') as books,
      (select coalesce(sum(opening), 0) from bank_statements where state = 'KEPT' and previous_id is null) as openings,
      line.settlements, line.fees, line.capital, line.unexplained, deposit.unbooked as "unbookedDeposits",
      deposit.unseen as "unseenDeposits", deposit.returns as "unseenReturns", payout.unseen as "unseenPayouts",
      payout.unbooked as "unbookedPayouts", payout.back as "payoutsBack", payout.fractions,
      deposit.late_count as "lateDeposits", line.late + deposit.late as late,
      (select count(*)::int from (select from bank_statements where state = 'KEPT' limit 1) s) as statements
    from line, deposit, payout`.execute(tx);
  const [terms] = rows;
  if (!terms) throw new Error('a count has no row');
  return terms;
}

async function insertCheck(tx: Tx, c: BankCheckRow): Promise<void> {
  await tx
    .insertInto('bank_checks')
    .values({
      id: newId(),
      at: c.at,
      closing: c.closing,
      books: c.books,
      openings: c.openings,
      settlements: c.settlements,
      fees: c.fees,
      capital: c.capital,
      unexplained: c.unexplained,
      unbooked_deposits: c.unbookedDeposits,
      unseen_deposits: c.unseenDeposits,
      unseen_returns: c.unseenReturns,
      unseen_payouts: c.unseenPayouts,
      unbooked_payouts: c.unbookedPayouts,
      payouts_back: c.payoutsBack,
      fractions: c.fractions,
      difference: c.difference,
      differs_since: c.differsSince,
      late_deposits: c.lateDeposits,
      over: c.over,
    })
    .execute();
}

/** Returns the last count; null: there was none yet. */
export async function findLastBankCheck(db: Queryable): Promise<BankCheckRow | null> {
  const { rows } =
    await sql<BankCheckRow>`select at, closing, books, openings, settlements, fees, capital, unexplained,
      unbooked_deposits as "unbookedDeposits", unseen_deposits as "unseenDeposits", unseen_returns as "unseenReturns",
      unseen_payouts as "unseenPayouts", unbooked_payouts as "unbookedPayouts", payouts_back as "payoutsBack", fractions,
      difference, differs_since as "differsSince", late_deposits as "lateDeposits", over
    from bank_checks order by id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/**
 * Items that have waited too long at the bank: lines and deposits, settlements, money in suspense, and since when
 * bank and ledger differ.
 */
export interface OverdueBankItems {
  differsSince: Date | null;
  /** Unexplained lines, and deposits that are on no statement. */
  unexplained: number;
  settlements: number;
  /** Payments without an owner: their money is in suspense. */
  suspended: number;
}

const MAX_COUNTED = 1_000;

/** Counts items that have waited since before a time. Each count is bounded, by an index of waiting rows. */
export async function countOverdueBankItems(db: Db, before: Date): Promise<OverdueBankItems> {
  const { rows } = await sql<{ lines: number; settlements: number }>`select
      (select count(*)::int from (select from bank_lines where cause = 'UNEXPLAINED' and created_at < ${before}
        limit ${MAX_COUNTED}) l) as lines,
      (select count(*)::int from (select from gateway_settlements where state = 'OPEN' and created_at < ${before}
        limit ${MAX_COUNTED}) s) as settlements`.execute(db);
  const last = await findLastBankCheck(db);
  const since = last?.differsSince ?? null;
  return {
    differsSince: since !== null && since < before ? since : null,
    unexplained: (rows[0]?.lines ?? 0) + (last?.lateDeposits ?? 0),
    settlements: rows[0]?.settlements ?? 0,
    suspended: await countOldInSuspense(db, before),
  };
}
