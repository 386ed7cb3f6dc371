/** From then on in a minute nothing is left for later: a turn may take its time. */
const LAST_MS = 50_000;

/**
 * How many of the markets that are still quiet are traded in now, so that all of them are before the minute's last
 * seconds, spread over it; a turn comes each `turnMs`.
 */
export function quietTrades(quiet: number, sinceMinuteMs: number, turnMs: number): number {
  const turns = Math.max(1, Math.floor((LAST_MS - sinceMinuteMs) / turnMs));
  return Math.ceil(quiet / turns);
}
