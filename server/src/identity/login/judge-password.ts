import { AppError, passwordFault } from '@sarraf/domain';
import { isCommonPassword } from './common-passwords.ts';

/**
 * Whether a new password may be chosen by the owner of this e-mail address.
 *
 * WEAK_PASSWORD (`errors` names the broken rule); COMMON_PASSWORD.
 */
export function requireStrongPassword(password: string, email: string): void {
  const fault = passwordFault(password);
  if (fault !== null) throw new AppError('WEAK_PASSWORD', { errors: [fault] });
  if (isCommonPassword(password, email)) throw new AppError('COMMON_PASSWORD');
}
