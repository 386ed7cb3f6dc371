/** What is known of something that is looked at again and again: never looked at, not for too long, or looked at just now. */
export type LastLook = 'NEVER' | 'BLIND' | 'SEEING';

/** After this without a look nobody knows: conditions are looked at every five seconds, the ledger each second. */
export const BLIND_AFTER_MS = 2 * 60_000;

export function lastLookOf(at: string | null, now = Date.now()): LastLook {
  if (at === null) return 'NEVER';
  return now - Date.parse(at) > BLIND_AFTER_MS ? 'BLIND' : 'SEEING';
}
