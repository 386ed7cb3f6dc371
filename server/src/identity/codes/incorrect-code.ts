import { AppError } from '@sarraf/domain';
import type { TwoStepMethod } from '@sarraf/domain/contracts';
import type { IdentityContext } from '../deps.ts';

/**
 * Returns Incorrect OTP. If an app generates the codes, it contains our time (`serverTime`), since a clock that is
 * a minute off makes every code wrong. It does so for any input: whether a code would be right at another moment is
 * not checked, because an attacker would learn future codes.
 */
export const createIncorrectCodeError = (
  context: IdentityContext,
  method: TwoStepMethod | undefined,
): AppError =>
  new AppError(
    'Incorrect OTP',
    method === 'GOOGLE_AUTHENTICATOR' ? { data: { serverTime: context.clock.now() } } : {},
  );
