/** State of a repeated check: never done, not done for too long, or done recently. */
export type CheckFreshness = 'NEVER' | 'BLIND' | 'SEEING';

/**
 * A check older than this counts as not running: conditions are checked every five seconds, the ledger every
 * second.
 */
export const STALE_AFTER_MS = 2 * 60_000;

export function getCheckFreshness(at: string | null, now = Date.now()): CheckFreshness {
  if (at === null) return 'NEVER';
  return now - Date.parse(at) > STALE_AFTER_MS ? 'BLIND' : 'SEEING';
}
