import { AppError } from '@sarraf/domain';
import type { TwoStepMethod, TwoStepPrompt } from '@sarraf/domain/contracts';
import { toBuffer } from 'qrcode';
import type { Caller } from '../../platform/http/http.ts';
import { beginAuthenticator } from '../codes/authenticators.ts';
import { expireCodes } from '../codes/code-store.ts';
import {
  buildPrompt,
  type CodeRequest,
  codeLifetimeSecondsOf,
  codeTargetOf,
  createCode,
  deliveryTargetOf,
  sendOrReuseCode,
} from '../codes/send-code.ts';
import type { IdentityContext } from '../deps.ts';
import { userKeyOf } from '../login/tokens.ts';
import type { Language } from '../ports.ts';
import { requireUser } from '../sessions/known-user.ts';
import type { User } from '../store.ts';

/** Data to set up an authenticator app, returned only this once. */
export interface Enrolment {
  /** PNG in base64. */
  file: string;
  qrCodeLink: string;
  secret: string;
}

/**
 * First step of changing the two-step method: sends a code by the new one, or creates the seed of an authenticator.
 * An authenticator may be replaced by another one.
 *
 * SAME_VALUE: it is the current method; MOBILE_NUMBER_NOT_FOUND: no verified number; SMS_OTP_UNAVAILABLE;
 * TOO_MANY_REQUESTS (`retryAfter`).
 */
export async function beginTwoStep(
  context: IdentityContext,
  caller: Caller,
  method: TwoStepMethod,
  language: Language,
): Promise<TwoStepPrompt & Partial<Enrolment>> {
  const user = await requireUser(context, caller);
  const step: CodeRequest = {
    purpose: 'TWO_STEP',
    key: userKeyOf(context.secrets, user.id),
    ...deliveryTargetOf(user, method),
    language,
    userId: user.id,
    signUpId: null,
    sessionId: caller.sessionId,
  };
  if (method === 'GOOGLE_AUTHENTICATOR') return enrolAuthenticator(context, user, step);
  if (method === user.twoStepMethod) throw new AppError('SAME_VALUE');
  if (method === 'SMS' && user.mobileVerifiedAt === null) throw new AppError('MOBILE_NUMBER_NOT_FOUND');
  return sendOrReuseCode(context, step);
}

/** Each call creates another seed; attempts with the previous one are no longer accepted. */
async function enrolAuthenticator(
  context: IdentityContext,
  user: User,
  step: CodeRequest,
): Promise<TwoStepPrompt & Enrolment> {
  const { secret, link } = await context.db.transaction().execute(async (tx) => {
    await expireCodes(tx, codeTargetOf(step), null, context.now());
    await createCode(context, tx, step);
    return beginAuthenticator(context, tx, user);
  });
  const image = await toBuffer(link, { type: 'png', errorCorrectionLevel: 'M', margin: 2, scale: 6 });
  return {
    ...buildPrompt(step, codeLifetimeSecondsOf(step)),
    file: image.toString('base64'),
    qrCodeLink: link,
    secret,
  };
}
