import { type Asset, formatAmount } from '@sarraf/domain';
import type { BusinessFigures, businessFigures, QueryOf, ReplyOf } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';
import { toTehranTime } from '../rules/index.ts';
import type { CoinHoldings, ReportsDeps } from './deps.ts';
import { type Calendar, listLastDays, listMonthsUntil, type Period } from './months.ts';

type Query = QueryOf<typeof businessFigures>;
type Reply = ReplyOf<typeof businessFigures>['baseDTO'];

const DAYS = 31;
const MONTHS = 13;

/** Returns the last days or months, newest first, from folded sums; no request's work grows with time. */
export async function readFigures(
  deps: Pick<ReportsDeps, 'db' | 'market' | 'clock'>,
  readHoldings: () => Promise<CoinHoldings[]>,
  { per, calendar }: Query,
): Promise<Reply> {
  const { db, clock, market } = deps;
  const today = toTehranTime(clock.now()).day;
  const periods = per === 'DAY' ? listLastDays(today, DAYS) : listMonthsUntil(today, MONTHS, calendar);
  const [people, traders, trades, money, heads, coins] = await Promise.all([
    readPeople(db, periods),
    per === 'DAY' ? null : readTraders(db, periods, calendar),
    readTrades(db, periods),
    readMoney(db, periods),
    readHeads(db),
    readHoldings(),
  ]);
  return {
    rows: periods.map(({ from }) => {
      const row = people.get(from) ?? NO_PEOPLE;
      return {
        day: from,
        ...row,
        ...(traders && { activeTraders: traders.get(from) ?? 0 }),
        ...tradesDto(trades.get(from)),
        ...moneyDto(money.get(from)),
      };
    }),
    reserves: reservesDto(coins, market),
    ...heads,
  };
}

type People = Pick<
  BusinessFigures,
  | 'newPeople'
  | 'verified'
  | 'activeTraders'
  | 'openOrders'
  | 'waitingReviews'
  | 'waitingWithdrawals'
  | 'waitingTickets'
>;
const NO_PEOPLE: People = {
  newPeople: 0,
  verified: 0,
  activeTraders: 0,
  openOrders: null,
  waitingReviews: null,
  waitingWithdrawals: null,
  waitingTickets: null,
};

const periodsQuery = (periods: readonly Period[]) =>
  sql`unnest(${periods.map(({ from }) => from)}::date[], ${periods.map(({ to }) => to)}::date[]) as p ("from", "to")`;

/** Adds up people; for the state, the last count is used. */
async function readPeople(db: Queryable, periods: readonly Period[]): Promise<Map<string, People>> {
  const lastValue = (column: string) =>
    sql`(array_agg(${sql.ref(column)} order by d.day desc) filter (where d.looked_at is not null))[1]::int`;
  const { rows } = await sql<People & { key: string }>`
    select p."from"::text as key, sum(new_people)::int as "newPeople", sum(verified)::int as verified,
      sum(active_traders)::int as "activeTraders", ${lastValue('open_orders')} as "openOrders",
      ${lastValue('waiting_reviews')} as "waitingReviews", ${lastValue('waiting_withdrawals')} as "waitingWithdrawals",
      ${lastValue('waiting_tickets')} as "waitingTickets"
    from ${periodsQuery(periods)} join daily_figures d on d.day between p."from" and p."to" group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

/** Counts a person who traded on several days of a month once; counted on request. */
async function readTraders(
  db: Queryable,
  periods: readonly Period[],
  calendar: Calendar,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    select month::text as key, traders::int as count from monthly_trader_counts
    where calendar = ${calendar} and month = any(${periods.map(({ from }) => from)}::date[])`.execute(db);
  return new Map(rows.map(({ key, count }) => [key, count]));
}

interface Trades {
  OTC: { trades: number; worth: bigint };
  P2P: { trades: number; worth: bigint };
}
const NO_TRADES: Trades = { OTC: { trades: 0, worth: 0n }, P2P: { trades: 0, worth: 0n } };

async function readTrades(db: Queryable, periods: readonly Period[]): Promise<Map<string, Trades>> {
  const { rows } = await sql<{ key: string; source: keyof Trades; trades: number; worth: bigint }>`
    select p."from"::text as key, source, sum(trades)::int as trades, sum(toman_value) as worth
    from ${periodsQuery(periods)} join daily_trades d on d.day between p."from" and p."to" group by 1, 2`.execute(
    db,
  );
  const tradesByPeriod = new Map<string, Trades>();
  for (const { key, source, trades, worth } of rows)
    tradesByPeriod.set(key, { ...(tradesByPeriod.get(key) ?? NO_TRADES), [source]: { trades, worth } });
  return tradesByPeriod;
}

