import { AppError } from '@sarraf/domain';
import type { PasskeyAssertion } from '@sarraf/domain/contracts';
import type { Tx } from '../../platform/database/database.ts';
import { ownedRow } from '../../platform/secrets/secrets.ts';
import type { IdentityContext } from '../deps.ts';
import { type ChallengeScope, consumeChallenge, readChallenge } from './challenges.ts';
import { countPasskeyUse, findPasskey, type Passkey } from './passkey-store.ts';
import { readAssertion } from './webauthn.ts';

/** An assertion that holds; what it is for uses it up. */
export interface ProvedPasskey {
  passkey: Passkey;
  challenge: string;
  signCount: number;
}

/**
 * Whose passkey answered, by an assertion over a challenge that was made for this place. PASSKEY_REFUSED, whatever is wrong
 * with it: nobody learns which credentials there are.
 */
export async function verifyPasskey(
  context: IdentityContext,
  given: PasskeyAssertion,
  place: ChallengeScope,
): Promise<ProvedPasskey> {
  const challenge = readChallenge(context, given.clientDataJSON, place);
  const passkey = await findPasskey(context.db, Buffer.from(given.id, 'base64url'));
  if (passkey === null) throw new AppError('PASSKEY_REFUSED');
  const key = openKey(context, passkey);
  if (given.userHandle !== undefined && given.userHandle !== userHandleOf(passkey.userId))
    throw new AppError('PASSKEY_REFUSED');
  return { passkey, challenge, signCount: await readAssertion(context, challenge, key, given) };
}

/**
 * Uses the proof up, in the transaction that does what it is for. PASSKEY_REFUSED: it was used before, the passkey was removed
 * meanwhile, or its counter went back, as that of a copied one does.
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

/** What a passkey knows its owner by: their id, of which it says nothing. */
export const userHandleOf = (userId: string): string =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

/** `key`: COSE, base64url. */
export const sealKey = (
  { secrets }: IdentityContext,
  { id, userId }: Pick<Passkey, 'id' | 'userId'>,
  key: string,
): Buffer => secrets.encrypt(key, 'passkeys.key_encrypted', ownedRow(id, userId));

/** PASSKEY_REFUSED: put there by somebody else, of another row or owner; it is told to the log. */
function openKey(context: IdentityContext, { id, userId, key }: Passkey): string {
  try {
    return context.secrets.decrypt(key, 'passkeys.key_encrypted', ownedRow(id, userId));
  } catch (err) {
    context.log.error(
      { area: 'identity', event: 'passkey tampered', passkeyId: id, userId, err },
      'a passkey is not of its row',
    );
    throw new AppError('PASSKEY_REFUSED');
  }
}
