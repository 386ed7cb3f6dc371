import type { IdentityContext } from '../deps.ts';
import type { SignUp, User } from '../store.ts';

export const sealPassword = (
  { secrets }: Pick<IdentityContext, 'secrets'>,
  userId: string,
  hash: string,
): Buffer => secrets.encrypt(hash, 'users.password_encrypted', userId);

/**
 * A hash belongs to its row, so that nobody who writes into the database gives an account the password of another. One
 * that doesn't is told to the log, and fits no password.
 */
export const passwordHashOf = (context: IdentityContext, user: User): string | null =>
  user.passwordEncrypted && opened(context, user.passwordEncrypted, 'users.password_encrypted', user.id);

export const passwordHashOfSignUp = (
  context: IdentityContext,
  { id, passwordEncrypted }: Pick<SignUp, 'id' | 'passwordEncrypted'>,
): string => opened(context, passwordEncrypted, 'sign_ups.password_encrypted', id);

function opened(
  context: IdentityContext,
  sealed: Buffer,
  place: 'users.password_encrypted' | 'sign_ups.password_encrypted',
  id: string,
): string {
  try {
    return context.secrets.decrypt(sealed, place, id);
  } catch (err) {
    context.log.error(
      { area: 'identity', event: 'password tampered', id, err },
      'a password is not of its row',
    );
    return context.dummyHash;
  }
}
