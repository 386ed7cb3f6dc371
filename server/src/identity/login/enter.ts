import type { Tx } from '../../platform/database/database.ts';
import type { BrowserLoginOrigin, IdentityContext } from '../deps.ts';
import type { Language } from '../ports.ts';
import { openSession } from '../sessions/open-session.ts';
import { insertLoginAttempt, type User, updateUser } from '../store.ts';
import { recordKnownBrowser } from './client.ts';
import { notifyNewDevice } from './notify-new-device.ts';

export interface LoginParams {
  userId: string;
  /** The locked row; null: the account has just been created. */
  user: User | null;
  /** Keeps the session for 30 days instead of 24 hours. */
  remember: boolean;
  language: Language;
  byPasskey: boolean;
}

/**
 * Completes a log-in, whatever it was proved by; returns the new session's token. Messages to the user are in the
 * language of the sign-in, unless they chose one.
 */
export async function completeLogin(
  context: IdentityContext,
  tx: Tx,
  { userId, user, remember, language, byPasskey }: LoginParams,
  loginOrigin: BrowserLoginOrigin,
): Promise<string> {
  if (user) {
    const userLanguage = languageOf(user, language);
    if (user.language !== userLanguage) await updateUser(tx, user.id, { language: userLanguage });
    await notifyNewDevice(context, tx, user, loginOrigin, userLanguage);
  }
  await recordKnownBrowser(tx, userId, loginOrigin.client, context.now());
  await insertLoginAttempt(tx, { ...loginOrigin, userId, successful: true }, context.now());
  return openSession(context, tx, { userId, remember, byPasskey }, loginOrigin);
}

export const languageOf = (user: User, signedInWith: Language): Language =>
  user.languageChosen ? user.language : signedInWith;
