import type { SessionRow } from '@sarraf/domain/contracts';
import type { Caller } from '../../platform/http/http.ts';
import { SESSION_LIFE } from '../codes/limits.ts';
import { countryOf } from '../country-of.ts';
import type { IdentityContext } from '../deps.ts';
import { findSessions } from './session-store.ts';

const MAX_SHOWN = 50;

/** Returns the user's valid sessions, newest first. */
export async function listSessions(
  context: IdentityContext,
  { userId, sessionId }: Caller,
): Promise<SessionRow[]> {
  const now = context.now();
  const idleSince = new Date(now.getTime() - SESSION_LIFE.idleMs);
  const rows = await findSessions(context.db, userId, { now, idleSince, limit: MAX_SHOWN });
  return rows.map(({ id, createdAt, lastSeenAt, remember, ip, ...visit }) => ({
    id,
    ...visit,
    ipAddress: ip,
    countryCode: countryOf(ip),
    createdAtDateTime: createdAt.toISOString(),
    lastSeenDateTime: lastSeenAt.toISOString(),
    remember,
    current: id === sessionId,
  }));
}
