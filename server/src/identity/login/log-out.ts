import type { Caller } from '../../platform/http/http.ts';
import type { IdentityContext } from '../deps.ts';
import { revokeSession } from '../sessions/session-store.ts';

/** Ends this session: its token is invalid when this returns. */
export async function logOut(context: IdentityContext, { userId, sessionId }: Caller): Promise<void> {
  await revokeSession(context.db, sessionId, context.now());
  context.log.info({ event: 'session ended', userId, sessionId }, 'identity');
  context.bus.publish('user', { userId });
}
