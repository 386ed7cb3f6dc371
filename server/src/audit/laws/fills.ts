import { type RawBuilder, sql } from 'kysely';
import { defineInvariant } from '../law.ts';
import {
  diffTransfers,
  houseSide,
  NO_TIME,
  orderRowsOf,
  ordersOfMoves,
  person,
  selectExpectedTransfer,
  selectTransfers,
} from '../moves.ts';
import type { AuditScope } from '../types.ts';

/** A fill is between two people, a quick trade between one and the house. */
const PEOPLE = sql`d.user_id is not null and c.user_id is not null`;

/** Returns the fills of a scope's transfers: their numbers are stored with the taking orders. */
export const fillsOf = (scope: AuditScope): RawBuilder<unknown> =>
  scope === 'all'
    ? sql`select * from fills`
    : sql`select f.* from (${orderRowsOf(scope, sql`'trade'`, PEOPLE)}) o cross join lateral (
        select * from fills f where f.coin = o.coin and f.quote = o.quote
          and f.number between o.first_fill and o.last_fill offset 0
      ) f`;

const BOUGHT = sql`taker_side = 'buy'`;
const either = (bought: string, sold: string) => sql`case when ${BOUGHT} then ${bought} else ${sold} end`;
const buyer = sql`case when ${BOUGHT} then taker_id else maker_id end`;
const seller = sql`case when ${BOUGHT} then maker_id else taker_id end`;
/** The maker pays from the blocked balance, the taker from the spendable one. */
const paying = person(buyer, either('spendable', 'blocked'));
const giving = person(seller, either('blocked', 'spendable'));

const leg = { kind: 'trade', reference: sql`taker_order` };
const fee = { kind: 'fee', asset: sql`quote`, to: houseSide('fee') };

const expected = sql`
  select ${selectExpectedTransfer({ ...leg, from: paying, to: person(seller, 'spendable'), asset: sql`quote`, amount: sql`notional` })}
  from f where notional > 0
  union all
  select ${selectExpectedTransfer({ ...leg, from: giving, to: person(buyer, 'spendable'), asset: sql`coin`, amount: sql`amount` })} from f
  union all
  select ${selectExpectedTransfer({
    ...fee,
    reference: sql`maker_order`,
    from: person(sql`maker_id`, either('spendable', 'blocked')),
    amount: sql`maker_fee`,
  })} from f where maker_fee > 0
  union all
  select ${selectExpectedTransfer({
    ...fee,
    reference: sql`taker_order`,
    from: person(sql`taker_id`, 'spendable'),
    amount: sql`sum(taker_fee)`,
  })} from f group by taker_order, taker_id, quote having sum(taker_fee) > 0`;

export const fills = defineInvariant(
  'each fill moved its coins, its quote amount and both fees exactly once',
  (scope) => [
    sql`with f as materialized (${fillsOf(scope)}) ${diffTransfers(
      expected,
      selectTransfers(
        scope,
        ordersOfMoves(scope, sql`'trade', 'fee'`),
        sql`o.sequence is not null and (t.kind = 'fee'
        or (t.kind = 'trade' and (o.user_id::text = d.owner or o.user_id::text = c.owner)))`,
        NO_TIME,
      ),
    )}`,
  ],
  { fenced: true },
);
