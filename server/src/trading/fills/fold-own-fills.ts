import type { Coin, Quote } from '@sarraf/domain';
import { sql } from 'kysely';
import { commitAsynchronously, type Db } from '../../platform/database/database.ts';
import type { Follower } from '../../platform/jobs/follow.ts';

/** Fills of a market that are processed in one transaction. */
const CHUNK_SIZE = 5_000;

/**
 * Sorts fills by person, after the trade: by their numbers, which have no gaps, so that none is missed or
 * duplicated.
 */
export const createOwnFillsFollower = (db: Db): Follower<'own-fills'> => ({
  name: 'own-fills',
  byBatches: true,
  step: () => foldOwnFills(db),
  async waitingSince() {
    const { rows } = await sql<{ at: Date | null }>`select min(f.created_at) as at from market_heads h
      left join own_fill_heads o on o.coin = h.coin and o.quote = h.quote
      join fills f on f.coin = h.coin and f.quote = h.quote and f.number = coalesce(o.fill, 0) + 1`.execute(
      db,
    );
    return rows[0]?.at ?? null;
  },
});

/** Processes one chunk of fills per market. True: there is more. */
export async function foldOwnFills(db: Db, chunkSize = CHUNK_SIZE): Promise<boolean> {
  const { rows } = await sql<{ coin: Coin; quote: Quote }>`select h.coin, h.quote from market_heads h
    left join own_fill_heads o on o.coin = h.coin and o.quote = h.quote
    where h.fill > coalesce(o.fill, 0) order by h.coin, h.quote`.execute(db);
  let hasMore = false;
  for (const { coin, quote } of rows)
    hasMore = (await foldMarket(db, coin, quote, BigInt(chunkSize))) || hasMore;
  return hasMore;
}

/** Processes one chunk of a market; false: there is no more, or another process is doing it. */
function foldMarket(db: Db, coin: Coin, quote: Quote, chunkSize: bigint): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await commitAsynchronously(tx);
    await sql`insert into own_fill_heads (coin, quote, fill) values (${coin}, ${quote}, 0)
      on conflict do nothing`.execute(tx);
    const { rows } = await sql<{ from: bigint; last: bigint }>`select o.fill as "from", h.fill as last
      from own_fill_heads o join market_heads h on h.coin = o.coin and h.quote = o.quote
      where o.coin = ${coin} and o.quote = ${quote} and o.fill < h.fill for update of o skip locked`.execute(
      tx,
    );
    const [head] = rows;
    if (!head) return false;
    const to = head.from + chunkSize < head.last ? head.from + chunkSize : head.last;
    await sql`insert into own_fills (user_id, at, coin, quote, number)
      select whose.user_id, f.created_at, f.coin, f.quote, f.number
      from fills f cross join lateral (values (f.maker_id), (f.taker_id)) whose (user_id)
      where f.coin = ${coin} and f.quote = ${quote} and f.number > ${head.from} and f.number <= ${to}`.execute(
      tx,
    );
    await sql`update own_fill_heads set fill = ${to} where coin = ${coin} and quote = ${quote}`.execute(tx);
    return to < head.last;
  });
}
