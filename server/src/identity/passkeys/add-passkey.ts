import { AppError } from '@sarraf/domain';
import type { BodyOf, addPasskey as contract, PasskeyCreation, PasskeyRow } from '@sarraf/domain/contracts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import { changeProtection } from '../account/change-protection.ts';
import { HOLD_MS } from '../codes/limits.ts';
import type { IdentityContext } from '../deps.ts';
import { lockSessionUser, requireUser } from '../sessions/known-user.ts';
import { consumeStepUpProof } from '../sessions/use-proof.ts';
import type { User } from '../store.ts';
import { consumeChallenge, createChallenge, readChallenge } from './challenges.ts';
import { passkeyDto } from './list-passkeys.ts';
import { readPasskeyName } from './passkey-name.ts';
import { findPasskeys, insertPasskey, MAX_PASSKEYS, type Passkey } from './passkey-store.ts';
import { sealKey, userHandleOf } from './prove-passkey.ts';
import { relyingPartyOf } from './relying-party.ts';
import { requirePasskey } from './require-passkey.ts';
import { ALGORITHMS, type NewCredential, verifyRegistration } from './webauthn.ts';

/**
 * First step of adding a passkey: returns the options for the browser. TOO_MANY_PASSKEYS (`most`);
 * PASSKEY_REQUIRED.
 */
export async function beginPasskey(context: IdentityContext, caller: Caller): Promise<PasskeyCreation> {
  await requirePasskey(context, caller);
  const user = await requireUser(context, caller);
  const { id, name } = relyingPartyOf(context);
  const existing = await getPasskeysBelowLimit(context.db, user.id);
  return {
    challenge: createChallenge(context, { purpose: 'ADD', sessionId: caller.sessionId }),
    rpId: id,
    rpName: name,
    userHandle: userHandleOf(user.id),
    userName: user.email,
    algorithms: ALGORITHMS,
    existing: existing.map(({ credentialId }) => credentialId.toString('base64url')),
  };
}

async function getPasskeysBelowLimit(db: Queryable, userId: string): Promise<Passkey[]> {
  const existing = await findPasskeys(db, userId);
  if (existing.length >= MAX_PASSKEYS)
    throw new AppError('TOO_MANY_PASSKEYS', { data: { most: MAX_PASSKEYS } });
  return existing;
}

/**
 * Second step: stores the passkey that the browser created. The other sessions end, withdrawals are held for a
 * while, and the user is notified.
 *
 * BAD_REQUEST: an invalid name; PASSKEY_REFUSED: not created for this session's challenge, too late, or registered
 * already; TOO_MANY_PASSKEYS (`most`); CONFIRMATION_NEEDED; PASSKEY_REQUIRED.
 */
export async function addPasskey(
  context: IdentityContext,
  caller: Caller,
  { name: submittedName, transports = [], ...response }: BodyOf<typeof contract>,
): Promise<PasskeyRow> {
  await requirePasskey(context, caller);
  const name = readPasskeyName(submittedName);
  const challengeScope = { purpose: 'ADD', sessionId: caller.sessionId } as const;
  const challenge = readChallenge(context, response.clientDataJSON, challengeScope);
  const credential = await verifyRegistration(context, challenge, response);
  const passkey = await context.db.transaction().execute(async (tx) => {
    const user = await lockSessionUser(tx, caller);
    await consumeStepUpProof(context, tx, caller, 'PASSKEY');
    await consumeChallenge(context, tx, challenge);
    const added = await insertSealedPasskey(
      context,
      tx,
      user,
      { name, kind: passkeyKindOf(credential, transports) },
      credential,
    );
    await changeProtection(context, tx, {
      user,
      changes: {},
      except: caller.sessionId,
      holdMs: HOLD_MS.twoStep,
      audit: { actorId: user.id, action: 'passkey added', detail: { passkeyId: added.id, kind: added.kind } },
      notice: (heldUntil) => ({ kind: 'PASSKEY_ADDED', heldUntil }),
    });
    return added;
  });
  context.bus.publish('user', { userId: caller.userId });
  return passkeyDto({ ...passkey, lastUsedAt: null });
}

async function insertSealedPasskey(
  context: IdentityContext,
  tx: Tx,
  user: User,
  labels: Pick<Passkey, 'name' | 'kind'>,
  { credentialId, key, signCount }: NewCredential,
) {
  await getPasskeysBelowLimit(tx, user.id);
  const row = { id: newId(), userId: user.id, createdAt: context.now(), ...labels };
  const sealed = sealKey(context, row, key);
  if (!(await insertPasskey(tx, { ...row, credentialId, key: sealed, signCount })))
    throw new AppError('PASSKEY_REFUSED');
  return row;
}

/** For display to the owner only: what the browser says of the device isn't trusted. */
function passkeyKindOf({ synced }: NewCredential, transports: readonly string[]): Passkey['kind'] {
  if (synced) return 'SYNCED';
  return transports.some((transport) => ['usb', 'nfc', 'ble'].includes(transport))
    ? 'SECURITY_KEY'
    : 'DEVICE';
}
