import type { PasskeyRow } from '@sarraf/domain/contracts';
import type { Caller } from '../../platform/http/http.ts';
import type { IdentityContext } from '../deps.ts';
import { findPasskeys, type Passkey } from './passkey-store.ts';

/** Returns the user's passkeys, newest first. */
export const listPasskeys = async (context: IdentityContext, { userId }: Caller): Promise<PasskeyRow[]> =>
  (await findPasskeys(context.db, userId)).map(passkeyDto);

export const passkeyDto = ({
  id,
  name,
  kind,
  createdAt,
  lastUsedAt,
}: Omit<Passkey, 'key' | 'credentialId'>): PasskeyRow => ({
  id,
  name,
  kind,
  createdAtDateTime: createdAt.toISOString(),
  lastUsedDateTime: lastUsedAt?.toISOString() ?? null,
});
