import type { Coin, Quote } from '@sarraf/domain';
import type { OrderType } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** A quick trade, or one fill of an order. Coin's units, and the quote's. */
export interface StatementTrade {
  at: Date;
  orderId: string;
  coin: Coin;
  quote: Quote;
  /** RECURRING_BUY: a quick trade of a recurring purchase. */
  orderType: OrderType | 'RECURRING_BUY';
  amount: bigint;
  unitPrice: bigint;
  notional: bigint;
  fee: bigint;
  /** Total of all trades in the range. */
  total: bigint;
}

/** How long after its time an order may be inserted. */
const MAX_INSERT_DELAY = '5 minutes';

/**
 * Yields all trades of a person within a time, oldest first, `size` at a time: the database sorts, and buffers the
 * rest. Both sides of fills: those an order took on arrival, and those made while it was open.
 */
export async function* readTrades(
  tx: Tx,
  userId: string,
  { from, to }: { from: Date; to: Date },
  size: number,
): AsyncGenerator<StatementTrade[]> {
  const whereWithinRange = (column: string) =>
    sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`;
  const fill = sql`o.id, f.number, o.coin, o.quote, o.order_type, f.amount, f.unit_price, f.notional`;
  await sql`declare trades no scroll cursor for
    select at, id as "orderId", coin, quote, order_type as "orderType", amount, unit_price as "unitPrice", notional, fee,
      count(*) over () as total
    from (
      select o.created_at as at, o.id, null::bigint as number, o.coin, o.quote,
        case when o.recurring_id is null then o.order_type else 'RECURRING_BUY' end as order_type, o.executed_amount as amount,
        o.unit_price, o.notional, o.fee
      from orders o where o.user_id = ${userId} and o.sequence is null and o.executed_amount > 0 and ${whereWithinRange('o.created_at')}
      union all
      select f.created_at, ${fill}, f.maker_fee
      from orders o join fills f on f.maker_order = o.id
      where o.user_id = ${userId} and o.sequence is not null and o.executed_amount > 0 and o.created_at < ${to}
        and (o.closed_at is null or o.closed_at >= ${from}::timestamptz - ${MAX_INSERT_DELAY}::interval) and ${whereWithinRange('f.created_at')}
      union all
      select f.created_at, ${fill}, f.taker_fee
      from orders o join fills f on f.coin = o.coin and f.quote = o.quote and f.number between o.first_fill and o.last_fill
      where o.user_id = ${userId} and o.first_fill is not null
        and o.created_at >= ${from}::timestamptz - ${MAX_INSERT_DELAY}::interval and o.created_at < ${to} and ${whereWithinRange('f.created_at')}
    ) t order by at, id, number`.execute(tx);
  for (;;) {
    const { rows } = await sql<StatementTrade>`fetch ${sql.lit(size)} from trades`.execute(tx);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
  }
}
