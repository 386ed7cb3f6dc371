import type { Coin, Quote, Side } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Db, Queryable, Tx } from '../../platform/database/database.ts';

/** A fill as one of its two parties sees it; amounts in smallest units. */
export interface OwnFillRow extends OwnFillKey {
  orderId: string;
  side: Side;
  price: bigint;
  amount: bigint;
  notional: bigint;
  fee: bigint;
  maker: boolean;
}

/** Identifies a fill among a person's fills: its time, then market and number. */
export interface OwnFillKey {
  at: Date;
  coin: Coin;
  quote: Quote;
  number: bigint;
}

export interface FillRange {
  market: { coin: Coin; quote: Quote } | null;
  from: Date | null;
  to: Date | null;
  /** Only fills beyond this one, in the direction of reading; null: from the first. */
  cursor: OwnFillKey | null;
  oldestFirst: boolean;
}

export interface FillPage {
  rows: OwnFillRow[];
  /** Cursor of the next page; null: there is none. */
  next: OwnFillKey | null;
  /** All fills before this time were covered by the search. */
  completeUntil: Date;
  /** Whether there are fills that are not sorted by person yet and weren't searched. */
  lacks: boolean;
}

/**
 * Limits of one request. `scanned`: a person's fills, of which those of one market may be few; `unsorted`: fills of each
 * market that is behind.
 */
const LIMITS = { scanned: 5_000, unsorted: 1_000 };

/**
 * Returns a person's fills in one snapshot: those sorted by person, and those that the worker hasn't sorted yet. Oldest
 * first, the page ends where fills are missing, so that a reader who continues after the last one misses none: the
 * times of settlement batches never decrease. No request's work grows with the number of a person's or of all fills.
 */
export const listOwnFills = (
  db: Db,
  userId: string,
  range: FillRange,
  size: number,
  limits = LIMITS,
): Promise<FillPage> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => listOwnFillsIn(tx, userId, range, size, limits));

/** Like `listOwnFills`, within a snapshot. */
export async function listOwnFillsIn(
  tx: Tx,
  userId: string,
  range: FillRange,
  size: number,
  limits = LIMITS,
): Promise<FillPage> {
  const { places, beyond } = await listSortedFills(tx, userId, range, size + 1, limits.scanned);
  const { unsorted, completeUntil, missingFrom } = await listUnsortedFills(
    tx,
    userId,
    range,
    limits.unsorted,
  );
  const isVisible = ({ at }: OwnFillKey) => !range.oldestFirst || missingFrom === null || at < missingFrom;
  const compare = range.oldestFirst
    ? (a: OwnFillKey, b: OwnFillKey) => compareNewestFirst(b, a)
    : compareNewestFirst;
  // Fills beyond the scanned ones come with the next page.
  const page = [...places, ...unsorted]
    .filter((key) => isVisible(key) && (beyond === null || compare(key, beyond) <= 0))
    .sort(compare);
  const visible = page.slice(0, size);
  // Where fills are missing, reading can't go on beyond them.
  const nextScan = beyond !== null && isVisible(beyond) ? beyond : null;
  const next = page.length > size ? (visible.at(-1) ?? null) : nextScan;
  const rows = await listFillsByKeys(tx, userId, visible);
  return { rows, next, completeUntil, lacks: missingFrom !== null };
}

const compareNewestFirst = (a: OwnFillKey, b: OwnFillKey): number =>
  b.at.getTime() - a.at.getTime() ||
  compareValues(b.coin, a.coin) ||
  compareValues(b.quote, a.quote) ||
  compareValues(b.number, a.number);
const compareValues = <T>(a: T, b: T): number => (a > b ? 1 : a < b ? -1 : 0);

const KEY = sql`at, coin collate "C", quote collate "C", number`;
const rangeCondition = ({ from, to, cursor, oldestFirst }: FillRange) => sql`
  (${from}::timestamptz is null or at >= ${from}::timestamptz)
  and (${to}::timestamptz is null or at < ${to}::timestamptz)
  ${
    cursor === null
      ? sql``
      : sql`and (${KEY}) ${oldestFirst ? sql`>` : sql`<`}
      (${cursor.at}::timestamptz, ${cursor.coin}::text, ${cursor.quote}::text, ${cursor.number}::bigint)`
  }`;
const orderByKey = ({ oldestFirst }: FillRange) =>
  oldestFirst ? KEY : sql`at desc, coin collate "C" desc, quote collate "C" desc, number desc`;

