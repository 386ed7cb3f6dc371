import { AppError } from '@sarraf/domain';
import type { TwoStepMethod } from '@sarraf/domain/contracts';
import type { IdentityContext } from '../deps.ts';

/**
 * Incorrect OTP. Where an app makes the codes, the refusal names the clock (`serverTime`): one that is off by a minute makes
 * every code wrong. It does so whatever was typed: whether a code would be right at another moment isn't looked at, since
 * a guesser would learn codes of moments to come.
 */
export const incorrectCode = (context: IdentityContext, method: TwoStepMethod | undefined): AppError =>
  new AppError(
    'Incorrect OTP',
    method === 'GOOGLE_AUTHENTICATOR' ? { data: { serverTime: context.clock.now() } } : {},
  );
