import {
  type Asset,
  type Coin,
  formatAmount,
  formatDecimal,
  isAsset,
  pow10,
  QUOTES,
  type Quote,
  scaleOf,
} from '@sarraf/domain';
import type { CoinProfit, PortfolioProfit, Worth } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';
import { addDays, inTehran } from '../rules/index.ts';
import type { ReferralDeps } from './deps.ts';
import { minus, type Position, plus, type QuoteAmounts, ZERO_AMOUNTS } from './position.ts';
import { readPositions } from './position-store.ts';
import { type DayPrices, pricesNow, worthBy } from './prices.ts';

type PortfolioDeps = Pick<ReferralDeps, 'db' | 'market' | 'clock' | 'balancesOf'> & { dayPrices: DayPrices };

interface Closing {
  asset: Asset;
  day: string;
  balance: bigint;
}

/**
 * Returns closing balances from the last one before `since`, for each asset, oldest first: a row per day with a
 * change.
 */
async function readClosing(db: Queryable, userId: string, since: string): Promise<Closing[]> {
  const { rows } = await sql<Closing>`
    select b.asset, b.day::text as day, b.balance
    from positions p cross join lateral (
      select asset, day, balance from daily_balances
      where user_id = ${userId} and asset = p.asset and day >= coalesce((select max(day) from daily_balances
        where user_id = ${userId} and asset = p.asset and day < ${since}::date), ${since}::date)
    ) b
    where p.user_id = ${userId} order by b.day`.execute(db);
  return rows.filter(({ asset }) => isAsset(asset));
}

/** Returns the value at the end of each of the last days, and the current one for today. */
export async function readWorth(deps: PortfolioDeps, userId: string, days: number): Promise<Worth[]> {
  const { db, market, clock, balancesOf, dayPrices } = deps;
  const today = inTehran(clock.now()).day;
  const since = addDays(today, 1 - days);
  const [closing, balances] = await Promise.all([readClosing(db, userId, since), balancesOf(userId)]);
  const now = pricesNow(market);
  const live = balances.reduce(
    (sum, { asset, total }) => plus(sum, worthBy(now, asset, total)),
    ZERO_AMOUNTS,
  );
  const first = closing[0]?.day ?? today;
  const past = daysBetween(first < since ? since : first, today);
  const prices = await dayPrices.of(past);
  const held = new Map<Asset, bigint>();
  let next = 0;
  const known = new Set([...prices.values()].flatMap((of) => [...of.keys()]));
  const content = past.map((day) => {
    for (; next < closing.length && (closing[next] as Closing).day <= day; next += 1) {
      const { asset, balance } = closing[next] as Closing;
      held.set(asset, balance);
    }
    const of = prices.get(day) ?? new Map();
    const worth = [...held].reduce(
      (sum, [asset, balance]) => plus(sum, worthBy(of, asset, balance)),
      ZERO_AMOUNTS,
    );
    const whole = [...held].every(([asset, balance]) => {
      const coin = asset as Coin;
      return asset === 'TOMAN' || balance === 0n || of.has(coin) || !known.has(coin);
    });
    return { whole, row: shownWorth(day, worth) };
  });
  // Before a coin's first price its value is unknown: the line starts where all values are known.
  const begin = content.findIndex(({ whole }) => whole);
  const rows = begin < 0 ? [] : content.slice(begin).map(({ row }) => row);
  return [...rows, shownWorth(today, live)];
}

function daysBetween(first: string, end: string): string[] {
  const days: string[] = [];
  for (let day = first; day < end; day = addDays(day, 1)) days.push(day);
  return days;
}

const shownWorth = (day: string, worth: QuoteAmounts): Worth => ({
  day,
  toman: formatAmount(worth.TOMAN, 'TOMAN'),
  tether: formatAmount(worth.TETHER, 'TETHER'),
});

/** Returns the profit of each coin, in Toman and in Tether. */
export async function readProfit(
  { db, market }: Pick<PortfolioDeps, 'db' | 'market'>,
  userId: string,
): Promise<PortfolioProfit> {
  const positions = await readPositions(db, [userId]);
  const prices = pricesNow(market);
  const priced = (asset: Asset) => asset === 'TOMAN' || prices.has(asset as Coin);
  const rows = positions
    .filter(({ position }) => position.amount > 0n || isMoved(position.realised))
    .map(({ asset, position }) => ({
      asset,
      position,
      worth: priced(asset) || position.amount === 0n ? worthBy(prices, asset, position.amount) : null,
    }))
    .sort((a, b) => compare(b.worth?.TOMAN ?? -1n, a.worth?.TOMAN ?? -1n));
  const unrealised = rows.reduce(
    (sum, { position, worth }) => (worth ? plus(sum, minus(worth, position.cost)) : sum),
    ZERO_AMOUNTS,
  );
  const realised = rows.reduce((sum, { position }) => plus(sum, position.realised), ZERO_AMOUNTS);
  const sums = (quote: Quote) => ({
    unrealised: formatAmount(unrealised[quote], quote),
    realised: formatAmount(realised[quote], quote),
  });
  return { toman: sums('TOMAN'), tether: sums('TETHER'), coins: rows.map(shownProfit) };
}

const isMoved = (both: QuoteAmounts): boolean => QUOTES.some((quote) => both[quote] !== 0n);
const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

function shownProfit(row: { asset: Asset; position: Position; worth: QuoteAmounts | null }): CoinProfit {
  const { asset, position, worth } = row;
  const reckoned = (quote: Quote) => {
    const cost = position.cost[quote];
    const value = worth?.[quote] ?? null;
    const gain = value === null ? null : value - cost;
    return {
      cost: formatAmount(cost, quote),
      averagePrice:
        position.amount === 0n
          ? null
          : formatDecimal((cost * pow10(scaleOf(asset))) / position.amount, scaleOf(quote)),
      worth: value === null ? null : formatAmount(value, quote),
      unrealised: gain === null ? null : formatAmount(gain, quote),
      percent: gain === null || cost === 0n ? null : formatDecimal((gain * 10_000n) / cost, 2),
      realised: formatAmount(position.realised[quote], quote),
    };
  };
  return {
    asset,
    amount: formatAmount(position.amount, asset),
    toman: reckoned('TOMAN'),
    tether: reckoned('TETHER'),
  };
}
