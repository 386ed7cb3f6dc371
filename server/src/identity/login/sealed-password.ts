import type { IdentityContext } from '../deps.ts';
import type { SignUp, User } from '../store.ts';

export const sealPassword = (
  { secrets }: Pick<IdentityContext, 'secrets'>,
  userId: string,
  hash: string,
): Buffer => secrets.encrypt(hash, 'users.password_encrypted', userId);

/**
 * Opens a password hash, which is bound to its row, so that write access to the database doesn't allow copying
 * another account's password. One that isn't of its row is logged, and matches no password.
 */
export const passwordHashOf = (context: IdentityContext, user: User): string | null =>
  user.passwordEncrypted && openHash(context, user.passwordEncrypted, 'users.password_encrypted', user.id);

export const passwordHashOfSignUp = (
  context: IdentityContext,
  { id, passwordEncrypted }: Pick<SignUp, 'id' | 'passwordEncrypted'>,
): string => openHash(context, passwordEncrypted, 'sign_ups.password_encrypted', id);

function openHash(
  context: IdentityContext,
  sealed: Buffer,
  column: 'users.password_encrypted' | 'sign_ups.password_encrypted',
  id: string,
): string {
  try {
    return context.secrets.decrypt(sealed, column, id);
  } catch (err) {
    context.log.error(
      { area: 'identity', event: 'password tampered', id, err },
      'a password hash belongs to another row',
    );
    return context.dummyHash;
  }
}
