import { ALL_ASSETS, type Asset, type Coin, DAY_MS, HOUR_MS, isAsset, type Quote } from '@sarraf/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';
import {
  type CandleClock,
  HALF_HOUR,
  INTERVAL_MS,
  type Interval,
  MARKETS,
  type MarketKey,
  ORIGIN_BY_CLOCK,
  type ReferenceCandle,
  type StoredInterval,
} from './candles.ts';
import type { CoinCatalog, CoinNetwork, CoinRow } from './coins.ts';

interface CoinRecord
  extends Omit<CoinRow, 'networks' | 'spread' | BankLimit>,
    Record<BankLimit, bigint | null> {
  spread: number;
}
const BANK_LIMITS = [
  'minDeposit',
  'maxDepositPerPayment',
  'maxDepositPerDay',
  'minWithdraw',
  'maxWithdraw',
  'withdrawalFee',
] as const;
type BankLimit = (typeof BANK_LIMITS)[number];

/** Loads the weight of each price source for each coin: `BITCOIN.okx`, 0 if it is switched off. */
export async function loadSourceWeights(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key: string; weight: number }>`
    select coin || '.' || source as key, case when counts then weight else 0 end as weight from price_sources`.execute(
    db,
  );
  return new Map(rows.map(({ key, weight }) => [key, weight]));
}

/** Loads every coin with its networks, whose confirmations are capped. @throws when an asset has no row. */
export async function loadCoins(db: Queryable, maxConfirmations = Infinity): Promise<CoinCatalog> {
  const [coins, networks, quotes, open] = await Promise.all([
    sql<CoinRecord>`select asset, active, min_exchange as "minExchange", max_exchange as "maxExchange",
        max_inventory as "maxInventory", spread_ppm as spread, lot, toman_tick as "tomanTick",
        min_deposit as "minDeposit", max_deposit_per_payment as "maxDepositPerPayment",
        max_deposit_per_day as "maxDepositPerDay", min_withdraw as "minWithdraw", max_withdraw as "maxWithdraw",
        withdrawal_fee as "withdrawalFee" from coins`.execute(db),
    sql<CoinNetwork & { asset: Asset }>`select asset, token_type as "tokenType", txid_needed as "txIdNeeded",
        tag_needed as "tagNeeded", deposit_enabled as "depositEnabled", withdraw_enabled as "withdrawEnabled",
        withdrawal_fee as "withdrawalFee", min_withdraw as "minWithdraw", max_withdraw as "maxWithdraw",
        confirmations, min_deposit as "minDeposit"
      from coin_networks order by asset, token_type`.execute(db),
    sql<{
      quote: Quote;
      minNotional: bigint;
    }>`select quote, min_notional as "minNotional" from quotes`.execute(db),
    sql<{ market: string }>`select m.coin || '_' || m.quote as market from markets m
      join coins c on c.asset = m.coin where m.active and c.active`.execute(db),
  ]);
  const rows = new Map<Asset, CoinRow>();
  for (const record of coins.rows) if (isAsset(record.asset)) rows.set(record.asset, toCoinRow(record));
  for (const { asset, ...network } of networks.rows) {
    const confirmations = Math.min(network.confirmations, maxConfirmations);
    rows.get(asset)?.networks.push({ ...network, confirmations });
  }
  const missing = ALL_ASSETS.filter((asset) => !rows.has(asset));
  if (missing.length > 0) throw new Error(`table coins has no row for ${missing.join(', ')}`);
  const minimum = (quote: Quote) => quotes.rows.find((row) => row.quote === quote)?.minNotional ?? 0n;
  return {
    coins: rows,
    open: new Set(open.rows.map((row) => row.market)),
    minNotional: { TOMAN: minimum('TOMAN'), TETHER: minimum('TETHER') },
  };
}

function toCoinRow({ spread, ...record }: CoinRecord): CoinRow {
  const row: CoinRow = { ...removeNulls(record), spread: BigInt(spread), networks: [] };
  return row;
}

