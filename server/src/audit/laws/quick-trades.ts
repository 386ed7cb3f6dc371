import { type RawBuilder, sql } from 'kysely';
import { defineInvariant } from '../law.ts';
import {
  diffTransfers,
  houseSide,
  isInSlice,
  joinOrders,
  NO_TIME,
  personSide,
  selectExpectedTransfer,
  selectOrders,
  selectTransfers,
} from '../moves.ts';
import type { AuditScope, Slice } from '../types.ts';

const KINDS = sql`'trade', 'fee'`;
const ownerSide = personSide(sql`user_id`, 'spendable');
const inventorySide = houseSide('inventory');
const coinBase = { asset: sql`coin`, amount: sql`amount`, kind: 'trade', reference: sql`id` };
const quoteBase = { asset: sql`quote`, amount: sql`notional`, kind: 'trade', reference: sql`id` };
const feeBase = { asset: sql`quote`, amount: sql`fee`, kind: 'fee', reference: sql`id` };

/** Transfers of coins and money between a person and the house, and the fee, each once. */
const expectedTransfers = (quick: RawBuilder<unknown>) => sql`
  select ${selectExpectedTransfer({ ...quoteBase, from: ownerSide, to: inventorySide })} from (${quick}) q where order_type = 'EXCHANGE_BUY'
    and notional > 0
  union all
  select ${selectExpectedTransfer({ ...coinBase, from: inventorySide, to: ownerSide })} from (${quick}) q where order_type = 'EXCHANGE_BUY'
  union all
  select ${selectExpectedTransfer({ ...coinBase, from: ownerSide, to: inventorySide })} from (${quick}) q where order_type <> 'EXCHANGE_BUY'
  union all
  select ${selectExpectedTransfer({ ...quoteBase, from: inventorySide, to: ownerSide })} from (${quick}) q where order_type <> 'EXCHANGE_BUY'
    and notional > 0
  union all
  select ${selectExpectedTransfer({ ...feeBase, from: ownerSide, to: houseSide('fee') })} from (${quick}) q where fee > 0`;

const selectQuickOrders = (scope: AuditScope, slice: Slice) =>
  sql`select * from (${selectOrders(scope, KINDS)}) o where sequence is null and ${isInSlice(slice, sql`uuid_hash(id)`)}`;

export const quickTrades = defineInvariant(
  'each quick trade moved its coins, its quote amount and its fee exactly once',
  (scope, slice) => [
    sql`with quick as materialized (${selectQuickOrders(scope, slice)}) ${diffTransfers(
      expectedTransfers(sql`select * from quick`),
      selectTransfers(
        scope,
        joinOrders(scope, sql`quick`),
        sql`t.kind in (${KINDS}) and ${isInSlice(slice, sql`uuid_hash(t.reference)`)}`,
        NO_TIME,
      ),
    )}`,
  ],
  { fenced: true, sliced: true },
);
