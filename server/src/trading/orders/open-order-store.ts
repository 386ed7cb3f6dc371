import { insertInto, type Row, updateLatest } from '../../ledger/index.ts';
import type { BookHead, MarketBook } from '../book/market-book.ts';
import type { OrderRow } from './order.ts';
import { getClosedAt } from './order-table.ts';

const STATES = updateLatest(
  ['user_id', 'id'],
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
    ended_by: 'text?',
    closed_at: 'timestamptz?',
  },
  (v) => `update orders o set order_status = v.order_status, executed_amount = v.executed_amount,
      notional = v.notional, fee = v.fee, total = v.total, toman_value = v.toman_value, reserved = v.reserved,
      ended_by = v.ended_by, closed_at = v.closed_at
    from ${v} where o.user_id = v.user_id and o.id = v.id`,
);

/** Writes the present state of an order that was waiting. */
export const updateOrder = (row: OrderRow, at: Date): Row =>
  STATES.row({
    user_id: row.userId,
    id: row.id,
    order_status: row.orderStatus,
    executed_amount: row.executedAmount,
    notional: row.notional,
    fee: row.fee,
    total: row.total,
    toman_value: row.tomanValue,
    reserved: row.reserved,
    ended_by: row.endedBy,
    closed_at: getClosedAt(row, at),
  });

const SLICES = updateLatest(
  ['user_id', 'id'],
  'orders_slices',
  { user_id: 'uuid', id: 'uuid', shown_amount: 'numeric', slice_at: 'bigint?', slice_turn: 'integer?' },
  (v) => `update orders o set shown_amount = v.shown_amount, slice_at = v.slice_at, slice_turn = v.slice_turn
    from ${v} where o.user_id = v.user_id and o.id = v.id`,
);

/** Writes the displayed amount of an iceberg order; nothing for any other order. */
export const updateSlices = ({ userId, id, manner: { slices } }: OrderRow): Row[] =>
  slices === null
    ? []
    : [
        SLICES.row({
          user_id: userId,
          id,
          shown_amount: slices.displayedAmount,
          slice_at: slices.at,
          slice_turn: slices.at === null ? null : slices.turn,
        }),
      ];

/** Writes a resting order after a fill. */
export const updateFilled = ({ row }: { row: OrderRow }, at: Date): Row[] => [
  updateOrder(row, at),
  ...updateSlices(row),
];

const AMOUNTS = updateLatest(
  ['user_id', 'id'],
  'orders_amount',
  { user_id: 'uuid', id: 'uuid', amount: 'numeric', client_order_id: 'text?' },
  (v) => `update orders o set amount = v.amount, client_order_id = v.client_order_id
    from ${v} where o.user_id = v.user_id and o.id = v.id`,
);

/** Writes the amount of an order that was reduced; `updateOrder` writes the rest of its state. */
export const updateAmount = ({ userId, id, amount, manner }: OrderRow): Row =>
  AMOUNTS.row({ user_id: userId, id, amount, client_order_id: manner.clientOrderId });

const HEADS = updateLatest(
  ['coin', 'quote'],
  'market_heads',
  { coin: 'text', quote: 'text', sequence: 'bigint', fill: 'bigint', last_price: 'numeric?' },
  (v) => `update market_heads h set sequence = v.sequence, fill = v.fill, last_price = v.last_price
    from ${v} where h.coin = v.coin and h.quote = v.quote`,
);

export const updateHead = ({ coin, quote }: MarketBook, head: BookHead): Row =>
  HEADS.row({ coin, quote, sequence: head.sequence, fill: head.fill, last_price: head.lastPrice });

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

export const insertFill = (fill: NewFill): Row =>
  FILLS.row({
    coin: fill.maker.coin,
    quote: fill.maker.quote,
    number: fill.number,
    maker_order: fill.maker.id,
    taker_order: fill.taker.id,
    maker_id: fill.maker.userId,
    taker_id: fill.taker.userId,
    taker_side: fill.taker.side,
    unit_price: fill.price,
    amount: fill.amount,
    notional: fill.notional,
    maker_fee: fill.makerFee,
    taker_fee: fill.takerFee,
    toman_value: fill.tomanValue,
    created_at: fill.at,
  });
