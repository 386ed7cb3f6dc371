import type { Coin, Quote, Side } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Db, Queryable } from '../../platform/database/database.ts';

/** A market in the database, in one snapshot; prices in quote units for one coin, amounts in coin units. */
export interface BookState {
  /** Sequence number of the last change of the order book. */
  sequence: number;
  /** Number of the last fill. */
  fill: number;
  lastPrice: bigint | null;
  /** Open amount at each price, unordered. */
  levels: { side: Side; price: bigint; amount: bigint }[];
}

/**
 * Reads the state to which the `book` changes from `sequence` + 1 on apply. A market without a row has had no order
 * yet.
 */
export async function readBookState(db: Db, coin: Coin, quote: Quote): Promise<BookState> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const heads = await sql<{ sequence: bigint; fill: bigint; lastPrice: bigint | null }>`
        select sequence, fill, last_price as "lastPrice" from market_heads
        where coin = ${coin} and quote = ${quote}`.execute(tx);
      const levels = await sql<{ side: Side; price: bigint; amount: bigint }>`
        select case when order_type = 'LIMITED_BUY' then 'buy' else 'sell' end as side, unit_price as price,
          sum(coalesce(shown_amount, amount - executed_amount)) as amount
        from orders where order_status = 'IS_OPEN' and coin = ${coin} and quote = ${quote} and ${IN_BOOK}
        group by 1, 2`.execute(tx);
      const head = heads.rows[0];
      return {
        sequence: toSafeNumber(head?.sequence ?? 0n),
        fill: toSafeNumber(head?.fill ?? 0n),
        lastPrice: head?.lastPrice ?? null,
        levels: levels.rows,
      };
    });
}

/** Open orders on the order book, not those that wait for a price. */
const IN_BOOK = sql`coalesce(trigger_state, 'FIRED') = 'FIRED'`;

export interface FillRow {
  /** Increases by one within its market. */
  number: number;
  price: bigint;
  amount: bigint;
  notional: bigint;
  /** Side of the taker. */
  side: Side;
  at: Date;
}

/** Returns fills, newest first; `before`: only those with smaller numbers, `after`: with higher ones. */
export async function readFills(
  db: Queryable,
  coin: Coin,
  quote: Quote,
  { before, after = 0, limit }: { before: number | null; after?: number; limit: number },
): Promise<FillRow[]> {
  const { rows } = await sql<Omit<FillRow, 'number'> & { number: bigint }>`
    select number, unit_price as price, amount, notional, taker_side as side, created_at as at
    from fills where coin = ${coin} and quote = ${quote}
      and (${before}::bigint is null or number < ${before}::bigint) and number > ${after}
    order by number desc limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, number: toSafeNumber(row.number) }));
}

/** Converts a count of a market, far below the limit of a double. */
export const toSafeNumber = (count: bigint): number => Number.parseInt(count.toString(), 10);
