import { AppError, validatePassword } from '@sarraf/domain';
import { isCommonPassword } from './common-passwords.ts';

/**
 * Checks whether the owner of this e-mail address may choose the new password.
 *
 * WEAK_PASSWORD (`errors` names the broken rule); COMMON_PASSWORD.
 */
export function requireStrongPassword(password: string, email: string): void {
  const violation = validatePassword(password);
  if (violation !== null) throw new AppError('WEAK_PASSWORD', { errors: [violation] });
  if (isCommonPassword(password, email)) throw new AppError('COMMON_PASSWORD');
}
