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
import type { CoinProfit, DailyWorth, PortfolioProfit } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';
import { addDays, toTehranTime } from '../rules/index.ts';
import type { ReferralDeps } from './deps.ts';
import { addAmounts, type Position, type QuoteAmounts, subtractAmounts, ZERO_AMOUNTS } from './position.ts';
import { readPositions } from './position-store.ts';
import { type DayPrices, readCurrentPrices, valueInQuotes } from './prices.ts';

type PortfolioDeps = Pick<ReferralDeps, 'db' | 'market' | 'clock' | 'balancesOf'> & { dayPrices: DayPrices };

interface ClosingBalance {
  asset: Asset;
  day: string;
  balance: bigint;
}

/**
 * Returns closing balances from the last one before `since`, for each asset, oldest first: a row per day with a
 * change.
 */
async function readClosingBalances(db: Queryable, userId: string, since: string): Promise<ClosingBalance[]> {
  const { rows } = await sql<ClosingBalance>`
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
export async function readPortfolioValue(
  deps: PortfolioDeps,
  userId: string,
  days: number,
): Promise<DailyWorth[]> {
  const { db, market, clock, balancesOf, dayPrices } = deps;
  const today = toTehranTime(clock.now()).day;
  const since = addDays(today, 1 - days);
  const [closingBalances, balances] = await Promise.all([
    readClosingBalances(db, userId, since),
    balancesOf(userId),
  ]);
  const currentPrices = readCurrentPrices(market);
  const currentValue = balances.reduce(
    (runningTotal, { asset, total }) => addAmounts(runningTotal, valueInQuotes(currentPrices, asset, total)),
    ZERO_AMOUNTS,
  );
  const firstBalanceDay = closingBalances[0]?.day ?? today;
  const pastDays = listDaysBetween(firstBalanceDay < since ? since : firstBalanceDay, today);
  const prices = await dayPrices.readDayPrices(pastDays);
  const balanceByAsset = new Map<Asset, bigint>();
  let nextIndex = 0;
  const pricedCoins = new Set([...prices.values()].flatMap((dayPricesMap) => [...dayPricesMap.keys()]));
  const content = pastDays.map((day) => {
    for (
      ;
      nextIndex < closingBalances.length && (closingBalances[nextIndex] as ClosingBalance).day <= day;
      nextIndex += 1
    ) {
      const { asset, balance } = closingBalances[nextIndex] as ClosingBalance;
      balanceByAsset.set(asset, balance);
    }
    const pricesOfDay = prices.get(day) ?? new Map();
    const worth = [...balanceByAsset].reduce(
      (dayTotal, [asset, balance]) => addAmounts(dayTotal, valueInQuotes(pricesOfDay, asset, balance)),
      ZERO_AMOUNTS,
    );
    const isComplete = [...balanceByAsset].every(([asset, balance]) => {
      const coin = asset as Coin;
      return asset === 'TOMAN' || balance === 0n || pricesOfDay.has(coin) || !pricedCoins.has(coin);
    });
    return { whole: isComplete, row: worthDto(day, worth) };
  });
  // Before a coin's first price its value is unknown: the line starts where all values are known.
  const firstCompleteIndex = content.findIndex(({ whole }) => whole);
  const rows = firstCompleteIndex < 0 ? [] : content.slice(firstCompleteIndex).map(({ row }) => row);
  return [...rows, worthDto(today, currentValue)];
}

function listDaysBetween(first: string, end: string): string[] {
  const days: string[] = [];
  for (let day = first; day < end; day = addDays(day, 1)) days.push(day);
  return days;
}

const worthDto = (day: string, worth: QuoteAmounts): DailyWorth => ({
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
  const prices = readCurrentPrices(market);
  const hasPrice = (asset: Asset) => asset === 'TOMAN' || prices.has(asset as Coin);
  const rows = positions
    .filter(({ position }) => position.amount > 0n || isNonZero(position.realised))
    .map(({ asset, position }) => ({
      asset,
      position,
      worth: hasPrice(asset) || position.amount === 0n ? valueInQuotes(prices, asset, position.amount) : null,
    }))
    .sort((a, b) => compare(b.worth?.TOMAN ?? -1n, a.worth?.TOMAN ?? -1n));
  const unrealised = rows.reduce(
    (sum, { position, worth }) => (worth ? addAmounts(sum, subtractAmounts(worth, position.cost)) : sum),
    ZERO_AMOUNTS,
  );
  const realised = rows.reduce((sum, { position }) => addAmounts(sum, position.realised), ZERO_AMOUNTS);
  const totalsDto = (quote: Quote) => ({
    unrealised: formatAmount(unrealised[quote], quote),
    realised: formatAmount(realised[quote], quote),
  });
  return { toman: totalsDto('TOMAN'), tether: totalsDto('TETHER'), coins: rows.map(coinProfitDto) };
}

const isNonZero = (amounts: QuoteAmounts): boolean => QUOTES.some((quote) => amounts[quote] !== 0n);
const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

function coinProfitDto(row: { asset: Asset; position: Position; worth: QuoteAmounts | null }): CoinProfit {
  const { asset, position, worth } = row;
  const profitIn = (quote: Quote) => {
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
    toman: profitIn('TOMAN'),
    tether: profitIn('TETHER'),
  };
}
