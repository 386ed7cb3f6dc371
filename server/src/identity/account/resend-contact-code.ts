import { AppError } from '@sarraf/domain';
import type { Caller } from '../../platform/http/http.ts';
import { expireCodes } from '../codes/code-store.ts';
import { copyCodeRequest, findResendableCode } from '../codes/resend-code.ts';
import { createCode } from '../codes/send-code.ts';
import type { IdentityContext } from '../deps.ts';
import { userKeyOf } from '../login/tokens.ts';
import type { Language } from '../ports.ts';
import { findUserByEmail } from '../store.ts';
import {
  buildContactCodeRequest,
  buildContactPrompt,
  type ContactKind,
  type ContactPrompt,
} from './begin-contact-change.ts';

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
  const codeScope = { key: userKeyOf(context.secrets, userId), purposes: [kind], sessionId };
  const { send, step } = await context.db.transaction().execute(async (tx) => {
    const pendingCode = await findResendableCode(context, tx, codeScope);
    if (!pendingCode?.subject) throw new AppError('Code Expired');
    const value = context.secrets.decrypt(
      pendingCode.subject,
      'one_time_codes.subject_encrypted',
      pendingCode.id,
    );
    const step = {
      ...copyCodeRequest(pendingCode),
      ...buildContactCodeRequest(context, caller, kind, value),
      language,
    };
    await expireCodes(tx, codeScope, null, context.now());
    const send = await createCode(context, tx, step);
    const isTaken = kind === 'EMAIL' && (await findUserByEmail(tx, value)) !== null;
    return { send: isTaken ? null : send, step };
  });
  send?.();
  return buildContactPrompt(step);
}
