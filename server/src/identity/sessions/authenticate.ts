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
/** A caller whom another process has admitted is this old at most: read, kept there, and then on its way to the writer. */
const UNDER_WAY_MS = 60_000;

interface Entry {
  caller: Caller;
  readAt: number;
}

export interface Authenticator {
  /** The person behind a token; null when it is unknown, ended or revoked. */
  authenticate(token: string): Promise<Caller | null>;
  /** A caller as of now, whom another process has admitted; read anew only where something of theirs has just changed. */
  recheck(caller: Caller): Promise<Caller | null>;
  /** Forgets what was read of this person, from now on. */
  forget(userId: string): void;
  /** The same of everybody: what has changed may not have been heard. */
  forgetAll(): void;
}

/** Reads sessions, and keeps what was read for a moment. Tokens are kept as digests, here too. */
export function createAuthenticator(context: IdentityContext): Authenticator {
  const cache = new LRUCache<string, Entry>({ max: MAX_CACHED });
  const reading = new Map<string, Promise<Caller | null>>();
  /** Raised by each change, so that a reading that began before it isn't kept. */
  let epoch = 0;
  /** Whom something has changed of while a caller may be under way. */
  const changed = new LRUCache<string, true>({ max: MAX_CACHED, ttl: UNDER_WAY_MS });
  let allChangedAt = -Infinity;

  async function read(key: string, by: Buffer | string): Promise<Caller | null> {
    const began = epoch;
    const row = await findSession(context.db, by);
    const now = context.clock.now();
    if (row === null || endOf(row) <= now) return null;
    const seen = now - row.lastSeenAt.getTime() >= SEEN_MS;
    const lastSeenAt = seen ? new Date(now) : row.lastSeenAt;
    const caller = callerOf({ ...row, lastSeenAt });
    if (seen) await touchSession(context.db, row.sessionId, lastSeenAt);
    if (began === epoch) cache.set(key, { caller, readAt: now });
    return caller;
  }

  /** From memory, or read; `by`: what the database finds it by. */
  function find(key: string, by: Buffer | string): Promise<Caller | null> | Caller {
    const entry = cache.get(key);
    const now = context.clock.now();
    if (entry && now - entry.readAt < FRESH_MS && now < entry.caller.endsAt) return entry.caller;
    const current = reading.get(key);
    if (current) return current;
    const begun = read(key, by).finally(() => {
      if (reading.get(key) === begun) reading.delete(key);
    });
    reading.set(key, begun);
    return begun;
  }

  return {
    async authenticate(token) {
      if (!isToken(token)) return null;
      const digest = digestToken(token);
      return find(digest.toString('base64url'), digest);
    },
    async recheck(caller) {
      const { userId, sessionId } = caller;
      if (!changed.has(userId) && performance.now() - allChangedAt > UNDER_WAY_MS) return caller;
      return find(`session ${sessionId}`, sessionId);
    },
    forgetAll() {
      epoch += 1;
      reading.clear();
      cache.clear();
      allChangedAt = performance.now();
    },
    forget(userId) {
      epoch += 1;
      reading.clear();
      changed.set(userId, true);
      for (const [key, entry] of cache.entries()) if (entry.caller.userId === userId) cache.delete(key);
    },
  };
}

const callerOf = (row: SessionRow): Caller => ({
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
  byPasskey: row.byPasskey,
  confirmedAt: row.confirmedAt.getTime(),
  proved: row.provedFor && row.provedAt && { change: row.provedFor, at: row.provedAt.getTime() },
  heldUntil: row.heldUntil?.getTime() ?? 0,
  frozen: row.frozen,
  settingsLockedUntil: row.settingsLockedUntil?.getTime() ?? 0,
  endsAt: endOf(row),
});

function endOf({
  remember,
  expiresAt,
  lastSeenAt,
}: Pick<SessionRow, 'remember' | 'expiresAt' | 'lastSeenAt'>): number {
  return remember
    ? expiresAt.getTime()
    : Math.min(expiresAt.getTime(), lastSeenAt.getTime() + SESSION_LIFE.idleMs);
}
