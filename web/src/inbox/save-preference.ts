import type { Preferences, setPreferences } from '@sarraf/domain/contracts';
import { call } from '../lib/api/api.ts';
import { accountQuery } from '../lib/queries/queries.ts';
import { queryClient } from '../lib/queries/query-client.ts';
import { type PreferenceKind, saveAdopted, saveUnsent } from './account-preferences.ts';

export type PreferenceValue<K extends PreferenceKind> = NonNullable<Preferences[K]>;

/** The last value of each preference that is being sent. */
const pendingValues: Partial<Record<PreferenceKind, { value: string }>> = {};
let queue = Promise.resolve();

/**
 * Saves the value shown here to the account, unless it is there already or being sent. Sequentially, so that the
 * last choice wins; what could not be sent is sent at the next page load.
 */
export function savePreference<K extends PreferenceKind>(
  kind: K,
  value: PreferenceValue<K>,
  account: { id: string; chosen: string | null },
): void {
  const pending = pendingValues[kind];
  if (value === (pending?.value ?? account.chosen)) {
    if (!pending) saveUnsent(kind, null);
    return;
  }
  const ownEntry = { value: value };
  pendingValues[kind] = ownEntry;
  saveUnsent(kind, account.id);
  queue = queue.then(async () => {
    try {
      const { baseDTO } = await call<typeof setPreferences>('PUT', '/users/preferences', {
        body: { [kind]: value },
      });
      // A later choice takes precedence, here and on the account.
      if (pendingValues[kind] !== ownEntry) return;
      saveUnsent(kind, null);
      saveAdopted(kind, value);
      queryClient.setQueryData(accountQuery.queryKey, (cached) =>
        cached ? { ...cached, preferences: { ...cached.preferences, [kind]: baseDTO[kind] } } : cached,
      );
    } catch {
      // It is applied here in any case.
    } finally {
      if (pendingValues[kind] === ownEntry) delete pendingValues[kind];
    }
  });
}
