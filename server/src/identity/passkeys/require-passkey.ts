import { AppError } from '@sarraf/domain';
import { PASSKEY_ROLES } from '@sarraf/domain/contracts';
import type { Caller } from '../../platform/http/http.ts';
import type { IdentityContext } from '../deps.ts';
import { hasPasskeys } from './passkey-store.ts';

/**
 * Whose role asks for a passkey changes theirs in a session that began with one: otherwise whoever led them to give away
 * password and code would bring a passkey of their own. The first one is added by code. PASSKEY_REQUIRED.
 */
export async function requirePasskey(
  { config, db }: IdentityContext,
  { userId, staffRoles, byPasskey }: Caller,
): Promise<void> {
  if (config.sandbox || byPasskey || !staffRoles.some((role) => PASSKEY_ROLES.has(role))) return;
  if (await hasPasskeys(db, userId)) throw new AppError('PASSKEY_REQUIRED');
}
