import type { PublicTrade } from '@sarraf/domain/contracts';

export const SHOWN_TRADES = 50;

/** What is known and what came, each trade once, newest first; where trades are missing in between, what came alone. */
export function joinTrades(
  known: readonly PublicTrade[] | undefined,
  came: readonly PublicTrade[],
): readonly PublicTrade[] {
  if (!known || known.length === 0) return came.slice(0, SHOWN_TRADES);
  const [newer, older] = (known[0]?.number ?? 0) > (came[0]?.number ?? 0) ? [known, came] : [came, known];
  const last = newer.at(-1)?.number ?? 0;
  const before = older.filter(({ number }) => number < last);
  // Numbers have no gaps, so what doesn't follow leaves trades out.
  if (before[0] && before[0].number !== last - 1) return newer.slice(0, SHOWN_TRADES);
  return [...newer, ...before].slice(0, SHOWN_TRADES);
}
