import {
  formatDecimal,
  parseDecimal,
  type Quote,
  scaleOf,
  USER_LEVELS,
  type UserLevel,
} from '@sarraf/domain';
import type { AccountLevel } from '@sarraf/domain/contracts';
import { getLevelFee } from './fee-rate.ts';

const SCALE = scaleOf('TOMAN');
const parseToman = (text: string): bigint => parseDecimal(text, SCALE) ?? 0n;

export interface NextLevel {
  level: UserLevel;
  /** Fee in markets of the requested quote. */
  fee: string;
  /** Toman of volume that the level requires, and how much is still missing. */
  from: string;
  missing: string;
  /** Progress, 0 to 100. */
  percent: number;
}

/**
 * Returns the level after the person's own and the progress to it; null at the top, and for a market maker, who has
 * no levels.
 */
export function findNextLevel(
  levels: readonly AccountLevel[],
  currentLevel: UserLevel,
  volume: string,
  quote: Quote,
): NextLevel | null {
  if (currentLevel === 'SUPERVISOR') return null;
  const next = USER_LEVELS[USER_LEVELS.indexOf(currentLevel) + 1];
  const row = levels.find(({ userAccountLevel }) => userAccountLevel === next);
  if (!row || !next || next === 'SUPERVISOR') return null;
  const requiredVolume = parseToman(row.tradeAmount);
  const reachedVolume = parseToman(volume);
  const percent =
    requiredVolume > 0n ? Number.parseInt(((reachedVolume * 100n) / requiredVolume).toString(), 10) : 0;
  return {
    level: next,
    fee: getLevelFee(row, quote),
    from: row.tradeAmount,
    missing: formatDecimal(requiredVolume > reachedVolume ? requiredVolume - reachedVolume : 0n, SCALE),
    percent: Math.min(99, Math.max(0, percent)),
  };
}
