/** After this time in a minute all markets are done: a turn may be slow. */
const TRADING_END_MS = 50_000;

/**
 * Returns the number of quiet markets to trade in now, so that all have a trade before the minute's last seconds,
 * evenly spread; there is a turn each `turnMs`.
 */
export function countQuietTrades(quiet: number, sinceMinuteMs: number, turnMs: number): number {
  const remainingTurns = Math.max(1, Math.floor((TRADING_END_MS - sinceMinuteMs) / turnMs));
  return Math.ceil(quiet / remainingTurns);
}
