import { sql } from 'kysely';
import { defineInvariant } from '../law.ts';
import {
  chooseTable,
  diffTransfers,
  houseSide,
  joinOrders,
  NO_TIME,
  personSide,
  selectExpectedTransfer,
  selectTransfers,
} from '../moves.ts';

const TAKER_BOUGHT = sql`taker_side = 'buy'`;
const bySide = (bought: string, sold: string) =>
  sql`case when ${TAKER_BOUGHT} then ${bought} else ${sold} end`;
const buyer = sql`case when ${TAKER_BOUGHT} then taker_id else maker_id end`;
const seller = sql`case when ${TAKER_BOUGHT} then maker_id else taker_id end`;
/** The maker pays from the blocked balance, the taker from the spendable one. */
const payerSide = personSide(buyer, bySide('spendable', 'blocked'));
const sellerSide = personSide(seller, bySide('blocked', 'spendable'));

const tradeBase = { kind: 'trade', reference: sql`taker_order` };
const feeBase = { kind: 'fee', asset: sql`quote`, to: houseSide('fee') };

const expectedTransfers = sql`
  select ${selectExpectedTransfer({ ...tradeBase, from: payerSide, to: personSide(seller, 'spendable'), asset: sql`quote`, amount: sql`notional` })}
  from f where notional > 0
  union all
  select ${selectExpectedTransfer({ ...tradeBase, from: sellerSide, to: personSide(buyer, 'spendable'), asset: sql`coin`, amount: sql`amount` })} from f
  union all
  select ${selectExpectedTransfer({
    ...feeBase,
    reference: sql`maker_order`,
    from: personSide(sql`maker_id`, bySide('spendable', 'blocked')),
    amount: sql`maker_fee`,
  })} from f where maker_fee > 0
  union all
  select ${selectExpectedTransfer({
    ...feeBase,
    reference: sql`taker_order`,
    from: personSide(sql`taker_id`, 'spendable'),
    amount: sql`sum(taker_fee)`,
  })} from f group by taker_order, taker_id, quote having sum(taker_fee) > 0`;

export const fills = defineInvariant(
  'each fill moved its coins, its quote amount and both fees exactly once',
  (scope) => [
    sql`with f as materialized (select * from ${chooseTable(scope, 'fills')}) ${diffTransfers(
      expectedTransfers,
      selectTransfers(
        scope,
        joinOrders(scope),
        sql`o.sequence is not null and (t.kind = 'fee'
        or (t.kind = 'trade' and (o.user_id::text = d.owner or o.user_id::text = c.owner)))`,
        NO_TIME,
      ),
    )}`,
  ],
  { fenced: true },
);
