import type { Caller } from '../platform/http.ts';
import type { IdentityContext } from './deps.ts';
import { revokeSession } from './session-store.ts';

/** Ends this session: its token is worthless when this returns. */
export async function logOut(kit: IdentityContext, { userId, sessionId }: Caller): Promise<void> {
  await revokeSession(kit.db, sessionId, kit.now());
  kit.log.info({ event: 'session ended', userId, sessionId }, 'identity');
  kit.bus.publish('user', { userId });
}
