import { formatAmount, type Ppm, percentText, type Quote, type UserLevel } from '@sarraf/domain';
import type { AccountLevel } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';

export interface Level {
  level: UserLevel;
  /** Minimum three-month volume, smallest units of Toman. */
  tradeAmount: bigint;
  feeRates: Record<Quote, Ppm>;
}

export interface Levels {
  /** Returns the fee rate of a level on a market's quote, from memory. */
  feeRateOf(level: UserLevel, quote: Quote): Ppm;
  /**
   * Returns the level for a three-month volume (smallest units of Toman): never SUPERVISOR, which only staff
   * assigns.
   */
  levelOf(volume: bigint): UserLevel;
  /** Lowest first. */
  listLevels(): readonly Level[];
  /** Reloads the rows: call it after changing them. */
  refresh(): Promise<void>;
}

/** Maximum delay before an external change (an operator's SQL) takes effect. */
const STALE_MS = 10_000;

export async function createLevels({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Promise<Levels> {
  let levels: readonly Level[] = await readLevels(db);
  let readAt = clock.now();

  let reading: Promise<void> = Promise.resolve();
  // Serialised, so that the last query determines the result.
  function refresh(): Promise<void> {
    readAt = clock.now();
    reading = reading
      .catch(() => {})
      .then(async () => {
        levels = await readLevels(db);
      });
    return reading;
  }

  /** Returns the cached rows and reloads stale ones in the background. */
  function getCachedLevels(): readonly Level[] {
    if (clock.now() - readAt >= STALE_MS)
      refresh().catch((err) => log.warn({ err }, 'failed to load account levels'));
    return levels;
  }

  return {
    feeRateOf(name, quote) {
      const level = getCachedLevels().find((row) => row.level === name);
      if (!level) throw new Error(`unknown account level ${name}`);
      return level.feeRates[quote];
    },
    levelOf: (volume) => levelForVolume(getCachedLevels(), volume),
    listLevels: getCachedLevels,
    refresh,
  };
}

/** Returns the highest level whose threshold is reached, in whatever order the rows are. */
export function levelForVolume(levels: readonly Level[], volume: bigint): UserLevel {
  const earned = levels
    .filter(({ level, tradeAmount }) => level !== 'SUPERVISOR' && tradeAmount <= volume)
    .reduce<Level | null>(
      (highest, row) => (highest && highest.tradeAmount > row.tradeAmount ? highest : row),
      null,
    );
  return earned?.level ?? 'BRONZE';
}

async function readLevels(db: Db): Promise<Level[]> {
  const { rows } = await sql<{ level: UserLevel; tradeAmount: bigint; toman: bigint; tether: bigint }>`
    select level, trade_amount as "tradeAmount", wage_ppm as toman, wage_tether_ppm as tether
    from account_levels order by position`.execute(db);
  return rows.map(({ level, tradeAmount, toman, tether }) => ({
    level,
    tradeAmount,
    feeRates: { TOMAN: toman, TETHER: tether },
  }));
}

export const levelDto = ({ level, tradeAmount, feeRates }: Level): AccountLevel => ({
  userAccountLevel: level,
  tradeAmount: formatAmount(tradeAmount, 'TOMAN'),
  wagePercent: percentText(feeRates.TOMAN),
  wagePercentTether: percentText(feeRates.TETHER),
});
