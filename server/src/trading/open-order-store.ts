import { sql } from 'kysely';
import { insertInto, type Row, updateLatest } from '../ledger/index.ts';
import type { Tx } from '../platform/database.ts';
import type { Head, MarketBook } from './market-book.ts';
import type { OrderRow } from './order.ts';
import { counted } from './read-book.ts';

/** What the row of a limit or market order has beside a quick trade's. */
export interface OrderLine {
  /** Its place in its market's line. */
  sequence: number;
  /** Millionths. */
  wage: bigint;
  /** Numbers of the fills that it took when it came, in one go; null: none. */
  firstFill: number | null;
  lastFill: number | null;
}

const ORDERS = insertInto(
  'orders',
  {
    user_id: 'uuid',
    id: 'uuid',
    coin: 'text',
    quote: 'text',
    order_type: 'text',
    order_status: 'text',
    amount: 'numeric',
    unit_price: 'numeric',
    executed_amount: 'numeric',
    notional: 'numeric',
    fee: 'numeric',
    total: 'numeric',
    toman_value: 'numeric',
    created_at: 'timestamptz',
    reserved: 'numeric',
    ended_by: 'text',
    closed_at: 'timestamptz',
    sequence: 'bigint',
    wage_ppm: 'integer',
    first_fill: 'bigint',
    last_fill: 'bigint',
  },
  'limit_orders',
);

const closedAt = ({ orderStatus }: OrderRow, at: Date): Date | null =>
  orderStatus === 'IS_OPEN' ? null : at;

/** A new order as its own match left it. */
export const insertLimitOrder = (row: OrderRow, line: OrderLine): Row => ({
  statement: ORDERS,
  values: [
    row.userId,
    row.id,
    row.coin,
    row.quote,
    row.orderType,
    row.orderStatus,
    row.amount,
    row.unitPrice,
    row.executedAmount,
    row.notional,
    row.fee,
    row.total,
    row.tomanValue,
    row.createdAt,
    row.reserved,
    row.endedBy,
    closedAt(row, row.createdAt),
    line.sequence,
    line.wage,
    line.firstFill,
    line.lastFill,
  ],
});

const STATES = updateLatest(
  2,
  'orders_state',
  {
    user_id: 'uuid',
    id: 'uuid',
    order_status: 'text',
    executed_amount: 'numeric',
    notional: 'numeric',
    fee: 'numeric',
    total: 'numeric',
    toman_value: 'numeric',
    reserved: 'numeric',
    ended_by: 'text',
    closed_at: 'timestamptz',
  },
  (v) => `update orders o set order_status = v.order_status, executed_amount = v.executed_amount,
      notional = v.notional, fee = v.fee, total = v.total, toman_value = v.toman_value, reserved = v.reserved,
      ended_by = v.ended_by, closed_at = v.closed_at
    from ${v} where o.user_id = v.user_id and o.id = v.id`,
);

/** What became of an order that waited. */
export const updateOrder = (row: OrderRow, at: Date): Row => ({
  statement: STATES,
  values: [
    row.userId,
    row.id,
    row.orderStatus,
    row.executedAmount,
    row.notional,
    row.fee,
    row.total,
    row.tomanValue,
    row.reserved,
    row.endedBy,
    closedAt(row, at),
  ],
});

const HEADS = updateLatest(
  2,
  'market_heads',
  { coin: 'text', quote: 'text', sequence: 'bigint', fill: 'bigint', last_price: 'numeric' },
  (v) => `update market_heads h set sequence = v.sequence, fill = v.fill, last_price = v.last_price
    from ${v} where h.coin = v.coin and h.quote = v.quote`,
);

export const updateHead = ({ coin, quote }: MarketBook, head: Head): Row => ({
  statement: HEADS,
  values: [coin, quote, head.sequence, head.fill, head.lastPrice],
});

const FILLS = insertInto('fills', {
  coin: 'text',
  quote: 'text',
  number: 'bigint',
  maker_order: 'uuid',
  taker_order: 'uuid',
  maker_id: 'uuid',
  taker_id: 'uuid',
  taker_side: 'text',
  unit_price: 'numeric',
  amount: 'numeric',
  notional: 'numeric',
  maker_fee: 'numeric',
  taker_fee: 'numeric',
  toman_value: 'numeric',
  created_at: 'timestamptz',
});

export interface NewFill {
  number: number;
  maker: OrderRow;
  taker: { id: string; userId: string; side: 'buy' | 'sell' };
  price: bigint;
  amount: bigint;
  notional: bigint;
  makerFee: bigint;
  takerFee: bigint;
  tomanValue: bigint;
  at: Date;
}

export const insertFill = (fill: NewFill): Row => ({
  statement: FILLS,
  values: [
    fill.maker.coin,
    fill.maker.quote,
    fill.number,
    fill.maker.id,
    fill.taker.id,
    fill.maker.userId,
    fill.taker.userId,
    fill.taker.side,
    fill.price,
    fill.amount,
    fill.notional,
    fill.makerFee,
    fill.takerFee,
    fill.tomanValue,
    fill.at,
  ],
});

export async function readHeads(tx: Tx): Promise<(Head & { coin: string; quote: string })[]> {
  const { rows } = await sql<{
    coin: string;
    quote: string;
    sequence: bigint;
    fill: bigint;
    lastPrice: bigint | null;
  }>`select coin, quote, sequence, fill, last_price as "lastPrice" from market_heads`.execute(tx);
  return rows.map((row) => ({ ...row, sequence: counted(row.sequence), fill: counted(row.fill) }));
}

export type OpenOrderRow = OrderRow & { sequence: bigint; wage: number };

const AT_ONCE = 5_000;

/** Every open order by its place in its market's line, a part at a time; the transaction must be one snapshot. */
export async function* readOpenOrders(tx: Tx): AsyncGenerator<OpenOrderRow[]> {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`declare open_orders no scroll cursor for
    select id, user_id as "userId", coin, quote, order_type as "orderType", order_status as "orderStatus", amount,
      unit_price as "unitPrice", executed_amount as "executedAmount", notional, fee, total,
      toman_value as "tomanValue", created_at as "createdAt", reserved, ended_by as "endedBy", sequence,
      wage_ppm as wage
    from orders where order_status = 'IS_OPEN'
      -- None is left out by these: the constraint orders_line sees to it.
      and sequence is not null and wage_ppm is not null
    order by sequence`.execute(tx);
  for (;;) {
    const { rows } = await sql<OpenOrderRow>`fetch ${sql.lit(AT_ONCE)} from open_orders`.execute(tx);
    yield rows;
    if (rows.length < AT_ONCE) return;
  }
}
