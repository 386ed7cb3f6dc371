import type { BodyOf, setPreferences as contract, Preferences } from '@sarraf/domain/contracts';
import type { Caller } from '../../platform/http/http.ts';
import type { IdentityContext } from '../deps.ts';
import { lockSessionUser } from '../sessions/known-user.ts';
import { type User, updateUser } from '../store.ts';

/** Returns the chosen preferences; a language merely taken from a page is not one. */
export const preferencesOf = ({ language, languageChosen, theme }: User): Preferences => ({
  language: languageChosen ? language : null,
  theme,
});

/** Absent fields stay unchanged. */
export function setPreferences(
  context: IdentityContext,
  caller: Caller,
  { language, theme }: BodyOf<typeof contract>,
): Promise<Preferences> {
  return context.db.transaction().execute(async (tx) => {
    const user = await lockSessionUser(tx, caller);
    const chosen = {
      ...(language !== undefined && { language, languageChosen: true }),
      ...(theme !== undefined && { theme }),
    };
    await updateUser(tx, user.id, chosen);
    return preferencesOf({ ...user, ...chosen });
  });
}
