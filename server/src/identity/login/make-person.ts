import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { IdentityContext } from '../deps.ts';
import { findIdByReferralCode, insertUser, type SignUp } from '../store.ts';
import { sealPassword } from './sealed-password.ts';
import { newReferralCode } from './tokens.ts';

const REFERRAL_CODE_TRIES = 5;

/**
 * Creates the account of a verified address; an unknown referral code is ignored. Null if the address already has
 * an account.
 */
export async function createUser(
  context: IdentityContext,
  tx: Tx,
  newUser: Pick<SignUp, 'email' | 'referralCode' | 'language'> & { passwordHash: string | null },
): Promise<string | null> {
  const { email, passwordHash, language } = newUser;
  const id = newId();
  const passwordEncrypted = passwordHash === null ? null : sealPassword(context, id, passwordHash);
  const inviterId =
    newUser.referralCode === null ? null : await findIdByReferralCode(tx, newUser.referralCode);
  for (let i = 0; i < REFERRAL_CODE_TRIES; i += 1) {
    const referralCode = newReferralCode();
    const user = { id, email, passwordEncrypted, language, referralCode, inviterId };
    if (await insertUser(tx, user, context.now())) {
      context.log.info({ event: 'signed up', userId: id }, 'identity');
      return id;
    }
    if ((await findIdByReferralCode(tx, referralCode)) === null) return null;
  }
  throw new Error('no free referral code found');
}
