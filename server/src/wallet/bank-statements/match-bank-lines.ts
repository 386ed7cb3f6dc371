import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { TOMAN_UNIT } from '../payments/payment.ts';
import { lockBankImports } from './bank-statement-store.ts';
import { ORDERED_PAYOUTS } from './ordered-payouts.ts';

const RIAL = TOMAN_UNIT / 10n;
/** Number of batches of more than a year: a day has one, and lines of older ones are explained by staff. */
const MAX_BATCHES = 400;

/** The amount that the bank pays for a line: without the fraction of a Rial, as in the file. */
const PAID_AMOUNT = sql`(div(w.receives, ${RIAL}) * ${RIAL})`;
const UUID_PATTERN = sql`'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`;

/** Matches lines with settlements, deposits and payouts that came later; runs periodically. */
export async function sweepBankLines(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockBankImports(tx);
    await releaseDiscardedSettlements(tx);
    await matchSettlements(tx);
    await matchBankLines(tx);
  });
}

/** Frees lines of discarded settlements. */
async function releaseDiscardedSettlements(tx: Tx): Promise<void> {
  await sql`update bank_lines l set cause = 'UNEXPLAINED', cause_id = null from gateway_settlements s
    where l.cause = 'SETTLEMENT' and l.cause_id = s.id and s.state = 'DISCARDED'`.execute(tx);
}

/**
 * Matches a gateway settlement by its reference and exact net amount. An ambiguous match is left open: where two
 * gateways have the same reference and net, or two lines do.
 */
export async function matchSettlements(tx: Tx): Promise<void> {
  await sql`with found as (
      select l.id as line, s.id as settlement, count(*) over (partition by l.id) as of_line,
        count(*) over (partition by s.id) as of_settlement
      from bank_lines l cross join lateral (
        select id from gateway_settlements s where s.state <> 'DISCARDED' and s.gross - s.fee = l.amount
          and upper(s.reference) in (upper(l.reference), upper(l.identifier))) s
      where l.cause = 'UNEXPLAINED' and l.amount > 0
        and not exists (select from bank_lines o where o.cause = 'SETTLEMENT' and o.cause_id = s.id))
    update bank_lines l set cause = 'SETTLEMENT', cause_id = f.settlement from found f
    where l.id = f.line and f.of_line = 1 and f.of_settlement = 1`.execute(tx);
}

/** Makes all other automatic matches of a line, under the lock. */
export async function matchBankLines(tx: Tx): Promise<void> {
  await matchDeposits(tx);
  await matchPayouts(tx);
  await matchBatches(tx);
  await matchReturnedPayouts(tx);
}

/** Written exactly as in the index. */
const normalizedReference = sql`upper(regexp_replace(d.reference, '\\s', '', 'g'))`;

async function matchDeposits(tx: Tx): Promise<void> {
  await sql`with found as (
      select l.id as line, d.id as deposit, count(*) over (partition by d.id) as lines
      from bank_lines l join bank_deposits d on ${normalizedReference} = upper(l.reference)
      where l.cause = 'UNEXPLAINED' and l.amount = d.amount
        and not exists (select from bank_lines o where o.cause = 'DEPOSIT' and o.cause_id = d.id))
    update bank_lines l set cause = 'DEPOSIT', cause_id = f.deposit from found f
    where l.id = f.line and f.lines = 1`.execute(tx);
  await sql`with found as (
      select l.id as line, d.id as deposit, count(*) over (partition by d.id) as lines
      from bank_lines l join bank_deposits d on ${normalizedReference} = upper(l.identifier)
      where l.cause = 'UNEXPLAINED' and l.amount = -d.amount and l.identifier <> '' and d.decision = 'RETURN'
        and not exists (select from bank_lines o where o.cause = 'DEPOSIT_BACK' and o.cause_id = d.id))
    update bank_lines l set cause = 'DEPOSIT_BACK', cause_id = f.deposit from found f
    where l.id = f.line and f.lines = 1`.execute(tx);
}

