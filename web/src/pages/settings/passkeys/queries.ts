import { accountQuery } from '../../../lib/queries/queries.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';

export const PASSKEYS_KEY = ['passkeys'];

/** Refetches after a change: other devices were signed out, and withdrawals are blocked for a while. */
export async function refetchAfterPasskeyChange(): Promise<void> {
  await Promise.all(
    [PASSKEYS_KEY, ['sessions'], accountQuery.queryKey].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
