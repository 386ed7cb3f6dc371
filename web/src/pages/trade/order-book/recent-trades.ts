import type { PublicTrade } from '@sarraf/domain/contracts';

export const SHOWN_TRADES = 50;

/** Joins known and new trades, each once, newest first; after a gap returns only the new ones. */
export function joinTrades(
  known: readonly PublicTrade[] | undefined,
  came: readonly PublicTrade[],
): readonly PublicTrade[] {
  if (!known || known.length === 0) return came.slice(0, SHOWN_TRADES);
  const [newer, older] = (known[0]?.number ?? 0) > (came[0]?.number ?? 0) ? [known, came] : [came, known];
  const last = newer.at(-1)?.number ?? 0;
  const before = older.filter(({ number }) => number < last);
  // Numbers are consecutive, so a jump means missing trades.
  if (before[0] && before[0].number !== last - 1) return newer.slice(0, SHOWN_TRADES);
  return [...newer, ...before].slice(0, SHOWN_TRADES);
}
