import { AppError } from '@sarraf/domain';
import type { PasskeyAssertion } from '@sarraf/domain/contracts';
import type { Tx } from '../../platform/database/database.ts';
import { toOwnedRowKey } from '../../platform/secrets/secrets.ts';
import type { IdentityContext } from '../deps.ts';
import { type ChallengeScope, consumeChallenge, readChallenge } from './challenges.ts';
import { countPasskeyUse, findPasskey, type Passkey } from './passkey-store.ts';
import { readAssertion } from './webauthn.ts';

/** A verified assertion, to be used up by the operation it is for. */
export interface ProvedPasskey {
  passkey: Passkey;
  challenge: string;
  signCount: number;
}

/**
 * Returns the passkey of an assertion over a challenge that was issued for this scope. PASSKEY_REFUSED for any
 * error, so that existing credentials are not revealed.
 */
export async function verifyPasskey(
  context: IdentityContext,
  assertion: PasskeyAssertion,
  scope: ChallengeScope,
): Promise<ProvedPasskey> {
  const challenge = readChallenge(context, assertion.clientDataJSON, scope);
  const passkey = await findPasskey(context.db, Buffer.from(assertion.id, 'base64url'));
  if (passkey === null) throw new AppError('PASSKEY_REFUSED');
  const key = openKey(context, passkey);
  if (assertion.userHandle !== undefined && assertion.userHandle !== userHandleOf(passkey.userId))
    throw new AppError('PASSKEY_REFUSED');
  return { passkey, challenge, signCount: await readAssertion(context, challenge, key, assertion) };
}

/**
 * Uses up the proof, in the transaction of the operation it is for. PASSKEY_REFUSED: it was used before, the
 * passkey was removed in the meantime, or its counter decreased, as with a copied one.
 */
export async function consumePasskeyProof(
  context: IdentityContext,
  tx: Tx,
  { passkey, challenge, signCount }: ProvedPasskey,
): Promise<void> {
  await consumeChallenge(context, tx, challenge);
  if (await countPasskeyUse(tx, passkey, signCount, context.now())) return;
  const { id, userId } = passkey;
  context.log.warn({ event: 'passkey copied or removed', passkeyId: id, userId, signCount }, 'identity');
  throw new AppError('PASSKEY_REFUSED');
}

/** Returns the user handle stored in passkeys, which reveals nothing of the user id. */
export const userHandleOf = (userId: string): string =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

/** `key`: COSE, base64url. */
export const sealKey = (
  { secrets }: IdentityContext,
  { id, userId }: Pick<Passkey, 'id' | 'userId'>,
  key: string,
): Buffer => secrets.encrypt(key, 'passkeys.key_encrypted', toOwnedRowKey(id, userId));

/** PASSKEY_REFUSED: the key was sealed for another row or owner; this is logged. */
function openKey(context: IdentityContext, { id, userId, key }: Passkey): string {
  try {
    return context.secrets.decrypt(key, 'passkeys.key_encrypted', toOwnedRowKey(id, userId));
  } catch (err) {
    context.log.error(
      { area: 'identity', event: 'passkey tampered', passkeyId: id, userId, err },
      'a passkey belongs to another row',
    );
    throw new AppError('PASSKEY_REFUSED');
  }
}
