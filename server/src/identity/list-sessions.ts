import type { SessionRow } from '@sarraf/domain/contracts';
import type { Caller } from '../platform/http.ts';
import type { Kit } from './deps.ts';
import { SESSION } from './limits.ts';
import { placeOf } from './place-of.ts';
import { findSessions } from './session-store.ts';

const MAX_SHOWN = 50;

/** The person's sessions that still let somebody in, newest first. */
export async function listSessions(kit: Kit, { userId, sessionId }: Caller): Promise<SessionRow[]> {
  const now = kit.now();
  const idleSince = new Date(now.getTime() - SESSION.idleMs);
  const rows = await findSessions(kit.db, userId, { now, idleSince, limit: MAX_SHOWN });
  return rows.map(({ id, createdAt, lastSeenAt, remember, ip, ...visit }) => ({
    id,
    ...visit,
    ipAddress: ip,
    countryCode: placeOf(ip),
    createdAtDateTime: createdAt.toISOString(),
    lastSeenDateTime: lastSeenAt.toISOString(),
    remember,
    current: id === sessionId,
  }));
}
