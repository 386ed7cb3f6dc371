import { AppError } from '@sarraf/domain';
import { PASSKEY_ROLES } from '@sarraf/domain/contracts';
import type { Caller } from '../../platform/http/http.ts';
import type { IdentityContext } from '../deps.ts';
import { hasPasskeys } from './passkey-store.ts';

/**
 * Requires a session that was started with a passkey, if the user's role requires one: otherwise an attacker who
 * phished password and code could add a passkey. The first one is added by code. PASSKEY_REQUIRED.
 */
export async function requirePasskey(
  { config, db }: IdentityContext,
  { userId, staffRoles, byPasskey }: Caller,
): Promise<void> {
  if (config.sandbox || byPasskey || !staffRoles.some((role) => PASSKEY_ROLES.has(role))) return;
  if (await hasPasskeys(db, userId)) throw new AppError('PASSKEY_REQUIRED');
}