async function listSortedFills(
  tx: Queryable,
  userId: string,
  range: FillRange,
  limit: number,
  maxScanned: number,
): Promise<{ places: OwnFillKey[]; beyond: OwnFillKey | null }> {
  const { market } = range;
  const scanLimit = market === null ? limit : maxScanned;
  const fromClause = sql`from own_fills where user_id = ${userId} and ${rangeCondition(range)} order by ${orderByKey(range)}`;
  const { rows: places } = await sql<OwnFillKey>`select at, coin, quote, number
    from (select at, coin, quote, number ${fromClause} limit ${scanLimit}) looked
    where ${market?.coin ?? null}::text is null or (coin = ${market?.coin ?? null} and quote = ${market?.quote ?? null})
    order by ${orderByKey(range)} limit ${limit}`.execute(tx);
  if (market === null || places.length === limit) return { places, beyond: null };
  const { rows: last } = await sql<OwnFillKey>`select at, coin, quote, number ${fromClause}
    limit 1 offset ${maxScanned - 1}`.execute(tx);
  return { places, beyond: last[0] ?? null };
}

async function listUnsortedFills(
  tx: Queryable,
  userId: string,
  range: FillRange,
  maxUnsorted: number,
): Promise<{ unsorted: OwnFillKey[]; completeUntil: Date; missingFrom: Date | null }> {
  const { rows: unsortedMarkets } = await sql<{
    coin: Coin;
    quote: Quote;
    fill: bigint;
    lacking: Date | null;
  }>`
    select h.coin, h.quote, coalesce(o.fill, 0) as fill, f.created_at as lacking
    from market_heads h left join own_fill_heads o on o.coin = h.coin and o.quote = h.quote
      left join fills f on f.coin = h.coin and f.quote = h.quote
        and f.number = coalesce(o.fill, 0) + ${maxUnsorted}::bigint + 1
    where h.fill > coalesce(o.fill, 0)`.execute(tx);
  const unsorted: OwnFillKey[] = [];
  for (const { coin, quote, fill } of unsortedMarkets) {
    const { market } = range;
    if (market && (market.coin !== coin || market.quote !== quote)) continue;
    const { rows } = await sql<OwnFillKey>`select at, coin, quote, number from (
        select created_at as at, coin, quote, number, maker_id, taker_id from fills
        where coin = ${coin} and quote = ${quote} and number > ${fill} and number <= ${fill}::bigint + ${maxUnsorted}::bigint
      ) f where ${userId} in (maker_id, taker_id) and ${rangeCondition(range)}`.execute(tx);
    unsorted.push(...rows);
  }
  const { rows: clock } = await sql<{ now: Date }>`select now() as now`.execute(tx);
  const missing = unsortedMarkets.flatMap(({ lacking }) => (lacking === null ? [] : [lacking]));
  const findEarliest = (times: readonly Date[]) => new Date(Math.min(...times.map((at) => at.getTime())));
  return {
    unsorted,
    completeUntil: findEarliest([...missing, clock[0]?.now ?? new Date(0)]),
    missingFrom: missing.length === 0 ? null : findEarliest(missing),
  };
}

/** Finds a fill of anybody; null: there is none with this number yet. */
export async function findFillKey(
  db: Queryable,
  { coin, quote, number }: Omit<OwnFillKey, 'at'>,
): Promise<OwnFillKey | null> {
  const { rows } = await sql<OwnFillKey>`select created_at as at, coin, quote, number from fills
    where coin = ${coin} and quote = ${quote} and number = ${number}`.execute(db);
  return rows[0] ?? null;
}

/** Returns the fills with these keys, in their order. */
export async function listFillsByKeys(
  db: Queryable,
  userId: string,
  keys: readonly OwnFillKey[],
): Promise<OwnFillRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<OwnFillRow>`select f.created_at as at, f.coin, f.quote, f.number,
      case when f.maker_id = ${userId} then f.maker_order else f.taker_order end as "orderId",
      case when (f.taker_side = 'buy') = (f.taker_id = ${userId}) then 'buy' else 'sell' end as side,
      f.unit_price as price, f.amount, f.notional,
      case when f.maker_id = ${userId} then f.maker_fee else f.taker_fee end as fee, f.maker_id = ${userId} as maker
    from unnest(${keys.map(({ coin }) => coin)}::text[], ${keys.map(({ quote }) => quote)}::text[],
      ${keys.map(({ number }) => number)}::bigint[]) with ordinality as p (coin, quote, number, place)
    join fills f on f.coin = p.coin and f.quote = p.quote and f.number = p.number
    order by p.place`.execute(db);
  return rows;
}
