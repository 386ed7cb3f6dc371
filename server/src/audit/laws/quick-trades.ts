import { type RawBuilder, sql } from 'kysely';
import { lawOf } from '../law.ts';
import { difference, house, move, moves, NO_TIME, orderRowsOf, ordersOfMoves, person } from '../moves.ts';
import type { Scope } from '../types.ts';

const KINDS = sql`'trade', 'fee'`;
const owner = person(sql`user_id`, 'spendable');
const inventory = house('inventory');
const coins = { asset: sql`coin`, amount: sql`amount`, kind: 'trade', reference: sql`id` };
const money = { asset: sql`quote`, amount: sql`notional`, kind: 'trade', reference: sql`id` };
const fee = { asset: sql`quote`, amount: sql`fee`, kind: 'fee', reference: sql`id` };

/** Coins and money between a person and the house, and the fee, each once. */
const expected = (quick: RawBuilder<unknown>) => sql`
  select ${move({ ...money, from: owner, to: inventory })} from (${quick}) q where order_type = 'EXCHANGE_BUY'
    and notional > 0
  union all
  select ${move({ ...coins, from: inventory, to: owner })} from (${quick}) q where order_type = 'EXCHANGE_BUY'
  union all
  select ${move({ ...coins, from: owner, to: inventory })} from (${quick}) q where order_type <> 'EXCHANGE_BUY'
  union all
  select ${move({ ...money, from: inventory, to: owner })} from (${quick}) q where order_type <> 'EXCHANGE_BUY'
    and notional > 0
  union all
  select ${move({ ...fee, from: owner, to: house('fee') })} from (${quick}) q where fee > 0`;

const ofScope = (scope: Scope) => sql`select * from (${orderRowsOf(scope, KINDS)}) o where sequence is null`;

export const quickTrades = lawOf(
  'each quick trade moved its coins, its money and its fee, once each',
  (scope) => [
    sql`with quick as materialized (${ofScope(scope)}) ${difference(
      expected(sql`select * from quick`),
      moves(
        scope,
        ordersOfMoves(scope, KINDS, sql`quick`),
        sql`t.kind in (${KINDS}) and o.sequence is null`,
        NO_TIME,
      ),
    )}`,
  ],
  { fenced: true },
);
