import type { Coin, Quote, Side } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Db, Queryable, Tx } from '../../platform/database/database.ts';

/** A fill as one of its two parties sees it; amounts in smallest units. */
export interface OwnFillRow extends FillPlace {
  orderId: string;
  side: Side;
  price: bigint;
  amount: bigint;
  notional: bigint;
  fee: bigint;
  maker: boolean;
}

/** Identifies a fill among a person's fills: its time, then market and number. */
export interface FillPlace {
  at: Date;
  coin: Coin;
  quote: Quote;
  number: bigint;
}

export interface FillRange {
  market: { coin: Coin; quote: Quote } | null;
  from: Date | null;
  to: Date | null;
  before: FillPlace | null;
}

export interface FillPage {
  rows: OwnFillRow[];
  /** Cursor of the next page; null: there is none. */
  next: FillPlace | null;
  /** All fills before this time were covered by the search. */
  completeUntil: Date;
  /** Whether there are fills that are not sorted by person yet and weren't searched. */
  lacks: boolean;
}

/** Number of a person's fills that one request scans: those of one market may be few among them. */
const LOOKED_THROUGH = 5_000;
/** Number of unsorted fills that are scanned per market that is behind. */
const UNSORTED = 1_000;

/**
 * Returns a person's fills, newest first, in one snapshot: those sorted by person, and those that the worker hasn't
 * sorted yet. No request's work grows with the number of a person's or of all fills.
 */
export const listOwnFills = (db: Db, userId: string, range: FillRange, size: number): Promise<FillPage> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => ownFillsIn(tx, userId, range, size));

/** Like `listOwnFills`, within a snapshot. */
export async function ownFillsIn(tx: Tx, userId: string, range: FillRange, size: number): Promise<FillPage> {
  const { places, beyond } = await sortedFills(tx, userId, range, size + 1);
  const { unsorted, completeUntil, lacks } = await unsortedFills(tx, userId, range);
  // Fills older than the scanned ones come with the next page.
  const page = [...places, ...unsorted]
    .filter((place) => beyond === null || newestFirst(place, beyond) <= 0)
    .sort(newestFirst);
  const shown = page.slice(0, size);
  const next = page.length > size ? (shown.at(-1) ?? null) : beyond;
  return { rows: await readFillsAt(tx, userId, shown), next, completeUntil, lacks };
}

const newestFirst = (a: FillPlace, b: FillPlace): number =>
  b.at.getTime() - a.at.getTime() ||
  compared(b.coin, a.coin) ||
  compared(b.quote, a.quote) ||
  compared(b.number, a.number);
const compared = <T>(a: T, b: T): number => (a > b ? 1 : a < b ? -1 : 0);

const within = ({ from, to, before }: FillRange) => sql`
  (${from}::timestamptz is null or at >= ${from}::timestamptz)
  and (${to}::timestamptz is null or at < ${to}::timestamptz)
  and (${before?.at ?? null}::timestamptz is null
    or (at, coin collate "C", quote collate "C", number) < (${before?.at ?? null}::timestamptz,
      ${before?.coin ?? null}::text, ${before?.quote ?? null}::text, ${before?.number ?? null}::bigint))`;
const NEWEST_FIRST = sql`at desc, coin collate "C" desc, quote collate "C" desc, number desc`;

async function sortedFills(
  tx: Queryable,
  userId: string,
  range: FillRange,
  limit: number,
): Promise<{ places: FillPlace[]; beyond: FillPlace | null }> {
  const { market } = range;
  const looked = market === null ? limit : LOOKED_THROUGH;
  const rest = sql`from own_fills where user_id = ${userId} and ${within(range)} order by ${NEWEST_FIRST}`;
  const { rows: places } = await sql<FillPlace>`select at, coin, quote, number
    from (select at, coin, quote, number ${rest} limit ${looked}) looked
    where ${market?.coin ?? null}::text is null or (coin = ${market?.coin ?? null} and quote = ${market?.quote ?? null})
    order by ${NEWEST_FIRST} limit ${limit}`.execute(tx);
  if (market === null || places.length === limit) return { places, beyond: null };
  const { rows: last } = await sql<FillPlace>`select at, coin, quote, number ${rest}
    limit 1 offset ${LOOKED_THROUGH - 1}`.execute(tx);
  return { places, beyond: last[0] ?? null };
}

async function unsortedFills(
  tx: Queryable,
  userId: string,
  range: FillRange,
): Promise<{ unsorted: FillPlace[]; completeUntil: Date; lacks: boolean }> {
  const { rows: behind } = await sql<{ coin: Coin; quote: Quote; fill: bigint; lacking: Date | null }>`
    select h.coin, h.quote, coalesce(o.fill, 0) as fill, f.created_at as lacking
    from market_heads h left join own_fill_heads o on o.coin = h.coin and o.quote = h.quote
      left join fills f on f.coin = h.coin and f.quote = h.quote
        and f.number = coalesce(o.fill, 0) + ${UNSORTED}::bigint + 1
    where h.fill > coalesce(o.fill, 0)`.execute(tx);
  const unsorted: FillPlace[] = [];
  for (const { coin, quote, fill } of behind) {
    const { market } = range;
    if (market && (market.coin !== coin || market.quote !== quote)) continue;
    const { rows } = await sql<FillPlace>`select at, coin, quote, number from (
        select created_at as at, coin, quote, number, maker_id, taker_id from fills
        where coin = ${coin} and quote = ${quote} and number > ${fill} and number <= ${fill}::bigint + ${UNSORTED}::bigint
      ) f where ${userId} in (maker_id, taker_id) and ${within(range)}`.execute(tx);
    unsorted.push(...rows);
  }
  const { rows: clock } = await sql<{ now: Date }>`select now() as now`.execute(tx);
  const times = [clock[0]?.now, ...behind.map(({ lacking }) => lacking)].filter((at) => at != null);
  const lacks = behind.some(({ lacking }) => lacking !== null);
  return { unsorted, completeUntil: new Date(Math.min(...times.map((at) => at.getTime()))), lacks };
}

/** Returns the fills with these keys, newest first. */
export async function readFillsAt(
  db: Queryable,
  userId: string,
  places: readonly FillPlace[],
): Promise<OwnFillRow[]> {
  if (places.length === 0) return [];
  const { rows } = await sql<OwnFillRow>`select f.created_at as at, f.coin, f.quote, f.number,
      case when f.maker_id = ${userId} then f.maker_order else f.taker_order end as "orderId",
      case when (f.taker_side = 'buy') = (f.taker_id = ${userId}) then 'buy' else 'sell' end as side,
      f.unit_price as price, f.amount, f.notional,
      case when f.maker_id = ${userId} then f.maker_fee else f.taker_fee end as fee, f.maker_id = ${userId} as maker
    from unnest(${places.map(({ coin }) => coin)}::text[], ${places.map(({ quote }) => quote)}::text[],
      ${places.map(({ number }) => number)}::bigint[]) with ordinality as p (coin, quote, number, place)
    join fills f on f.coin = p.coin and f.quote = p.quote and f.number = p.number
    order by p.place`.execute(db);
  return rows;
}
