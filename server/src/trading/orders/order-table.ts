/** The table `orders`: the columns written for each kind of new order, and how a row is read. */
import type { Ppm } from '@sarraf/domain';
import { sql } from 'kysely';
import { insertInto, type Row } from '../../ledger/index.ts';
import { parseTriggerText, TRIGGER_COLUMN } from '../triggers/trigger-store.ts';
import { buildManner, isDefaultManner, type MannerColumns } from './manner.ts';
import type { OrderRow } from './order.ts';

/** Columns of every order. */
const TRADE_COLUMNS = {
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
  wage_ppm: 'integer',
  idempotency_key: 'text?',
} as const;

/** Further columns of an order sent to an order book. */
const BOOK_COLUMNS = {
  ...TRADE_COLUMNS,
  reserved: 'numeric',
  ended_by: 'text?',
  closed_at: 'timestamptz?',
  sequence: 'bigint',
  first_fill: 'bigint?',
  last_fill: 'bigint?',
} as const;

const MANNER_COLUMNS = {
  time_in_force: 'text?',
  valid_until: 'timestamptz?',
  post_only: 'boolean',
  client_order_id: 'text?',
  self_trade: 'text?',
  replaces: 'uuid?',
  display_amount: 'numeric?',
  shown_amount: 'numeric?',
} as const;

const TRIGGER_COLUMNS = {
  trigger_state: 'text?',
  trigger_kind: 'text?',
  trigger_by: 'text?',
  trigger_price: 'numeric?',
  trigger_distance: 'numeric?',
  trigger_limit: 'numeric?',
  trigger_total: 'numeric?',
  triggered_at: 'timestamptz?',
  group_id: 'uuid?',
} as const;

// Each kind has a statement of its own: an additional column would slow down all orders that have nothing in it.
const QUICK_ORDERS = insertInto('orders', TRADE_COLUMNS);
const RECURRING_ORDERS = insertInto('orders', { ...TRADE_COLUMNS, recurring_id: 'uuid' }, 'recurring_orders');
const LIMIT_ORDERS = insertInto('orders', BOOK_COLUMNS, 'limit_orders');
/** Orders with a manner that isn't the default. */
const MANNER_ORDERS = insertInto('orders', { ...BOOK_COLUMNS, ...MANNER_COLUMNS }, 'manner_orders');
const WAITING_ORDERS = insertInto(
  'orders',
  {
    ...BOOK_COLUMNS,
    ...TRIGGER_COLUMNS,
    post_only: 'boolean',
    client_order_id: 'text?',
    self_trade: 'text?',
  },
  'waiting_orders',
);

export interface TradeTerms {
  /** In millionths of the amount. */
  feeRate: Ppm;
  /** Idempotency key of the request; null: none. */
  key: string | null;
}

/** Columns that a book order has in addition to those of a quick trade. */
export interface BookOrderColumns extends TradeTerms {
  /** Its sequence number in its market. */
  sequence: number;
  /** Numbers of the fills it took on arrival, which are consecutive; null: none. */
  firstFill: number | null;
  lastFill: number | null;
}

/** Inserts a quick trade. */
export const insertOrder = (row: OrderRow, terms: TradeTerms): Row =>
  row.recurring === null
    ? QUICK_ORDERS.row(toTradeValues(row, terms))
    : RECURRING_ORDERS.row({ ...toTradeValues(row, terms), recurring_id: row.recurring });

/** Inserts a new order after its own match. */
export const insertLimitOrder = (row: OrderRow, columns: BookOrderColumns): Row =>
  isDefaultManner(row.manner)
    ? LIMIT_ORDERS.row(toBookValues(row, columns))
    : MANNER_ORDERS.row({ ...toBookValues(row, columns), ...toMannerValues(row) });

/** Inserts a new order that waits for a trigger, or belongs to a group. */
export const insertWaitingOrder = (row: OrderRow, columns: BookOrderColumns): Row =>
  WAITING_ORDERS.row({
    ...toBookValues(row, columns),
    ...toTriggerValues(row),
    ...toWaitingMannerValues(row),
  });

const toTradeValues = (row: OrderRow, { feeRate, key }: TradeTerms) => ({
  user_id: row.userId,
  id: row.id,
  coin: row.coin,
  quote: row.quote,
  order_type: row.orderType,
  order_status: row.orderStatus,
  amount: row.amount,
  unit_price: row.unitPrice,
  executed_amount: row.executedAmount,
  notional: row.notional,
  fee: row.fee,
  total: row.total,
  toman_value: row.tomanValue,
  created_at: row.createdAt,
  wage_ppm: feeRate,
  idempotency_key: key,
});