function removeNulls(record: Omit<CoinRecord, 'spread'>): Omit<CoinRow, 'spread' | 'networks'> {
  const {
    minDeposit,
    maxDepositPerPayment,
    maxDepositPerDay,
    minWithdraw,
    maxWithdraw,
    withdrawalFee,
    ...rest
  } = record;
  const limits = {
    minDeposit,
    maxDepositPerPayment,
    maxDepositPerDay,
    minWithdraw,
    maxWithdraw,
    withdrawalFee,
  };
  const entries = Object.entries(limits).filter(([, value]) => value !== null);
  return { ...rest, ...(Object.fromEntries(entries) as Partial<Record<BankLimit, bigint>>) };
}

const CHUNK_SIZE = 10_000;
const toPgArray = (values: readonly (string | bigint)[]): string => `{${values.join(',')}}`;

/** Adds candles; an existing one is merged with the new one (a minute cut in two by a restart). */
export const saveCandles = (
  db: Queryable,
  interval: Interval,
  candles: readonly ReferenceCandle[],
): Promise<void> =>
  insertCandles(
    db,
    interval,
    candles,
    sql`update set high = greatest(reference_candles.high, excluded.high),
      low = least(reference_candles.low, excluded.low), close = excluded.close`,
  );

/** Inserts candles that are missing. */
export const insertMissingCandles = (
  db: Queryable,
  interval: Interval,
  candles: readonly ReferenceCandle[],
): Promise<void> => insertCandles(db, interval, candles, sql`nothing`);

async function insertCandles(
  db: Queryable,
  interval: Interval,
  candles: readonly ReferenceCandle[],
  onConflict: RawBuilder<unknown>,
): Promise<void> {
  for (let from = 0; from < candles.length; from += CHUNK_SIZE) {
    const chunk = candles.slice(from, from + CHUNK_SIZE);
    await sql`insert into reference_candles (coin, quote, interval, time, open, high, low, close)
      select coin, quote, ${interval}, to_timestamp(ms / 1000.0), open, high, low, close
      from unnest(${toPgArray(chunk.map((c) => c.coin))}::text[], ${toPgArray(chunk.map((c) => c.quote))}::text[],
        ${toPgArray(chunk.map((c) => String(c.time)))}::bigint[], ${toPgArray(chunk.map((c) => c.open))}::numeric[],
        ${toPgArray(chunk.map((c) => c.high))}::numeric[], ${toPgArray(chunk.map((c) => c.low))}::numeric[],
        ${toPgArray(chunk.map((c) => c.close))}::numeric[]) as c (coin, quote, ms, open, high, low, close)
      on conflict (coin, quote, interval, time) do ${onConflict}`.execute(db);
  }
}

/**
 * Returns when the oldest candle of a market with one of these lengths starts, milliseconds; null when there is
 * none.
 */
export async function findOldestPriceCandle(
  db: Queryable,
  { coin, quote }: MarketKey,
  intervals: readonly StoredInterval[],
): Promise<number | null> {
  const { rows } = await sql<{ time: Date | null }>`select min(c.time) as time
    from unnest(${toPgArray(intervals)}::text[]) i (interval)
    cross join lateral (select min(time) as time from reference_candles
      where coin = ${coin} and quote = ${quote} and interval = i.interval) c`.execute(db);
  return rows[0]?.time?.getTime() ?? null;
}

/**
 * Rolls minutes up to candles of an hour, or half of one: after each market's newest one and before `before`. The
 * grouped subquery keeps PostgreSQL from searching for the newest one again for each minute of a market.
 */
export async function rollUpCandles(db: Queryable, before: Date, to: '1h' | '30m' = '1h'): Promise<void> {
  const length = lengthMsOf(to);
  await sql`insert into reference_candles (coin, quote, interval, time, open, high, low, close)
    select m.coin, m.quote, ${to}, c.*
    from unnest(${toPgArray(MARKETS.map((m) => m.coin))}::text[], ${toPgArray(MARKETS.map((m) => m.quote))}::text[]) m (coin, quote)
    cross join lateral (select coalesce(max(time) + ${toSqlInterval(length)}, '-infinity') as newest from reference_candles
      where coin = m.coin and quote = m.quote and interval = ${to}) rolled
    cross join lateral (select ${candleStartSql(length)} as begin, (array_agg(open order by time))[1], max(high), min(low),
        (array_agg(close order by time desc))[1]
      from reference_candles where coin = m.coin and quote = m.quote and interval = '1m' and time < ${before}
        and time >= rolled.newest
      group by begin) c
    on conflict do nothing`.execute(db);
}

