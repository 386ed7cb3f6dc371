import type { Coin, Quote, Side } from '@sarraf/domain';
import type { TriggerKind, TriggerPrice } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { insertWith, type Row, updateLatest, updateWith } from '../../ledger/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { MarketBook } from '../book/market-book.ts';
import { toSafeNumber } from '../book/read-book.ts';
import type { OrderRow } from '../orders/order.ts';
import type { OrderTrigger, TriggerState } from './trigger.ts';

const TRIGGERS = updateLatest(
  ['user_id', 'id'],
  'orders_trigger',
  {
    user_id: 'uuid',
    id: 'uuid',
    amount: 'numeric',
    unit_price: 'numeric',
    sequence: 'bigint',
    first_fill: 'bigint?',
    last_fill: 'bigint?',
    trigger_state: 'text',
    triggered_at: 'timestamptz?',
  },
  (v) => `update orders o set amount = v.amount, unit_price = v.unit_price, sequence = v.sequence,
      first_fill = v.first_fill, last_fill = v.last_fill, trigger_state = v.trigger_state, triggered_at = v.triggered_at
    from ${v} where o.user_id = v.user_id and o.id = v.id`,
);

/** Writes the trigger state of an order; `updateOrder` writes its fills and blocked money. */
export const updateTrigger = (
  row: OrderRow,
  numbers: { sequence: number; firstFill?: number | null; lastFill?: number | null },
): Row =>
  TRIGGERS.row({
    user_id: row.userId,
    id: row.id,
    amount: row.amount,
    unit_price: row.unitPrice,
    sequence: numbers.sequence,
    first_fill: numbers.firstFill ?? null,
    last_fill: numbers.lastFill ?? null,
    trigger_state: row.trigger?.state ?? 'FIRED',
    triggered_at: row.trigger?.triggeredAt ?? null,
  });

export interface TrailingExtreme {
  by: TriggerPrice;
  side: Side;
  sequence: number;
  price: bigint;
}

const INSERT_EXTREMES = insertWith(
  'trailing_extremes',
  { coin: 'text', quote: 'text', by_price: 'text', side: 'text', sequence: 'bigint', price: 'numeric' },
  (v) => `insert into trailing_extremes (coin, quote, by_price, side, sequence, price)
    select coin, quote, by_price, side, sequence, price from ${v} on conflict do nothing`,
);
const DELETE_SUPERSEDED = updateWith(
  'trailing_extremes_covered',
  { coin: 'text', quote: 'text', by_price: 'text', side: 'text', sequence: 'bigint', price: 'numeric' },
  (v) => `delete from trailing_extremes t using ${v} where t.coin = v.coin and t.quote = v.quote
    and t.by_price = v.by_price and t.side = v.side and t.sequence <= v.sequence
    and case when t.price = v.price then t.sequence < v.sequence else (t.price < v.price) = (v.side = 'sell') end`,
);

/** Writes a new best price, and deletes those that it supersedes. */
export function writeExtreme(
  { coin, quote }: MarketBook,
  { by, side, sequence, price }: TrailingExtreme,
): Row[] {
  const values = { coin, quote, by_price: by, side, sequence, price };
  return [INSERT_EXTREMES.row(values), DELETE_SUPERSEDED.row(values)];
}

export type MarketExtreme = TrailingExtreme & { coin: Coin; quote: Quote };

export async function readExtremes(tx: Tx): Promise<MarketExtreme[]> {
  const { rows } = await sql<
    Omit<MarketExtreme, 'sequence'> & { sequence: bigint }
  >`select coin, quote, by_price as by, side, sequence, price from trailing_extremes`.execute(tx);
  return rows.map((row) => ({ ...row, sequence: toSafeNumber(row.sequence) }));
}

/** Reads an order's trigger as one text; null: it has none. Of a million open orders few have one. */
export const TRIGGER_TEXT = sql<
  string | null
>`case when trigger_state is not null then concat_ws(' ', trigger_state,
  trigger_kind, coalesce(trigger_by, '-'), coalesce(trigger_price::text, '-'), coalesce(trigger_distance::text, '-'),
  coalesce(trigger_limit::text, '-'), coalesce(trigger_total::text, '-'),
  coalesce(round(date_part('epoch', triggered_at) * 1000)::text, '-')) end`;
export const TRIGGER_COLUMN = sql`${TRIGGER_TEXT} as trigger`;

/** Parses a `TRIGGER_TEXT`. */
export function parseTriggerText(text: string | null): OrderTrigger | null {
  if (text === null) return null;
  const [state, kind, by, price, distance, limit, total, at] = text
    .split(' ')
    .map((part) => (part === '-' ? null : part));
  const parseAmount = (part: string | null | undefined) => (part ? BigInt(part) : null);
  return {
    state: state as TriggerState,
    kind: kind as TriggerKind,
    by: by as TriggerPrice | null,
    price: parseAmount(price),
    distance: parseAmount(distance),
    limit: parseAmount(limit),
    total: parseAmount(total),
    triggeredAt: at ? new Date(Number.parseInt(at, 10)) : null,
  };
}
