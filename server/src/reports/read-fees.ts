import { AppError, type Asset, formatAmount, REPORT_DAYS } from '@sarraf/domain';
import type { FeeRow, FeeTotal, feeReport, QueryOf, ReplyOf } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';
import { addDays } from '../rules/index.ts';
import type { ReportsDeps } from './deps.ts';
import type { Period } from './months.ts';

const DEFAULT_PAGE_SIZE = 50;

/** Smallest units of the asset; `netToman` of Toman. */
interface FeeSums {
  asset: Asset;
  entries: bigint;
  fee: bigint;
  returned: bigint;
  referral: bigint;
  netToman: bigint;
}
export interface DetailRow extends FeeSums {
  day: string;
  source: 'OTC' | 'P2P' | 'WITHDRAWAL';
  coin: string;
}

const SUMS = sql`sum(entries)::bigint as entries, coalesce(sum(amount) filter (where kind = 'FEE'), 0) as fee, sum(returned) as returned,
  coalesce(sum(amount) filter (where kind = 'REFERRAL'), 0) as referral,
  sum(case kind when 'FEE' then toman_value else -toman_value end) as "netToman"`;
const IS_FEE = sql`kind in ('FEE', 'REFERRAL')`;

/** Validates a range of days. BAD_REQUEST (from, to): invalid days, in the wrong order, or more than a year. */
export function parsePeriod({ from, to }: Period): Period {
  for (const [name, day] of [
    ['from', from],
    ['to', to],
  ] as const)
    if (Number.isNaN(Date.parse(day)) || addDays(day, 0) !== day)
      throw new AppError('BAD_REQUEST', { errors: [name] });
  if (to < from || addDays(from, REPORT_DAYS - 1) < to) throw new AppError('BAD_REQUEST', { errors: ['to'] });
  return { from, to };
}

/** Returns the fee report. BAD_REQUEST: those of `parsePeriod`, and an unknown cursor. */
export async function readFees(
  { db }: Pick<ReportsDeps, 'db'>,
  query: QueryOf<typeof feeReport>,
): Promise<Omit<ReplyOf<typeof feeReport>, 'status' | 'message'>> {
  const period = parsePeriod(query);
  const size = query.size ?? DEFAULT_PAGE_SIZE;
  const [feeRows, totals, head] = await Promise.all([
    query.by === 'DAY' ? readByDay(db, period, size, parseCursor(query.cursor)) : readByMarket(db, period),
    readTotals(db, period),
    sql<{ at: Date | null }>`select folded_at as at from figures_head`.execute(db),
  ]);
  const pageRows = query.by === 'DAY' ? feeRows.slice(0, size) : feeRows;
  const lastRow = pageRows.at(-1);
  return {
    content: pageRows,
    nextCursor: feeRows.length > pageRows.length && lastRow ? `${lastRow.day} ${lastRow.asset}` : null,
    totals: totals.map((row) => ({ asset: row.asset, ...feeSumsDto(row) })),
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

function parseCursor(text: string | undefined): Cursor | null {
  if (text === undefined) return null;
  const [, day, asset] = /^(\d{4}-\d{2}-\d{2}) ([A-Z_]+)$/.exec(text) ?? [];
  if (!day || !asset || Number.isNaN(Date.parse(day)) || addDays(day, 0) !== day)
    throw new AppError('BAD_REQUEST', { errors: ['cursor'] });
  return { day, asset };
}

async function readByDay(
  db: Queryable,
  { from, to }: Period,
  size: number,
  after: Cursor | null,
): Promise<FeeRow[]> {
  const { rows } = await sql<
    FeeSums & { day: string }
  >`select day::text as day, asset, ${SUMS} from daily_sums
    where day >= ${from}::date and day <= ${after?.day ?? to}::date and ${IS_FEE}
      and (${after?.day ?? null}::date is null or (day, asset) < (${after?.day ?? null}::date, ${after?.asset ?? null}::text))
    group by day, asset order by day desc, asset desc limit ${size + 1}`.execute(db);
  return rows.map((row) => ({
    day: row.day,
    source: null,
    market: null,
    asset: row.asset,
    ...feeSumsDto(row),
  }));
}

/** Returns at most one row for each market and source, and one for each withdrawn coin. */
async function readByMarket(db: Queryable, { from, to }: Period): Promise<FeeRow[]> {
  const { rows } = await sql<FeeSums & Pick<DetailRow, 'source' | 'coin'>>`
    select source, coin, asset, ${SUMS} from daily_sums
    where day between ${from}::date and ${to}::date and ${IS_FEE}
    group by source, coin, asset order by "netToman" desc, source, coin, asset`.execute(db);
  return rows.map((row) => ({
    day: null,
    source: row.source,
    market: marketOf(row),
    asset: row.asset,
    ...feeSumsDto(row),
  }));
}

export const marketOf = ({ coin, asset }: { coin: string; asset: string }): string | null =>
  coin === '' ? null : `${coin}_${asset}`;

async function readTotals(db: Queryable, { from, to }: Period): Promise<FeeSums[]> {
  const { rows } = await sql<FeeSums>`select asset, ${SUMS} from daily_sums
    where day between ${from}::date and ${to}::date and ${IS_FEE}
    group by asset order by asset = 'TOMAN' desc, "netToman" desc, asset`.execute(db);
  return rows;
}

/** Returns the rows after `after`, oldest first. */
export async function readDetailRows(
  db: Queryable,
  { from, to }: Period,
  { after, limit }: { after: DetailRow | null; limit: number },
): Promise<DetailRow[]> {
  const afterCondition = after
    ? sql`(day, source, coin, asset) > (${after.day}::date, ${after.source}, ${after.coin}, ${after.asset})`
    : sql`true`;
  const { rows } = await sql<DetailRow>`select day::text as day, source, coin, asset, ${SUMS} from daily_sums
    where day between ${after?.day ?? from}::date and ${to}::date and ${IS_FEE} and ${afterCondition}
    group by daily_sums.day, source, coin, asset order by daily_sums.day, source, coin, asset limit ${limit}`.execute(
    db,
  );
  return rows;
}

export const netFeeOf = ({ fee, returned, referral }: FeeSums): bigint => fee - returned - referral;

export function feeSumsDto(sums: FeeSums): Omit<FeeTotal, 'asset'> {
  const formatUnits = (units: bigint) => formatAmount(units, sums.asset);
  return {
    entries: Number.parseInt(sums.entries.toString(), 10),
    fee: formatUnits(sums.fee),
    returned: formatUnits(sums.returned),
    referral: formatUnits(sums.referral),
    net: formatUnits(netFeeOf(sums)),
    netToman: formatAmount(sums.netToman, 'TOMAN'),
  };
}