const tradesDto = ({ OTC, P2P }: Trades = NO_TRADES) => ({
  quickTrades: OTC.trades,
  bookTrades: P2P.trades,
  quickVolume: formatAmount(OTC.worth, 'TOMAN'),
  bookVolume: formatAmount(P2P.worth, 'TOMAN'),
});

type Money = ReadonlyMap<string, bigint>;

async function readMoney(db: Queryable, periods: readonly Period[]): Promise<Map<string, Money>> {
  const { rows } = await sql<{ key: string; name: string; worth: bigint }>`
    select p."from"::text as key, case when kind in ('DEPOSIT', 'WITHDRAWAL')
        then kind || case asset when 'TOMAN' then ' TOMAN' else ' COIN' end else kind end as name,
      sum(toman_value) as worth
    from ${periodsQuery(periods)} join daily_sums d on d.day between p."from" and p."to" group by 1, 2`.execute(
    db,
  );
  const moneyByPeriod = new Map<string, Map<string, bigint>>();
  for (const { key, name, worth } of rows)
    moneyByPeriod.set(key, (moneyByPeriod.get(key) ?? new Map<string, bigint>()).set(name, worth));
  return moneyByPeriod;
}

function moneyDto(money: Money = new Map()) {
  const formatToman = (name: string) => formatAmount(money.get(name) ?? 0n, 'TOMAN');
  return {
    fees: formatToman('FEE'),
    referral: formatToman('REFERRAL'),
    netFees: formatAmount((money.get('FEE') ?? 0n) - (money.get('REFERRAL') ?? 0n), 'TOMAN'),
    tomanDeposits: formatToman('DEPOSIT TOMAN'),
    coinDeposits: formatToman('DEPOSIT COIN'),
    tomanWithdrawals: formatToman('WITHDRAWAL TOMAN'),
    coinWithdrawals: formatToman('WITHDRAWAL COIN'),
    storeReceipts: formatToman('STORE'),
  };
}

async function readHeads(db: Queryable): Promise<Pick<Reply, 'moneyAsOf' | 'tradesAsOf' | 'lookedAt'>> {
  const { rows } = await sql<{ money: Date | null; trades: Date; looked: Date | null }>`
    select f.folded_at as money, t.folded_until as trades,
      (select looked_at from daily_figures where looked_at is not null order by day desc limit 1) as looked
    from figures_head f, trade_totals t`.execute(db);
  const [head] = rows;
  return {
    moneyAsOf: head?.money?.toISOString() ?? null,
    // Before the first fold it is a time before the exchange existed.
    tradesAsOf: head && head.trades.getTime() > FIRST_FOLD_AT ? head.trades.toISOString() : null,
    lookedAt: head?.looked?.toISOString() ?? null,
  };
}

const FIRST_FOLD_AT = Date.parse('2001-01-01');

/** The hot part is in hot wallets and on deposit addresses; null: a part of it is unknown. */
function reservesDto(coins: readonly CoinHoldings[], market: ReportsDeps['market']): Reply['reserves'] {
  const toTomanValue = (asset: Asset, amount: bigint | null): bigint | null =>
    amount === null ? null : amount === 0n ? 0n : market.tomanValue(asset, amount);
  const formatSum = (values: (bigint | null)[]): string | null => {
    const knownValues = values.filter((value) => value !== null);
    if (knownValues.length < values.length) return null;
    return formatAmount(
      knownValues.reduce((total, addend) => total + addend, 0n),
      'TOMAN',
    );
  };
  const liabilitiesByAsset = new Map(coins.map(({ asset, liabilities }) => [asset, liabilities]));
  return {
    hot: formatSum(
      coins.map(({ asset, hot, deposits }) =>
        toTomanValue(asset, hot === null || deposits === null ? null : hot + deposits),
      ),
    ),
    cold: formatSum(coins.map(({ asset, cold }) => toTomanValue(asset, cold))),
    owed: formatSum([...liabilitiesByAsset].map(([asset, amount]) => toTomanValue(asset, amount))),
  };
}
