import { COINS, type Coin, pow10, type Quote, scaleOf } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Db, Queryable } from '../platform/database/database.ts';
import { CANDLE_ORIGIN, INTERVAL_MS, type Interval, type ReferenceCandle } from './candles.ts';
import { insertMissingCandles } from './store.ts';

/** Remaining range of a coin's backfill: candles that start within [beginAt, nextAt), milliseconds. */
export interface CandleBackfill {
  coin: Coin;
  interval: Interval;
  beginAt: number;
  nextAt: number;
}

const toTimestamp = (ms: number) => sql`to_timestamp(${ms / 1000})`;
const toSqlInterval = (interval: Interval) => sql`make_interval(secs => ${INTERVAL_MS[interval] / 1000})`;
/** The market whose prices vendors have: a coin in Tether, Tether in Toman. */
const vendorQuoteOf = (coin: Coin) => (coin === 'TETHER' ? 'TOMAN' : 'TETHER');

/**
 * Plans for each coin the time from its first missing candle to its last one, within [since, until), after what was
 * requested already. A coin with an open backfill is skipped, as are its hours while its minutes are being filled:
 * minutes are rolled up to hours.
 */
export async function planBackfills(
  db: Queryable,
  coins: readonly Coin[],
  interval: Interval,
  { since, until }: { since: number; until: number },
): Promise<void> {
  // A day for which there are hours isn't missing.
  const presentIntervals: Interval[] = interval === '1d' ? ['1d', '1h'] : [interval];
  const quotes = coins.map(vendorQuoteOf);
  await sql`with asked as (
      select m.coin, m.quote, greatest(${toTimestamp(since)}, f.end_at) as since
      from unnest(${[...coins]}::text[], ${quotes}::text[]) m (coin, quote)
      left join candle_fills f on f.coin = m.coin and f.interval = ${interval}
      where not exists (select from candle_fills u where u.coin = m.coin and u.next_at > u.begin_at
        and (u.interval = ${interval} or (${interval} = '1h' and u.interval = '1m')))
    ), kept as (
      select coin, since - ${toSqlInterval(interval)} as time from asked
      union
      select a.coin, date_bin(${toSqlInterval(interval)}, c.time, ${toTimestamp(CANDLE_ORIGIN)}) from asked a
      join reference_candles c on c.coin = a.coin and c.quote = a.quote and c.interval = any(${presentIntervals}::text[])
        and c.time >= a.since and c.time < ${toTimestamp(until)}
    ), gaps as (
      select coin, time + ${toSqlInterval(interval)} as begin_at,
        lead(time, 1, ${toTimestamp(until)}) over (partition by coin order by time) as end_at
      from kept
    )
    insert into candle_fills (coin, interval, begin_at, end_at, next_at)
    select coin, ${interval}, min(begin_at), max(end_at), max(end_at) from gaps where end_at > begin_at group by coin
    on conflict (coin, interval) do update
      set begin_at = excluded.begin_at, end_at = excluded.end_at, next_at = excluded.next_at`.execute(db);
}

/**
 * Returns open backfills: days first, which show the most, then minutes, then hours; Tether first, as the others
 * are calculated with it.
 */
export async function listOpenBackfills(db: Queryable): Promise<CandleBackfill[]> {
  const { rows } = await sql<{ coin: Coin; interval: Interval; beginAt: Date; nextAt: Date }>`
    select coin, interval, begin_at as "beginAt", next_at as "nextAt" from candle_fills where next_at > begin_at
    order by array_position(array['1d', '1m', '1h'], interval), coin <> 'TETHER', coin`.execute(db);
  return rows.map((row) => ({ ...row, beginAt: row.beginAt.getTime(), nextAt: row.nextAt.getTime() }));
}

/** Returns the market's first known price from `from` on: an open, in the quote's smallest unit. */
export async function findPriceAfter(db: Queryable, coin: Coin, from: number): Promise<bigint | null> {
  const { rows } = await sql<{ open: bigint }>`select c.open from unnest(array['1m', '1h', '1d']) i (interval)
    cross join lateral (select time, open from reference_candles
      where coin = ${coin} and quote = ${vendorQuoteOf(coin)} and interval = i.interval and time >= ${toTimestamp(from)}
      order by time limit 1) c
    order by c.time limit 1`.execute(db);
  return rows[0]?.open ?? null;
}