/** Deletes older candles of a minute. */
export async function pruneCandles(db: Queryable, olderThan: Date): Promise<void> {
  await sql`delete from reference_candles where interval = '1m' and time < ${olderThan}`.execute(db);
}

/**
 * Returns the price of each market at each moment: the close of its last candle that had ended by then, unless that
 * is older than `reach`. Moments without one are left out.
 */
export async function readCloses(
  db: Queryable,
  markets: readonly MarketKey[],
  interval: Interval,
  moments: readonly number[],
  reach: string,
): Promise<{ coin: Coin; quote: Quote; at: number; close: bigint }[]> {
  const length = `${INTERVAL_MS[interval] / 1000} seconds`;
  const { rows } = await sql<{ coin: Coin; quote: Quote; at: number; close: bigint }>`
    select m.coin, m.quote, moment.ms::float8 as at, c.close
    from unnest(${toPgArray(markets.map((m) => m.coin))}::text[], ${toPgArray(markets.map((m) => m.quote))}::text[]) m (coin, quote)
    cross join unnest(${toPgArray(moments.map(String))}::bigint[]) moment (ms)
    cross join lateral (
      select close from reference_candles c
      where c.coin = m.coin and c.quote = m.quote and c.interval = ${interval}
        and c.time <= to_timestamp(moment.ms / 1000.0) - ${length}::interval
        and c.time > to_timestamp(moment.ms / 1000.0) - ${reach}::interval
      order by c.time desc limit 1) c
    order by moment.ms`.execute(db);
  return rows;
}

/**
 * Returns the stored lengths of which candles of a length consist: minutes, hours, and for whole days also the days
 * older than the hours.
 */
export function storedIntervalsOf(stepMs: number, bounds: CandleClock = 'TEHRAN'): StoredInterval[] {
  if (stepMs < HOUR_MS) return ['1m'];
  if (bounds === 'UTC') return [HALF_HOUR.interval];
  return stepMs < DAY_MS ? ['1h'] : ['1d', '1h'];
}

/**
 * Returns candles of a length (a minute, an hour or a day, or multiples of these) of one market that start within
 * [from, to), oldest first, at most `limit`, the newest ones. For (half) hours that are not rolled up yet the
 * minutes are used.
 */
export async function readPriceCandles(
  db: Queryable,
  { coin, quote }: MarketKey,
  stepMs: number,
  range: { from: Date; to: Date; limit: number; bounds?: CandleClock },
): Promise<ReferenceCandle[]> {
  const parts = storedIntervalsOf(stepMs, range.bounds);
  const rolledInterval = range.bounds === 'UTC' ? '30m' : '1h';
  const ofMarket = sql`from reference_candles where coin = ${coin} and quote = ${quote}`;
  const within = sql`time >= ${range.from} and time < ${range.to}`;
  const { rows } = await sql<Omit<ReferenceCandle, 'coin' | 'quote' | 'time'> & { time: Date }>`
    select ${candleStartSql(stepMs, range.bounds)} as time, (array_agg(open order by time, interval))[1] as open, max(high) as high,
      min(low) as low, (array_agg(close order by time desc, interval))[1] as close
    from (
      select interval, time, open, high, low, close ${ofMarket} and interval = any(${parts}::text[]) and ${within}
      union all
      select interval, time, open, high, low, close ${ofMarket} and interval = '1m' and ${parts.includes(rolledInterval)}
        and ${within} and time >= (select coalesce(max(time) + ${toSqlInterval(lengthMsOf(rolledInterval))}, '-infinity') ${ofMarket}
          and interval = ${rolledInterval})
    ) c
    group by 1 order by 1 desc limit ${range.limit}`.execute(db);
  return rows.reverse().map((row) => ({ ...row, coin, quote, time: row.time.getTime() }));
}

/** SQL for the start of the candle of this length that contains the column `time`. */
const candleStartSql = (
  stepMs: number,
  bounds: CandleClock = 'TEHRAN',
) => sql`date_bin(${toSqlInterval(stepMs)}, time,
  to_timestamp(${ORIGIN_BY_CLOCK[bounds] / 1000}))`;
const toSqlInterval = (ms: number) => sql`make_interval(secs => ${ms / 1000})`;
const lengthMsOf = (interval: '1h' | '30m'): number => (interval === '1h' ? HOUR_MS : HALF_HOUR.ms);
