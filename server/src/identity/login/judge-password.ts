import { AppError, passwordFault } from '@sarraf/domain';
import { isCommonPassword } from './common-passwords.ts';

/**
 * Checks whether the owner of this e-mail address may choose the new password.
 *
 * WEAK_PASSWORD (`errors` names the broken rule); COMMON_PASSWORD.
 */
export function requireStrongPassword(password: string, email: string): void {
  const fault = passwordFault(password);
  if (fault !== null) throw new AppError('WEAK_PASSWORD', { errors: [fault] });
  if (isCommonPassword(password, email)) throw new AppError('COMMON_PASSWORD');
}
