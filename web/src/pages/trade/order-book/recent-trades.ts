import type { PublicTrade } from '@sarraf/domain/contracts';

export const MAX_SHOWN_TRADES = 50;

/** Joins known and new trades, each once, newest first; after a gap returns only the new ones. */
export function mergeTrades(
  knownTrades: readonly PublicTrade[] | undefined,
  newTrades: readonly PublicTrade[],
): readonly PublicTrade[] {
  if (!knownTrades || knownTrades.length === 0) return newTrades.slice(0, MAX_SHOWN_TRADES);
  const [newer, older] =
    (knownTrades[0]?.number ?? 0) > (newTrades[0]?.number ?? 0)
      ? [knownTrades, newTrades]
      : [newTrades, knownTrades];
  const last = newer.at(-1)?.number ?? 0;
  const remaining = older.filter(({ number }) => number < last);
  // Numbers are consecutive, so a jump means missing trades.
  if (remaining[0] && remaining[0].number !== last - 1) return newer.slice(0, MAX_SHOWN_TRADES);
  return [...newer, ...remaining].slice(0, MAX_SHOWN_TRADES);
}
