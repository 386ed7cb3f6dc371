import { AppError, type Asset, formatAmount, REPORT_DAYS } from '@sarraf/domain';
import type { FeeRow, FeeTotal, feeReport, QueryOf, ReplyOf } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';
import { addDays } from '../rules/index.ts';
import type { ReportsDeps } from './deps.ts';
import type { Period } from './months.ts';

const SIZE = 50;

/** Smallest units of the asset; `netToman` of Toman. */
interface Sums {
  asset: Asset;
  entries: bigint;
  fee: bigint;
  returned: bigint;
  referral: bigint;
  netToman: bigint;
}
export interface DetailRow extends Sums {
  day: string;
  source: 'OTC' | 'P2P' | 'WITHDRAWAL';
  coin: string;
}

const SUMS = sql`sum(entries)::bigint as entries, coalesce(sum(amount) filter (where kind = 'FEE'), 0) as fee, sum(returned) as returned,
  coalesce(sum(amount) filter (where kind = 'REFERRAL'), 0) as referral,
  sum(case kind when 'FEE' then toman_value else -toman_value end) as "netToman"`;
const OF_FEES = sql`kind in ('FEE', 'REFERRAL')`;

/** Validates a range of days. BAD_REQUEST (from, to): invalid days, in the wrong order, or more than a year. */
export function readPeriod({ from, to }: Period): Period {
  for (const [name, day] of [
    ['from', from],
    ['to', to],
  ] as const)
    if (Number.isNaN(Date.parse(day)) || addDays(day, 0) !== day)
      throw new AppError('BAD_REQUEST', { errors: [name] });
  if (to < from || addDays(from, REPORT_DAYS - 1) < to) throw new AppError('BAD_REQUEST', { errors: ['to'] });
  return { from, to };
}

/** Returns the fee report. BAD_REQUEST: those of `readPeriod`, and an unknown cursor. */
export async function readFees(
  { db }: Pick<ReportsDeps, 'db'>,
  query: QueryOf<typeof feeReport>,
): Promise<Omit<ReplyOf<typeof feeReport>, 'status' | 'message'>> {
  const period = readPeriod(query);
  const size = query.size ?? SIZE;
  const [found, totals, head] = await Promise.all([
    query.by === 'DAY' ? byDay(db, period, size, readCursor(query.cursor)) : byMarket(db, period),
    totalsOf(db, period),
    sql<{ at: Date | null }>`select folded_at as at from figures_head`.execute(db),
  ]);
  const shown = query.by === 'DAY' ? found.slice(0, size) : found;
  const last = shown.at(-1);
  return {
    content: shown,
    nextCursor: found.length > shown.length && last ? `${last.day} ${last.asset}` : null,
    totals: totals.map((row) => ({ asset: row.asset, ...shownSums(row) })),
    netToman: formatAmount(
      totals.reduce((sum, { netToman }) => sum + netToman, 0n),
      'TOMAN',
    ),
    asOf: head.rows[0]?.at?.toISOString() ?? null,
  };
}

interface Cursor {
  day: string;
  asset: string;
}

function readCursor(text: string | undefined): Cursor | null {
  if (text === undefined) return null;
  const [, day, asset] = /^(\d{4}-\d{2}-\d{2}) ([A-Z_]+)$/.exec(text) ?? [];
  if (!day || !asset || Number.isNaN(Date.parse(day)) || addDays(day, 0) !== day)
    throw new AppError('BAD_REQUEST', { errors: ['cursor'] });
  return { day, asset };
}

async function byDay(
  db: Queryable,
  { from, to }: Period,
  size: number,
  after: Cursor | null,
): Promise<FeeRow[]> {
  const { rows } = await sql<Sums & { day: string }>`select day::text as day, asset, ${SUMS} from daily_sums
    where day >= ${from}::date and day <= ${after?.day ?? to}::date and ${OF_FEES}
      and (${after?.day ?? null}::date is null or (day, asset) < (${after?.day ?? null}::date, ${after?.asset ?? null}::text))
    group by day, asset order by day desc, asset desc limit ${size + 1}`.execute(db);
  return rows.map((row) => ({
    day: row.day,
    source: null,
    market: null,
    asset: row.asset,
    ...shownSums(row),
  }));
}

/** Returns at most one row for each market and source, and one for each withdrawn coin. */
async function byMarket(db: Queryable, { from, to }: Period): Promise<FeeRow[]> {
  const { rows } = await sql<Sums & Pick<DetailRow, 'source' | 'coin'>>`
    select source, coin, asset, ${SUMS} from daily_sums
    where day between ${from}::date and ${to}::date and ${OF_FEES}
    group by source, coin, asset order by "netToman" desc, source, coin, asset`.execute(db);
  return rows.map((row) => ({
    day: null,
    source: row.source,
    market: marketOf(row),
    asset: row.asset,
    ...shownSums(row),
  }));
}

export const marketOf = ({ coin, asset }: { coin: string; asset: string }): string | null =>
  coin === '' ? null : `${coin}_${asset}`;

async function totalsOf(db: Queryable, { from, to }: Period): Promise<Sums[]> {
  const { rows } = await sql<Sums>`select asset, ${SUMS} from daily_sums
    where day between ${from}::date and ${to}::date and ${OF_FEES}
    group by asset order by asset = 'TOMAN' desc, "netToman" desc, asset`.execute(db);
  return rows;
}

/** Returns the rows after `after`, oldest first. */
export async function readDetail(
  db: Queryable,
  { from, to }: Period,
  { after, limit }: { after: DetailRow | null; limit: number },
): Promise<DetailRow[]> {
  const follows = after
    ? sql`(day, source, coin, asset) > (${after.day}::date, ${after.source}, ${after.coin}, ${after.asset})`
    : sql`true`;
  const { rows } = await sql<DetailRow>`select day::text as day, source, coin, asset, ${SUMS} from daily_sums
    where day between ${after?.day ?? from}::date and ${to}::date and ${OF_FEES} and ${follows}
    group by daily_sums.day, source, coin, asset order by daily_sums.day, source, coin, asset limit ${limit}`.execute(
    db,
  );
  return rows;
}

export const netOf = ({ fee, returned, referral }: Sums): bigint => fee - returned - referral;

export function shownSums(sums: Sums): Omit<FeeTotal, 'asset'> {
  const amount = (units: bigint) => formatAmount(units, sums.asset);
  return {
    entries: Number.parseInt(sums.entries.toString(), 10),
    fee: amount(sums.fee),
    returned: amount(sums.returned),
    referral: amount(sums.referral),
    net: amount(netOf(sums)),
    netToman: formatAmount(sums.netToman, 'TOMAN'),
  };
}
