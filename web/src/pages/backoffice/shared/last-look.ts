/** State of a repeated check: never done, not done for too long, or done recently. */
export type LastLook = 'NEVER' | 'BLIND' | 'SEEING';

/**
 * A check older than this counts as not running: conditions are checked every five seconds, the ledger every
 * second.
 */
export const BLIND_AFTER_MS = 2 * 60_000;

export function lastLookOf(at: string | null, now = Date.now()): LastLook {
  if (at === null) return 'NEVER';
  return now - Date.parse(at) > BLIND_AFTER_MS ? 'BLIND' : 'SEEING';
}