/**
 * Saves a page and the backfill's progress in one transaction; existing candles stay unchanged. With the Tether of
 * the same time the candles are converted to Toman. False when another process has continued from `fill`.
 */
export function saveBackfillPage(
  db: Db,
  fill: CandleBackfill,
  { from, candles }: { from: number; candles: readonly ReferenceCandle[] },
): Promise<boolean> {
  const { coin, interval, beginAt, nextAt } = fill;
  return db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`update candle_fills set next_at = ${toTimestamp(from)}
      where coin = ${coin} and interval = ${interval} and begin_at = ${toTimestamp(beginAt)} and next_at = ${toTimestamp(nextAt)}`.execute(
      tx,
    );
    if (numAffectedRows === 0n) return false;
    await insertMissingCandles(tx, interval, candles);
    await insertTomanCandles(tx, coin, interval, from);
    return true;
  });
}

/**
 * Calculates coin/Toman = coin/USDT × USDT/Toman of the same time, truncated, for missing candles that start at
 * `from` or later: open by open, close by close. How the two moved within a candle isn't known: the high is the
 * coin's at Tether's higher end, the low is at the lower one.
 */
async function insertTomanCandles(
  db: Queryable,
  coin: Coin,
  interval: Interval,
  from: number,
): Promise<void> {
  const tetherUnit = sql`${pow10(scaleOf('TETHER'))}::numeric`;
  const coins = coin === 'TETHER' ? COINS.filter((other) => other !== 'TETHER') : [coin];
  await sql`insert into reference_candles (coin, quote, interval, time, open, high, low, close)
    select c.coin, 'TOMAN', c.interval, c.time, div(c.open * t.open, ${tetherUnit}),
      div(c.high * greatest(t.open, t.close), ${tetherUnit}), div(c.low * least(t.open, t.close), ${tetherUnit}),
      div(c.close * t.close, ${tetherUnit})
    from unnest(${coins}::text[]) m (coin)
    join reference_candles c on c.coin = m.coin and c.quote = 'TETHER' and c.interval = ${interval} and c.time >= ${toTimestamp(from)}
    -- One after another by the primary key: a table that has just been filled has no statistics to plan a join by.
    cross join lateral (select open, close from reference_candles
      where coin = 'TETHER' and quote = 'TOMAN' and interval = c.interval and time = c.time limit 1) t
    where div(c.low * least(t.open, t.close), ${tetherUnit}) > 0
    on conflict do nothing`.execute(db);
}

/**
 * Whether a market's past of these lengths is being fetched, or will be once missing ranges have been planned.
 * Hours wait for the minutes, and a market in Toman for Tether too.
 */
export async function isBackfilling(
  db: Queryable,
  coin: Coin,
  quote: Quote,
  parts: readonly Interval[],
): Promise<boolean> {
  const coins = quote === 'TOMAN' ? [coin, 'TETHER'] : [coin];
  const [first] = parts;
  const awaitedIntervals = first === '1h' ? ['1h', '1m'] : [first];
  const { rows } = await sql<{ filling: boolean }>`select not exists (select from candle_fills) or exists (
    select from candle_fills where coin = any(${coins}::text[]) and interval = any(${awaitedIntervals}::text[])
      and next_at > begin_at) as filling`.execute(db);
  return rows[0]?.filling ?? false;
}

export interface SourceBackoff {
  failures: number;
  /** Milliseconds since 1970. */
  restUntil: number;
}

export async function readSourceBackoffs(db: Queryable): Promise<Map<string, SourceBackoff>> {
  const { rows } = await sql<{ name: string; failures: number; restUntil: Date }>`
    select name, failures, rest_until as "restUntil" from history_sources`.execute(db);
  return new Map(
    rows.map(({ name, failures, restUntil }) => [name, { failures, restUntil: restUntil.getTime() }]),
  );
}

export async function saveSourceBackoff(
  db: Queryable,
  name: string,
  { failures, restUntil }: SourceBackoff,
): Promise<void> {
  await sql`insert into history_sources (name, failures, rest_until) values (${name}, ${failures}, ${toTimestamp(restUntil)})
    on conflict (name) do update set failures = excluded.failures, rest_until = excluded.rest_until`.execute(
    db,
  );
}
