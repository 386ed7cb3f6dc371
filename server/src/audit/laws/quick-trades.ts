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

const KINDS = sql`'trade', 'fee'`;
const owner = person(sql`user_id`, 'spendable');
const inventory = houseSide('inventory');
const coins = { asset: sql`coin`, amount: sql`amount`, kind: 'trade', reference: sql`id` };
const money = { asset: sql`quote`, amount: sql`notional`, kind: 'trade', reference: sql`id` };
const fee = { asset: sql`quote`, amount: sql`fee`, kind: 'fee', reference: sql`id` };

/** Transfers of coins and money between a person and the house, and the fee, each once. */
const expected = (quick: RawBuilder<unknown>) => sql`
  select ${selectExpectedTransfer({ ...money, from: owner, to: inventory })} from (${quick}) q where order_type = 'EXCHANGE_BUY'
    and notional > 0
  union all
  select ${selectExpectedTransfer({ ...coins, from: inventory, to: owner })} from (${quick}) q where order_type = 'EXCHANGE_BUY'
  union all
  select ${selectExpectedTransfer({ ...coins, from: owner, to: inventory })} from (${quick}) q where order_type <> 'EXCHANGE_BUY'
  union all
  select ${selectExpectedTransfer({ ...money, from: inventory, to: owner })} from (${quick}) q where order_type <> 'EXCHANGE_BUY'
    and notional > 0
  union all
  select ${selectExpectedTransfer({ ...fee, from: owner, to: houseSide('fee') })} from (${quick}) q where fee > 0`;

const ofScope = (scope: AuditScope) =>
  sql`select * from (${orderRowsOf(scope, KINDS)}) o where sequence is null`;

export const quickTrades = defineInvariant(
  'each quick trade moved its coins, its quote amount and its fee exactly once',
  (scope) => [
    sql`with quick as materialized (${ofScope(scope)}) ${diffTransfers(
      expected(sql`select * from quick`),
      selectTransfers(
        scope,
        ordersOfMoves(scope, KINDS, sql`quick`),
        sql`t.kind in (${KINDS}) and o.sequence is null`,
        NO_TIME,
      ),
    )}`,
  ],
  { fenced: true },
);
