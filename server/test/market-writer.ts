/** Writes the rows of a market's writer one by one, and publishes them on the bus: for tests of the readers. */
import { randomUUID } from 'node:crypto';
import { type Coin, formatMarketType, type Quote, type Side } from '@sarraf/domain';
import { sql } from 'kysely';
import type { BookChange, Bus } from '../src/platform/bus/bus.ts';
import type { Db, Queryable } from '../src/platform/database/database.ts';

export interface MarketMove {
  /** Change of the amount waiting at a price. */
  levels?: [side: Side, price: bigint, delta: bigint][];
  /** Oldest first; they don't reduce `levels` automatically. */
  fills?: [side: Side, price: bigint, amount: bigint][];
  at: number;
}

export function createMarketWriter(db: Db, bus: Bus, coin: Coin, quote: Quote) {
  const waiting = new Map<string, { id: string; side: Side; price: bigint; amount: bigint }>();
  const [maker, taker] = [randomUUID(), randomUUID()];
  let sequence = 0;
  let fill = 0;

  async function writeLevel(tx: Queryable, key: string): Promise<void> {
    const level = waiting.get(key);
    if (!level) return;
    await sql`delete from orders where user_id = ${maker} and id = ${level.id}`.execute(tx);
    if (level.amount === 0n) {
      waiting.delete(key);
      return;
    }
    const type = level.side === 'buy' ? 'LIMITED_BUY' : 'LIMITED_SELL';
    // A part of it is filled already: the remainder waits.
    await sql`insert into orders (user_id, id, coin, quote, order_type, order_status, amount, unit_price, executed_amount,
        notional, fee, total, toman_value, created_at, sequence, wage_ppm)
      values (${maker}, ${level.id}, ${coin}, ${quote}, ${type}, 'IS_OPEN', ${level.amount + 7n}, ${level.price}, 7,
        0, 0, 0, 0, now(), ${sequence}, 4000)`.execute(tx);
  }

  /** Commits one change; `tell: false`: without publishing it. */
  async function commitMove(
    { levels = [], fills = [], at }: MarketMove,
    { tell = true } = {},
  ): Promise<BookChange> {
    sequence += 1;
    const change: BookChange = {
      market: formatMarketType(coin, quote),
      sequence,
      levels: levels.map(([side, price, delta]) => ({ side, price, delta })),
      fills: fills.map(([side, price, amount]) => {
        fill += 1;
        return { number: fill, price, amount, notional: (amount * price) / 10n ** 8n, side };
      }),
      at,
    };
    for (const { side, price, delta } of change.levels) {
      const key = `${side} ${price}`;
      const level = waiting.get(key) ?? { id: randomUUID(), side, price, amount: 0n };
      level.amount += delta;
      waiting.set(key, level);
    }
    await db.transaction().execute(async (tx) => {
      for (const key of new Set(change.levels.map(({ side, price }) => `${side} ${price}`)))
        await writeLevel(tx, key);
      for (const { number, price, amount, notional, side } of change.fills)
        await sql`insert into fills (coin, quote, number, maker_order, taker_order, maker_id, taker_id, taker_side,
            unit_price, amount, notional, maker_fee, taker_fee, toman_value, created_at)
          values (${coin}, ${quote}, ${number}, ${randomUUID()}, ${randomUUID()}, ${maker}, ${taker}, ${side},
            ${price}, ${amount}, ${notional}, 0, 0, 0, ${new Date(at)})`.execute(tx);
      await sql`update market_heads set sequence = ${sequence}, fill = ${fill},
          last_price = coalesce(${change.fills.at(-1)?.price ?? null}::numeric, last_price)
        where coin = ${coin} and quote = ${quote}`.execute(tx);
    });
    if (tell) bus.publish('book', change);
    return change;
  }

  return { move: commitMove, waiting, market: formatMarketType(coin, quote) };
}
