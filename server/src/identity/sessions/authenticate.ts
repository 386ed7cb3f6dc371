import type { Caller } from '../../platform/http/http.ts';
import { SESSION_LIFE } from '../codes/limits.ts';
import type { IdentityContext } from '../deps.ts';
import { digestToken, isToken } from '../login/tokens.ts';
import { createCallerCache } from './fresh-callers.ts';
import { findSession, type PersonRow, type SessionRow, touchSession } from './session-store.ts';

/** Precision with which the last use of a session is stored. */
const LAST_SEEN_PRECISION_MS = 60_000;

export interface Authenticator {
  /** Returns the user of a token; null: unknown, expired or revoked. */
  authenticate(token: string): Promise<Caller | null>;
  /** Rechecks a caller admitted by another process; queries only if something of theirs has just changed. */
  recheck(caller: Caller): Promise<Caller | null>;
  /** Drops cached data of this user. */
  dropUser(userId: string): void;
  /** Drops all cached data, because change messages may have been missed. */
  dropAll(): void;
}

/** Reads sessions, and caches them briefly, by the digests of their tokens. */
export function createAuthenticator(context: IdentityContext): Authenticator {
  const freshCallers = createCallerCache(context.clock, async (sessionKey: Buffer | string) => {
    const row = await findSession(context.db, sessionKey);
    const now = context.clock.now();
    if (row === null || sessionEndOf(row) <= now) return null;
    const isTouchDue = now - row.lastSeenAt.getTime() >= LAST_SEEN_PRECISION_MS;
    const lastSeenAt = isTouchDue ? new Date(now) : row.lastSeenAt;
    const caller = buildCaller({ ...row, lastSeenAt });
    if (isTouchDue) await touchSession(context.db, row.sessionId, lastSeenAt);
    return { caller };
  });
  const findCaller = async (key: string, sessionKey: Buffer | string) =>
    (await freshCallers.find(key, sessionKey))?.caller ?? null;
  return {
    async authenticate(token) {
      if (!isToken(token)) return null;
      const digest = digestToken(token);
      return findCaller(digest.toString('base64url'), digest);
    },
    async recheck(caller) {
      const { userId, sessionId } = caller;
      return freshCallers.mayHaveChanged(userId) ? findCaller(`session ${sessionId}`, sessionId) : caller;
    },
    dropUser: freshCallers.dropUser,
    dropAll: freshCallers.dropAll,
  };
}

const buildCaller = (row: SessionRow): Caller => ({
  ...callerUserFieldsOf(row),
  sessionId: row.sessionId,
  staffRoles: row.staffRoles,
  byPasskey: row.byPasskey,
  confirmedAt: row.confirmedAt.getTime(),
  proved: row.provedFor && row.provedAt && { change: row.provedFor, at: row.provedAt.getTime() },
  endsAt: sessionEndOf(row),
});

/** Returns the part of a caller that depends on the user only. */
export const callerUserFieldsOf = (row: PersonRow) => ({
  userId: row.userId,
  authenticationType: row.authenticationType,
  level: row.level,
  inviterId: row.inviterId,
  invitedBy: row.invitedBy,
  supervisor: row.level === 'SUPERVISOR',
  customerKind: row.customerKind,
  authenticator: row.authenticator,
  heldUntil: row.heldUntil?.getTime() ?? 0,
  frozen: row.frozen,
  settingsLockedUntil: row.settingsLockedUntil?.getTime() ?? 0,
});

function sessionEndOf({
  remember,
  expiresAt,
  lastSeenAt,
}: Pick<SessionRow, 'remember' | 'expiresAt' | 'lastSeenAt'>): number {
  return remember
    ? expiresAt.getTime()
    : Math.min(expiresAt.getTime(), lastSeenAt.getTime() + SESSION_LIFE.idleMs);
}
