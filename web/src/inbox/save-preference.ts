import type { Preferences, setPreferences } from '@sarraf/domain/contracts';
import { call } from '../lib/api/api.ts';
import { accountQuery } from '../lib/queries/queries.ts';
import { queryClient } from '../lib/queries/query-client.ts';
import { keepFollowed, keepUnsent, type PreferenceKind } from './account-preferences.ts';

export type Chosen<K extends PreferenceKind> = NonNullable<Preferences[K]>;

/** The last value of each preference that is being sent. */
const sending: Partial<Record<PreferenceKind, { value: string }>> = {};
let line = Promise.resolve();

/**
 * Saves the value shown here to the account, unless it is there already or being sent. Sequentially, so that the
 * last choice wins; what could not be sent is sent at the next page load.
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
      // A later choice takes precedence, here and on the account.
      if (sending[kind] !== mine) return;
      keepUnsent(kind, null);
      keepFollowed(kind, shown);
      queryClient.setQueryData(accountQuery.queryKey, (known) =>
        known ? { ...known, preferences: { ...known.preferences, [kind]: baseDTO[kind] } } : known,
      );
    } catch {
      // It is applied here in any case.
    } finally {
      if (sending[kind] === mine) delete sending[kind];
    }
  });
}
