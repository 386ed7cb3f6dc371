import { AppError } from '@sarraf/domain';
import type { Caller } from '../../platform/http/http.ts';
import { expireCodes } from '../codes/code-store.ts';
import { copyCodeRequest, findResendableCode } from '../codes/resend-code.ts';
import { makeCode } from '../codes/send-code.ts';
import type { IdentityContext } from '../deps.ts';
import { personKey } from '../login/tokens.ts';
import type { Language } from '../ports.ts';
import { findUserByEmail } from '../store.ts';
import { type ContactKind, type ContactPrompt, contactPrompt, contactStep } from './begin-contact-change.ts';

/**
 * Sends another code to the new address or number of a change started in this session; it replaces the last one.
 *
 * Code Expired: no change is in progress; SMS_OTP_UNAVAILABLE; TOO_MANY_REQUESTS (`retryAfter`).
 */
export async function resendContactCode(
  context: IdentityContext,
  caller: Caller,
  kind: ContactKind,
  language: Language,
): Promise<ContactPrompt> {
  const { userId, sessionId } = caller;
  const place = { key: personKey(context.secrets, userId), purposes: [kind], sessionId };
  const { send, step } = await context.db.transaction().execute(async (tx) => {
    const waiting = await findResendableCode(context, tx, place);
    if (!waiting?.subject) throw new AppError('Code Expired');
    const value = context.secrets.decrypt(waiting.subject, 'one_time_codes.subject_encrypted', waiting.id);
    const step = { ...copyCodeRequest(waiting), ...contactStep(context, caller, kind, value), language };
    await expireCodes(tx, place, null, context.now());
    const send = await makeCode(context, tx, step);
    const taken = kind === 'EMAIL' && (await findUserByEmail(tx, value)) !== null;
    return { send: taken ? null : send, step };
  });
  send?.();
  return contactPrompt(step);
}