const toBookValues = (row: OrderRow, columns: BookOrderColumns) => ({
  ...toTradeValues(row, columns),
  reserved: row.reserved,
  ended_by: row.endedBy,
  closed_at: getClosedAt(row, row.createdAt),
  sequence: columns.sequence,
  first_fill: columns.firstFill,
  last_fill: columns.lastFill,
});

const toMannerValues = ({ manner }: OrderRow) => ({
  time_in_force: manner.timeInForce,
  valid_until: manner.validUntil,
  post_only: manner.postOnly,
  client_order_id: manner.clientOrderId,
  self_trade: manner.selfTradePrevention,
  replaces: manner.replaces,
  display_amount: manner.slices?.display ?? null,
  shown_amount: manner.slices?.displayedAmount ?? null,
});

/** The rest of a waiting order's manner follows from its type. */
const toWaitingMannerValues = ({ manner: { postOnly, clientOrderId, selfTradePrevention } }: OrderRow) => ({
  post_only: postOnly,
  client_order_id: clientOrderId,
  self_trade: selfTradePrevention === 'NEWEST' ? null : selfTradePrevention,
});

const toTriggerValues = ({ trigger, group }: OrderRow) => ({
  trigger_state: trigger?.state ?? null,
  trigger_kind: trigger?.kind ?? null,
  trigger_by: trigger?.by ?? null,
  trigger_price: trigger?.price ?? null,
  trigger_distance: trigger?.distance ?? null,
  trigger_limit: trigger?.limit ?? null,
  trigger_total: trigger?.total ?? null,
  triggered_at: trigger?.triggeredAt ?? null,
  group_id: group,
});

/** Returns when an order with this row ended, given the time of its last change; null: it is open. */
export const getClosedAt = ({ orderStatus }: OrderRow, at: Date): Date | null =>
  orderStatus === 'IS_OPEN' ? null : at;

/** The best price that a trailing stop has seen since it was placed; better prices replace worse ones. */
const TRAILED_PRICE = sql`case when trigger_state = 'WAITING' and trigger_distance is not null then (
    select e.price from trailing_extremes e
    where e.coin = orders.coin and e.quote = orders.quote and e.by_price = orders.trigger_by
      and e.side = case when orders.order_type = 'MARKET_BUY' then 'buy' else 'sell' end and e.sequence >= orders.sequence
    order by e.sequence, case when e.side = 'sell' then -e.price else e.price end limit 1
  ) end`;
/** The columns that `toOrderRow` reads, from a table named `orders`. */
export const ORDER_COLUMNS = sql`id, user_id as "userId", coin, quote, order_type as "orderType",
  order_status as "orderStatus", amount, unit_price as "unitPrice", executed_amount as "executedAmount", notional, fee,
  total, toman_value as "tomanValue", created_at as "createdAt", reserved, ended_by as "endedBy",
  time_in_force as "timeInForce", valid_until as "validUntil", post_only as "postOnly", client_order_id as "clientOrderId",
  self_trade as "selfTrade", replaces, display_amount as "displayAmount", shown_amount as "shownAmount",
  slice_at as "sliceAt", slice_turn as "sliceTurn", ${TRIGGER_COLUMN}, ${TRAILED_PRICE} as trailed, group_id as "group",
  recurring_id as recurring`;

export type SelectedOrder = Omit<OrderRow, 'manner' | 'trigger'> &
  MannerColumns & { trigger: string | null; trailed: bigint | null };

export function toOrderRow(selected: SelectedOrder): OrderRow {
  const { timeInForce, validUntil, postOnly, clientOrderId, selfTrade, replaces, ...other } = selected;
  const { displayAmount, shownAmount, sliceAt, sliceTurn, trailed, ...row } = other;
  const slices = { displayAmount, shownAmount, sliceAt, sliceTurn };
  const columns = { timeInForce, validUntil, postOnly, clientOrderId, selfTrade, replaces, ...slices };
  const trigger = parseTriggerText(row.trigger);
  return {
    ...row,
    manner: buildManner(row.orderType, columns),
    trigger: trigger && trailed !== null ? { ...trigger, trailed } : trigger,
  };
}
