import type { Ppm } from '@sarraf/domain';
import { sql } from 'kysely';
import { insertInto, type Row, updateLatest } from '../../ledger/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { BookHead, MarketBook, OpenOrder } from '../book/market-book.ts';
import { counted } from '../book/read-book.ts';
import { isBuy, type OrderRow } from './order.ts';

/** What the row of a limit or market order has beside a quick trade's. */
export interface OrderLine {
  /** Its place in its market's line. */
  sequence: number;
  /** Millionths. */
  wage: bigint;
  /** Numbers of the fills that it took when it came, in one go; null: none. */
  firstFill: number | null;
  lastFill: number | null;
  /** The key of the request; null: it came without one. */
  key: string | null;
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
    ended_by: 'text?',
    closed_at: 'timestamptz?',
    sequence: 'bigint',
    wage_ppm: 'integer',
    first_fill: 'bigint?',
    last_fill: 'bigint?',
    idempotency_key: 'text?',
  },
  'limit_orders',
);

const closedAt = ({ orderStatus }: OrderRow, at: Date): Date | null =>
  orderStatus === 'IS_OPEN' ? null : at;

/** A new order as its own match left it. */
export const insertLimitOrder = (row: OrderRow, line: OrderLine): Row =>
  ORDERS.row({
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
    reserved: row.reserved,
    ended_by: row.endedBy,
    closed_at: closedAt(row, row.createdAt),
    sequence: line.sequence,
    wage_ppm: line.wage,
    first_fill: line.firstFill,
    last_fill: line.lastFill,
    idempotency_key: line.key,
  });

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

/** What became of an order that waited. */
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
    closed_at: closedAt(row, at),
  });

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

export async function readBookHeads(tx: Tx): Promise<(BookHead & { coin: string; quote: string })[]> {
  const { rows } = await sql<{
    coin: string;
    quote: string;
    sequence: bigint;
    fill: bigint;
    lastPrice: bigint | null;
  }>`select coin, quote, sequence, fill, last_price as "lastPrice" from market_heads`.execute(tx);
  return rows.map((row) => ({ ...row, sequence: counted(row.sequence), fill: counted(row.fill) }));
}

const AT_ONCE = 5_000;

/**
 * Every open order, in no order and without who invited its owner, a part at a time; the transaction must be one snapshot.
 * A start waits for this. So most of a row comes as one text, which costs the driver far less than eighteen columns; no
 * million of rows is sorted by the database; and it makes the next part while one is read.
 */
export async function* readOpenOrders(tx: Tx): AsyncGenerator<OpenOrder[]> {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`declare open_orders no scroll cursor for
    select id, user_id as "userId", concat_ws(' ', coin, quote, order_type, amount, unit_price, executed_amount, notional,
      fee, toman_value, reserved, sequence, wage_ppm, round(date_part('epoch', created_at) * 1000)) as line
    from orders where order_status = 'IS_OPEN'`.execute(tx);
  const fetch = () =>
    sql<{ id: string; userId: string; line: string }>`fetch ${sql.lit(AT_ONCE)} from open_orders`.execute(tx);
  const shared = new Shared();
  for (let next = fetch(); ; ) {
    const { rows } = await next;
    const last = rows.length < AT_ONCE;
    if (!last) {
      next = fetch();
      // It is waited for below, unless whoever reads the parts has given up.
      next.catch(() => {});
    }
    yield rows.map(({ id, userId, line }) => openOrderOf(id, userId, line, shared));
    if (last) return;
  }
}

/** Of a million orders few words and wages differ: each is kept once. */
class Shared {
  readonly #words = new Map<string, string>();
  readonly #wages = new Map<string, Ppm>();

  word<T extends string>(text: string): T {
    const known = this.#words.get(text);
    if (known !== undefined) return known as T;
    this.#words.set(text, text);
    return text as T;
  }

  wage(text: string): Ppm {
    const known = this.#wages.get(text) ?? BigInt(text);
    this.#wages.set(text, known);
    return known;
  }
}

const amountIn = (text: string | undefined): bigint => (text === '0' ? 0n : BigInt(text as string));

function openOrderOf(id: string, userId: string, line: string, shared: Shared): OpenOrder {
  const [
    coin,
    quote,
    orderType,
    amount,
    unitPrice,
    executed,
    worth,
    paid,
    toman,
    reserved,
    sequence,
    wage,
    at,
  ] = line.split(' ') as [string, string, string, ...string[]];
  const notional = amountIn(worth);
  const fee = amountIn(paid);
  const buys = isBuy(shared.word(orderType));
  return {
    row: {
      id,
      userId: shared.word(userId),
      coin: shared.word(coin),
      quote: shared.word(quote),
      orderType: shared.word(orderType),
      orderStatus: 'IS_OPEN',
      amount: amountIn(amount),
      unitPrice: amountIn(unitPrice),
      executedAmount: amountIn(executed),
      notional,
      fee,
      total: buys ? notional + fee : notional - fee,
      tomanValue: amountIn(toman),
      createdAt: new Date(Number.parseInt(at as string, 10)),
      reserved: amountIn(reserved),
      endedBy: null,
    },
    side: buys ? 'buy' : 'sell',
    sequence: Number.parseInt(sequence as string, 10),
    wage: shared.wage(wage as string),
    inviterId: null,
    invitedBy: null,
    owner: 0,
    handle: 0,
  };
}
