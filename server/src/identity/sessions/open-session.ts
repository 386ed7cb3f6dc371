import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { SESSION_LIFE } from '../codes/limits.ts';
import type { IdentityContext, LoginOrigin } from '../deps.ts';
import { digestToken, newToken } from '../login/tokens.ts';
import { insertSession, type NewSession } from './session-store.ts';

/** Opens a session; the token exists only in the returned value. */
export async function openSession(
  context: IdentityContext,
  tx: Tx,
  { userId, remember, byPasskey }: Pick<NewSession, 'userId' | 'remember' | 'byPasskey'>,
  loginOrigin: LoginOrigin,
): Promise<string> {
  const token = newToken();
  const createdAt = context.now();
  const id = newId();
  const lifeMs = remember ? SESSION_LIFE.rememberedMs : SESSION_LIFE.absoluteMs;
  const expiresAt = new Date(createdAt.getTime() + lifeMs);
  await insertSession(
    tx,
    { id, tokenDigest: digestToken(token), userId, remember, byPasskey, createdAt, expiresAt },
    loginOrigin,
  );
  context.log.info({ event: 'session opened', userId, sessionId: id }, 'identity');
  return token;
}
