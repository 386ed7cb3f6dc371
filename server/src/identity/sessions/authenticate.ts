import { LRUCache } from 'lru-cache';
import type { Caller } from '../../platform/http/http.ts';
import { SESSION_LIFE } from '../codes/limits.ts';
import type { IdentityContext } from '../deps.ts';
import { digestToken, isToken } from '../login/tokens.ts';
import { findSession, type SessionRow, touchSession } from './session-store.ts';

/** A trade's way passes here: a session that was read is good for so long, unless something is known to have changed. */
const FRESH_MS = 5_000;
/** How exactly the database knows when a session was last used. */
const SEEN_MS = 60_000;
const MAX_CACHED = 20_000;

interface Entry {
  caller: Caller;
  readAt: number;
  /** When the session ends if it isn't used any more. */
  endsAt: number;
}

export interface Authenticator {
  /** The person behind a token; null when it is unknown, ended or revoked. */
  authenticate(token: string): Promise<Caller | null>;
  /** Forgets what was read of this person, from now on. */
  forget(userId: string): void;
}

/** Reads sessions, and keeps what was read for a moment. Tokens are kept as digests, here too. */
export function createAuthenticator(context: IdentityContext): Authenticator {
  const cache = new LRUCache<string, Entry>({ max: MAX_CACHED });
  const reading = new Map<string, Promise<Caller | null>>();
  /** Raised by each change, so that a reading that began before it isn't kept. */
  let epoch = 0;

  async function read(key: string, digest: Buffer): Promise<Caller | null> {
    const began = epoch;
    const row = await findSession(context.db, digest);
    const now = context.clock.now();
    if (row === null || endOf(row) <= now) return null;
    const caller: Caller = {
      userId: row.userId,
      sessionId: row.sessionId,
      authenticationType: row.authenticationType,
      level: row.level,
      inviterId: row.inviterId,
      invitedBy: row.invitedBy,
      supervisor: row.level === 'SUPERVISOR',
      customerKind: row.customerKind,
      staffRoles: row.staffRoles,
      authenticator: row.authenticator,
      confirmedAt: row.confirmedAt.getTime(),
      proved: row.provedFor && row.provedAt && { change: row.provedFor, at: row.provedAt.getTime() },
      heldUntil: row.heldUntil?.getTime() ?? 0,
      frozen: row.frozen,
      settingsLockedUntil: row.settingsLockedUntil?.getTime() ?? 0,
    };
    let { lastSeenAt } = row;
    if (now - lastSeenAt.getTime() >= SEEN_MS) {
      lastSeenAt = new Date(now);
      await touchSession(context.db, row.sessionId, lastSeenAt);
    }
    if (began === epoch) cache.set(key, { caller, readAt: now, endsAt: endOf({ ...row, lastSeenAt }) });
    return caller;
  }

  return {
    async authenticate(token) {
      if (!isToken(token)) return null;
      const digest = digestToken(token);
      const key = digest.toString('base64url');
      const entry = cache.get(key);
      const now = context.clock.now();
      if (entry && now - entry.readAt < FRESH_MS && now < entry.endsAt) return entry.caller;
      const current = reading.get(key);
      if (current) return current;
      const begun = read(key, digest).finally(() => {
        if (reading.get(key) === begun) reading.delete(key);
      });
      reading.set(key, begun);
      return begun;
    },
    forget(userId) {
      epoch += 1;
      reading.clear();
      for (const [key, entry] of cache.entries()) if (entry.caller.userId === userId) cache.delete(key);
    },
  };
}

function endOf({
  remember,
  expiresAt,
  lastSeenAt,
}: Pick<SessionRow, 'remember' | 'expiresAt' | 'lastSeenAt'>): number {
  return remember
    ? expiresAt.getTime()
    : Math.min(expiresAt.getTime(), lastSeenAt.getTime() + SESSION_LIFE.idleMs);
}