/** Matches a payout by the id in the bank's file and its exact amount, if the file of its batch was taken. */
async function matchPayouts(tx: Tx): Promise<void> {
  await sql`with found as (
      select l.id as line, w.id as withdrawal, -l.amount as paid, count(*) over (partition by w.id) as lines
      from bank_lines l join ${ORDERED_PAYOUTS} w on w.id = (case when l.identifier ~* ${UUID_PATTERN} then l.identifier end)::uuid
      where l.cause = 'UNEXPLAINED' and l.amount < 0 and ${PAID_AMOUNT} = -l.amount
        and exists (select from payout_lines p join payouts b on b.id = p.payout_id
          where p.withdrawal_id = w.id and p.state <> 'HELD' and b.state <> 'OPEN')
        and not exists (select from bank_line_payouts o where o.withdrawal_id = w.id)),
    taken as (insert into bank_line_payouts (withdrawal_id, line_id, paid)
      select withdrawal, line, paid from found where lines = 1 on conflict do nothing returning withdrawal_id, line_id)
    update bank_lines l set cause = 'PAYOUT', cause_id = t.withdrawal_id from taken t where l.id = t.line_id`.execute(
    tx,
  );
}

/**
 * Matches a whole batch paid in one sum, if only one batch has this sum and none of its lines is matched
 * individually. Batches whose total differs by less than a Rial per line are few, so only their lines are added up.
 */
async function matchBatches(tx: Tx): Promise<void> {
  await sql`with lines as materialized (
      select id, -amount as sum from bank_lines where cause = 'UNEXPLAINED' and amount < 0),
    found as (
      select l.id as line, b.id as payout, count(*) over (partition by l.id) as of_line,
        count(*) over (partition by b.id) as of_payout
      from lines l join (select id, total, lines from payouts where state <> 'OPEN'
          order by day desc limit ${MAX_BATCHES}) b
        on b.lines > 0 and b.total >= l.sum and b.total < l.sum + b.lines * ${RIAL}::numeric
      where not exists (select from bank_lines o where o.cause = 'BATCH' and o.cause_id = b.id)
        and not exists (select from bank_line_payouts o join payout_lines p on p.withdrawal_id = o.withdrawal_id
          where p.payout_id = b.id)
        and l.sum = (select sum(${PAID_AMOUNT}) from payout_lines p join ${ORDERED_PAYOUTS} w on w.id = p.withdrawal_id
          where p.payout_id = b.id and p.state <> 'HELD')),
    one as materialized (select * from found where of_line = 1 and of_payout = 1),
    taken as (insert into bank_line_payouts (withdrawal_id, line_id, paid)
      select w.id, o.line, ${PAID_AMOUNT} from one o join payout_lines p on p.payout_id = o.payout and p.state <> 'HELD'
        join ${ORDERED_PAYOUTS} w on w.id = p.withdrawal_id where ${PAID_AMOUNT} > 0)
    update bank_lines l set cause = 'BATCH', cause_id = o.payout from one o where l.id = o.line`.execute(tx);
}

/** Matches a payout that the bank returned, by its id. */
async function matchReturnedPayouts(tx: Tx): Promise<void> {
  await sql`with found as (
      select l.id as line, p.withdrawal_id as withdrawal, count(*) over (partition by p.withdrawal_id) as lines
      from bank_lines l join bank_line_payouts p
        on p.withdrawal_id = (case when l.identifier ~* ${UUID_PATTERN} then l.identifier end)::uuid
      where l.cause = 'UNEXPLAINED' and l.amount = p.paid
        and not exists (select from bank_lines o where o.cause = 'PAYOUT_BACK' and o.cause_id = p.withdrawal_id))
    update bank_lines l set cause = 'PAYOUT_BACK', cause_id = f.withdrawal from found f
    where l.id = f.line and f.lines = 1`.execute(tx);
}
