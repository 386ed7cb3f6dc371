import { sql } from 'kysely';

/** Payments ordered from the bank: withdrawals of Toman and refunds, with the amount in smallest units. */
export const ORDERED_PAYOUTS = sql`(select id, amount - fee as receives, state = 'PAID' as booked from withdrawals
    where asset = 'TOMAN'
  union all
  select id, amount, state = 'PAID' from payment_refunds where way = 'REFUND')`;
