import type { Preferences, setPreferences } from '@sarraf/domain/contracts';
import { call } from '../lib/api/api.ts';
import { accountQuery } from '../lib/queries/queries.ts';
import { queryClient } from '../lib/queries/query-client.ts';
import { keepFollowed, keepUnsent, type PreferenceKind } from './account-preferences.ts';

export type Chosen<K extends PreferenceKind> = NonNullable<Preferences[K]>;

/** Of each kind the last that is on its way. */
const sending: Partial<Record<PreferenceKind, { value: string }>> = {};
let line = Promise.resolve();

/**
 * Has the account keep what is shown here, unless it does already or is about to. One after another, so that the last
 * choice is the one that stays; what could not be sent is sent the next time that the page loads.
 */
export function savePreference<K extends PreferenceKind>(
  kind: K,
  shown: Chosen<K>,
  account: { id: string; chosen: string | null },
): void {
  const last = sending[kind];
  if (shown === (last?.value ?? account.chosen)) {
    if (!last) keepUnsent(kind, null);
    return;
  }
  const mine = { value: shown };
  sending[kind] = mine;
  keepUnsent(kind, account.id);
  line = line.then(async () => {
    try {
      const { baseDTO } = await call<typeof setPreferences>('PUT', '/users/preferences', {
        body: { [kind]: shown },
      });
      // What was chosen since is what counts, here and there.
      if (sending[kind] !== mine) return;
      keepUnsent(kind, null);
      keepFollowed(kind, shown);
      queryClient.setQueryData(accountQuery.queryKey, (known) =>
        known ? { ...known, preferences: { ...known.preferences, [kind]: baseDTO[kind] } } : known,
      );
    } catch {
      // Here it holds all the same.
    } finally {
      if (sending[kind] === mine) delete sending[kind];
    }
  });
}
