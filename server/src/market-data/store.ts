import type { Coin, Quote } from '@sarraf/domain';
import { HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import { type RawBuilder, sql } from 'kysely';
import { type CandleClock, HALF_HOUR, ORIGIN_BY_CLOCK } from '../market/index.ts';
import type { Db, Queryable, Tx } from '../platform/database/database.ts';
import type { Bucket } from './buckets.ts';

/**
 * Candles are made of the fills by their numbers, which have no gaps: one number separates counted from uncounted
 * fills.
 */
export type CandleBase = '1m' | '30m' | '1h';

const LENGTH_MS: Record<CandleBase, number> = { '1m': MINUTE_MS, '30m': HALF_HOUR.ms, '1h': HOUR_MS };

interface BucketRow extends Omit<Bucket, 'time'> {
  time: Date;
}

const toBucket = ({ time, ...row }: BucketRow): Bucket => ({ ...row, time: time.getTime() });

/** SQL for the start of the candle that contains a column's time. */
const candleStartSql = (
  column: 'created_at' | 'time',
  stepMs: number,
  bounds: CandleClock = 'TEHRAN',
): RawBuilder<unknown> => sql`date_bin(
  make_interval(secs => ${stepMs / 1000}), ${sql.ref(column)}, to_timestamp(${ORIGIN_BY_CLOCK[bounds] / 1000}))`;

/** Column with the last fill that is counted into candles of a base. */
const cursorColumn = (base: CandleBase) => sql.ref(base === '30m' ? 'half_fill' : 'fill');

/** Candles of the fills with numbers in (after, through]. */
const selectCandlesOfFills = (
  coin: Coin,
  quote: Quote,
  stepMs: number,
  after: bigint | number,
  through: bigint | number,
): RawBuilder<BucketRow> => sql<BucketRow>`
  select ${candleStartSql('created_at', stepMs)} as time, (array_agg(unit_price order by number))[1] as open,
    max(unit_price) as high, min(unit_price) as low, (array_agg(unit_price order by number desc))[1] as close,
    sum(amount) as volume, sum(notional) as value
  from fills where coin = ${coin} and quote = ${quote} and number > ${after} and number <= ${through}
  group by 1`;

export interface MarketHead {
  coin: Coin;
  quote: Quote;
  sequence: bigint;
  /** Number of the last fill. */
  fill: bigint;
}

/** Returns the last sequence and fill of each market in the database. */
export async function readMarketHeads(db: Queryable): Promise<MarketHead[]> {
  const { rows } = await sql<MarketHead>`select coin, quote, sequence, fill from market_heads`.execute(db);
  return rows;
}

/** Returns markets with fills that are not in candles yet: most have had no trade since the last run. */
export async function listMarketsToFold(db: Queryable): Promise<{ coin: Coin; quote: Quote }[]> {
  const { rows } = await sql<{ coin: Coin; quote: Quote }>`select h.coin, h.quote from market_heads h
    left join trade_candle_cursors c using (coin, quote)
    where h.fill > coalesce(least(c.fill, c.half_fill), 0) order by h.coin, h.quote`.execute(db);
  return rows;
}

/** Counts at most `most` more fills into a market's candles; returns how many, 0 when all are counted. */
export const foldFills = (db: Db, coin: Coin, quote: Quote, maxFills: bigint): Promise<bigint> =>
  foldInto(db, coin, quote, ['1m', '1h'], maxFills);

/** Like `foldFills`, for candles of half an hour, which were introduced later and have all fills to count. */
export const foldHalfHours = (db: Db, coin: Coin, quote: Quote, maxFills: bigint): Promise<bigint> =>
  foldInto(db, coin, quote, ['30m'], maxFills);

/** `bases`: those that share one cursor. */
async function foldInto(
  db: Db,
  coin: Coin,
  quote: Quote,
  bases: readonly [CandleBase, ...CandleBase[]],
  maxFills: bigint,
): Promise<bigint> {
  const cursor = cursorColumn(bases[0]);
  return db.transaction().execute(async (tx) => {
    await sql`insert into trade_candle_cursors (coin, quote, fill) values (${coin}, ${quote}, 0)
      on conflict do nothing`.execute(tx);
    const { rows } = await sql<{ after: bigint; head: bigint }>`select c.${cursor} as after, h.fill as head
      from trade_candle_cursors c join market_heads h using (coin, quote)
      where c.coin = ${coin} and c.quote = ${quote} for update of c`.execute(tx);
    const [row] = rows;
    if (!row || row.head <= row.after) return 0n;
    const through = row.head < row.after + maxFills ? row.head : row.after + maxFills;
    for (const base of bases) await addCandles(tx, coin, quote, base, row.after, through);
    await sql`update trade_candle_cursors set ${cursor} = ${through}
      where coin = ${coin} and quote = ${quote}`.execute(tx);
    return through - row.after;
  });
}

/** An existing candle was made of fills with smaller numbers. */
async function addCandles(
  tx: Tx,
  coin: Coin,
  quote: Quote,
  base: CandleBase,
  after: bigint,
  through: bigint,
): Promise<void> {
  await sql`insert into trade_candles as there (coin, quote, interval, time, open, high, low, close, volume, value)
    select ${coin}, ${quote}, ${base}, more.*
    from (${selectCandlesOfFills(coin, quote, LENGTH_MS[base], after, through)}) more
    on conflict (coin, quote, interval, time) do update set high = greatest(there.high, excluded.high),
      low = least(there.low, excluded.low), close = excluded.close,
      volume = there.volume + excluded.volume, value = there.value + excluded.value`.execute(tx);
}

/** Deletes older candles of a minute. */
export async function pruneMinutes(db: Db, olderThan: Date): Promise<void> {
  // Market by market, so that the primary key is used.
  await sql`delete from trade_candles c using trade_candle_cursors m
    where c.coin = m.coin and c.quote = m.quote and c.interval = '1m' and c.time < ${olderThan}`.execute(db);
}

/** Returns the minutes since a moment, oldest first, and up to which fill they were counted: from one snapshot. */
export async function readMinutes(
  db: Queryable,
  coin: Coin,
  quote: Quote,
  since: Date,
): Promise<{ fill: bigint; minutes: Bucket[] }> {
  const { rows } = await sql<{ [K in keyof BucketRow]: BucketRow[K] | null } & { fill: bigint }>`
    select c.fill, t.time, t.open, t.high, t.low, t.close, t.volume, t.value
    from (select coalesce((select fill from trade_candle_cursors
      where coin = ${coin} and quote = ${quote}), 0) as fill) c
    left join trade_candles t on t.coin = ${coin} and t.quote = ${quote} and t.interval = '1m' and t.time >= ${since}
    order by t.time`.execute(db);
  const minutes = rows.flatMap(({ fill: _, ...row }) =>
    row.time === null ? [] : [toBucket(row as BucketRow)],
  );
  return { fill: rows[0]?.fill ?? 0n, minutes };
}

/** Returns minutes of the fills with numbers in (after, through], oldest first. */
export async function readMinutesOfFills(
  db: Queryable,
  coin: Coin,
  quote: Quote,
  after: bigint,
  through: number,
): Promise<Bucket[]> {
  const { rows } = await sql<BucketRow>`select * from (
    ${selectCandlesOfFills(coin, quote, MINUTE_MS, after, through)}) m order by time`.execute(db);
  return rows.map(toBucket);
}

/** Returns the last price before a moment, if the trade is no older than `oldest`. */
export async function findLastPriceBefore(
  db: Queryable,
  coin: Coin,
  quote: Quote,
  { before, oldest }: { before: Date; oldest: Date },
): Promise<{ time: number; close: bigint } | null> {
  const { rows } = await sql<{ time: Date; close: bigint }>`select time, close from trade_candles
    where coin = ${coin} and quote = ${quote} and interval = '1m' and time < ${before} and time >= ${oldest}
    order by time desc limit 1`.execute(db);
  const [row] = rows;
  return row ? { time: row.time.getTime(), close: row.close } : null;
}

/**
 * Returns candles of a length that start within [from, to), oldest first, of all fills: those not counted into
 * candles yet are added. `to` also cuts off parts that start later within the last candle.
 */
export async function readTradeCandles(
  db: Queryable,
  coin: Coin,
  quote: Quote,
  base: CandleBase,
  { stepMs, from, to, bounds }: { stepMs: number; from: Date; to: Date; bounds?: CandleClock },
): Promise<Bucket[]> {
  const { rows } = await sql<BucketRow>`
    select ${candleStartSql('time', stepMs, bounds)} as time, (array_agg(open order by time, later))[1] as open, max(high) as high,
      min(low) as low, (array_agg(close order by time desc, later desc))[1] as close, sum(volume) as volume,
      sum(value) as value
    from (
      select time, open, high, low, close, volume, value, false as later
      from trade_candles where coin = ${coin} and quote = ${quote} and interval = ${base}
        and time >= ${from} and time < ${to}
      union all
      select ${candleStartSql('created_at', LENGTH_MS[base])} as time, (array_agg(unit_price order by number))[1],
        max(unit_price), min(unit_price), (array_agg(unit_price order by number desc))[1], sum(amount), sum(notional), true
      from fills where coin = ${coin} and quote = ${quote} and created_at >= ${from} and created_at < ${to}
        and number > coalesce((select ${cursorColumn(base)} from trade_candle_cursors where coin = ${coin} and quote = ${quote}), 0)
      group by 1
    ) parts
    group by 1 order by 1`.execute(db);
  return rows.map(toBucket);
}

/** Returns when the newest candle before a moment starts; null: there is none. */
export async function findNewestCandle(
  db: Queryable,
  coin: Coin,
  quote: Quote,
  base: CandleBase,
  before: Date,
): Promise<number | null> {
  const { rows } = await sql<{ time: Date | null }>`select max(time) as time from trade_candles
    where coin = ${coin} and quote = ${quote} and interval = ${base} and time < ${before}`.execute(db);
  return rows[0]?.time?.getTime() ?? null;
}

/** Returns when the oldest candle of trades starts; null: there is none. */
export async function findOldestTradeCandle(
  db: Queryable,
  coin: Coin,
  quote: Quote,
  base: CandleBase,
): Promise<number | null> {
  const { rows } = await sql<{ time: Date | null }>`select min(time) as time from trade_candles
    where coin = ${coin} and quote = ${quote} and interval = ${base}`.execute(db);
  return rows[0]?.time?.getTime() ?? null;
}

/** A candle of trades without fills, older than this exchange: in the sandbox. */
export interface PastTrades extends Bucket {
  coin: Coin;
  quote: Quote;
  interval: CandleBase;
}

/** Whether no market has had a trade yet. */
export async function isUntraded(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ untraded: boolean }>`select not exists (select from trade_candles)
    and not exists (select from market_heads where fill > 0) as untraded`.execute(db);
  return rows[0]?.untraded ?? false;
}

/** Rows per statement: some megabytes. */
const BATCH_SIZE = 10_000;

/** Later fills are counted into them as into any other. */
export async function savePastTrades(db: Db, past: readonly PastTrades[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (let at = 0; at < past.length; at += BATCH_SIZE) {
      const rows = past.slice(at, at + BATCH_SIZE);
      const column = <T>(pick: (row: PastTrades) => T) => rows.map(pick);
      await sql`insert into trade_candles (coin, quote, interval, time, open, high, low, close, volume, value)
        select * from unnest(${column((row) => row.coin)}::text[], ${column((row) => row.quote)}::text[],
          ${column((row) => row.interval)}::text[], ${column((row) => new Date(row.time))}::timestamptz[],
          ${column((row) => row.open)}::numeric[], ${column((row) => row.high)}::numeric[],
          ${column((row) => row.low)}::numeric[], ${column((row) => row.close)}::numeric[],
          ${column((row) => row.volume)}::numeric[], ${column((row) => row.value)}::numeric[])
        on conflict do nothing`.execute(tx);
    }
  });
}
