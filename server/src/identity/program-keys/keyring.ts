import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { AppError } from '@sarraf/domain';
import { assertAddressAllowed } from '../../platform/http/admit.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { KeyCaller, KeyClaim } from '../../platform/http/keys/key-gate.ts';
import { isId } from '../../platform/ids.ts';
import type { IdentityContext } from '../deps.ts';
import { callerUserFieldsOf } from '../sessions/authenticate.ts';
import { createCallerCache } from '../sessions/fresh-callers.ts';
import { isSignedBy, openGrant, verificationKeyOf, withdrawalsStartAt } from './key-grant.ts';
import { findKeyWithUser, type KeyWithUser } from './key-store.ts';

/** Expiry of a key that has none, since processes exchange it as a number. */
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
  dropUser(userId: string): void;
  dropAll(): void;
}

/** Reads keys, and caches them briefly. */
export function createKeyring(context: IdentityContext): Keyring {
  const freshCallers = createCallerCache(context.clock, async (id: string) => {
    const row = await findKeyWithUser(context.db, id);
    if (row === null) return null;
    try {
      return buildEntry(context, row);
    } catch (err) {
      context.log.error({ area: 'identity', event: 'API key tampered', keyId: id, err }, 'identity');
      return null;
    }
  });
  const dummyKey = createSecretKey(randomBytes(32));
  const hasEnded = ({ endsAt }: Caller) => endsAt <= context.clock.now();
  return {
    async verify({ key, text, signature, ip }) {
      const entry = isId(key) ? await freshCallers.find(key, key) : null;
      // An unknown key takes as long as a known one.
      if (entry === null) createHmac('sha256', dummyKey).update(text).digest();
      if (entry === null || !isSignedBy(entry.checkingKey, text, signature))
        throw new AppError('API_KEY_REFUSED');
      if (hasEnded(entry.caller)) throw new AppError('API_KEY_EXPIRED');
      assertAddressAllowed(entry.caller.program, ip);
      return entry.caller;
    },
    async recheck(caller) {
      const id = caller.program?.id ?? '';
      const entry = freshCallers.mayHaveChanged(caller.userId) ? await freshCallers.find(id, id) : { caller };
      return entry === null || hasEnded(entry.caller) ? null : entry.caller;
    },
    dropUser: freshCallers.dropUser,
    dropAll: freshCallers.dropAll,
  };
}

/** A key has no session, has confirmed nothing, and has no staff role, whatever role its owner has. */
function buildEntry(context: IdentityContext, row: KeyWithUser): Entry {
  const grant = openGrant(context, row);
  const { permissions, addresses, expiresAt } = grant;
  return {
    checkingKey: verificationKeyOf(grant),
    caller: {
      ...callerUserFieldsOf(row),
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
        withdrawsFrom: withdrawalsStartAt(grant),
        level: row.apiLevel,
      },
    },
  };
}
