import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { AppError } from '@sarraf/domain';
import { refuseAddressOf } from '../../platform/http/admit.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { KeyCaller, KeyClaim } from '../../platform/http/keys/key-gate.ts';
import { isId } from '../../platform/ids.ts';
import type { IdentityContext } from '../deps.ts';
import { personOf } from '../sessions/authenticate.ts';
import { createFreshCallers } from '../sessions/fresh-callers.ts';
import { checkingKeyOf, isSignedBy, openGrant, withdrawsFrom } from './key-grant.ts';
import { findKeyOfPerson, type KeyOfPerson } from './key-store.ts';

/** Replaces "never" between processes, which exchange numbers. */
const NEVER = Number.MAX_SAFE_INTEGER;

interface Entry {
  caller: KeyCaller;
  checkingKey: KeyObject;
}

export interface Keyring {
  /** API_KEY_REFUSED: unknown, revoked, of a blocked user, or a wrong signature; API_KEY_EXPIRED; API_KEY_ADDRESS. */
  verify(claim: KeyClaim): Promise<KeyCaller>;
  /** Rechecks a caller admitted by another process; null: the key is no longer valid. */
  recheck(caller: Caller): Promise<Caller | null>;
  forget(userId: string): void;
  forgetAll(): void;
}

/** Reads keys, and caches them briefly. */
export function createKeyring(context: IdentityContext): Keyring {
  const fresh = createFreshCallers(context.clock, async (id: string) => {
    const row = await findKeyOfPerson(context.db, id);
    if (row === null) return null;
    try {
      return entryOf(context, row);
    } catch (err) {
      context.log.error({ area: 'identity', event: 'API key tampered', keyId: id, err }, 'identity');
      return null;
    }
  });
  const nobodys = createSecretKey(randomBytes(32));
  const hasEnded = ({ endsAt }: Caller) => endsAt <= context.clock.now();
  return {
    async verify({ key, text, signature, ip }) {
      const entry = isId(key) ? await fresh.find(key, key) : null;
      // An unknown key takes as long as a known one.
      if (entry === null) createHmac('sha256', nobodys).update(text).digest();
      if (entry === null || !isSignedBy(entry.checkingKey, text, signature))
        throw new AppError('API_KEY_REFUSED');
      if (hasEnded(entry.caller)) throw new AppError('API_KEY_EXPIRED');
      refuseAddressOf(entry.caller.program, ip);
      return entry.caller;
    },
    async recheck(caller) {
      const id = caller.program?.id ?? '';
      const entry = fresh.mayHaveChanged(caller.userId) ? await fresh.find(id, id) : { caller };
      return entry === null || hasEnded(entry.caller) ? null : entry.caller;
    },
    forget: fresh.forget,
    forgetAll: fresh.forgetAll,
  };
}

/** A key has no session, has confirmed nothing, and has no staff role, whatever role its owner has. */
function entryOf(context: IdentityContext, row: KeyOfPerson): Entry {
  const grant = openGrant(context, row);
  const { permissions, addresses, expiresAt } = grant;
  return {
    checkingKey: checkingKeyOf(grant),
    caller: {
      ...personOf(row),
      sessionId: row.id,
      staffRoles: [],
      byPasskey: false,
      confirmedAt: 0,
      proved: null,
      endsAt: expiresAt ?? NEVER,
      program: {
        id: row.id,
        permissions,
        addresses,
        withdrawsFrom: withdrawsFrom(grant),
        level: row.apiLevel,
      },
    },
  };
}
