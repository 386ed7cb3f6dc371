import { AppError } from '@sarraf/domain';
import type { TwoStepPrompt } from '@sarraf/domain/contracts';
import type { Tx } from '../../platform/database/database.ts';
import type { BrowserIdentity, IdentityContext } from '../deps.ts';
import { findPersonByAddress, type LoginIdentifier, parseLoginAddress } from '../find-person.ts';
import { isAnonymous } from '../login/client.ts';
import { addressKeyOf } from '../login/tokens.ts';
import type { Language } from '../ports.ts';
import { findUserByEmail } from '../store.ts';
import { type CodeRow, type CodeScope, expireCodes, findPendingCode, type StepOwners } from './code-store.ts';
import { assertChallengeValid } from './guess-code.ts';
import { CODE_SECONDS, RESEND_WINDOW_MS } from './limits.ts';
import {
  buildPrompt,
  codeLifetimeSecondsOf,
  countSentCode,
  createCode,
  deliveryTargetOf,
} from './send-code.ts';

/**
 * Sends a new code for the step that this client started, by the same channel; it replaces the last one. For an
 * address with no step of this client, or without cookie and challenge, reply and limits are the same, but no code
 * is sent.
 *
 * BAD_REQUEST: neither an e-mail address nor a mobile number; CHALLENGE_REFUSED; TOO_MANY_REQUESTS (`retryAfter`):
 * codes were requested too often; SMS_OTP_UNAVAILABLE.
 */
export async function resendCode(
  context: IdentityContext,
  identifier: LoginIdentifier,
  language: Language,
  client: BrowserIdentity,
): Promise<TwoStepPrompt> {
  const address = parseLoginAddress(identifier);
  if (address === null) throw new AppError('BAD_REQUEST', { errors: ['email'] });
  const user = await findPersonByAddress(context.db, address);
  const email = user?.email ?? address;
  const key = addressKeyOf(context.secrets, email);
  const codeScope: CodeScope = { key, purposes: ['LOGIN', 'SIGN_UP'], sessionId: null, client };
  const { prompt, send } = await context.db.transaction().execute(async (tx) => {
    // An anonymous client may be anybody: the owner's code must not be replaced, nor another client's sign-up code
    // be sent.
    const pendingCode = isAnonymous(client) ? null : await findResendableCode(context, tx, codeScope);
    if (pendingCode === null) {
      await assertChallengeValid(context, tx, codeScope);
      await countSentCode(context, tx, { key, to: email, kind: 'SIGN_UP', from: client.site });
      return { prompt: buildPrompt({ to: address, channel: 'EMAIL' }, CODE_SECONDS.LOGIN), send: null };
    }
    const deliveryTarget = user
      ? deliveryTargetOf(user, pendingCode.channel)
      : { channel: pendingCode.channel, to: email };
    const prompt = buildPrompt(deliveryTarget, codeLifetimeSecondsOf(pendingCode));
    // The authenticator app shows its next code anyway.
    if (deliveryTarget.channel === 'GOOGLE_AUTHENTICATOR') return { prompt, send: null };
    await expireCodes(tx, codeScope, pendingCode.stepId, context.now());
    const send = await createCode(context, tx, {
      ...copyCodeRequest(pendingCode),
      ...deliveryTarget,
      key,
      language,
      ...(pendingCode.purpose === 'SIGN_UP' && { from: client.site }),
    });
    // A sign-up for an existing account waits for a code that is never sent.
    const addressHasAccount =
      pendingCode.purpose === 'SIGN_UP' && (await findUserByEmail(tx, email)) !== null;
    return { prompt, send: addressHasAccount ? null : send };
  });
  send?.();
  return prompt;
}

/** Returns the step in scope for which a code can be sent again. */
export const findResendableCode = (
  context: IdentityContext,
  tx: Tx,
  scope: CodeScope,
): Promise<CodeRow | null> => findPendingCode(tx, scope, new Date(context.clock.now() - RESEND_WINDOW_MS));

/** Returns what the next code of a step takes over from the last one. */
export const copyCodeRequest = ({
  purpose,
  userId,
  signUpId,
  sessionId,
  device,
  browsers,
  challenges,
  open,
  openTo,
  stepId,
  stepBeganAt,
}: CodeRow): Pick<
  CodeRow,
  'purpose' | 'userId' | 'signUpId' | 'sessionId' | 'device' | keyof StepOwners | 'stepId' | 'stepBeganAt'
> => ({
  purpose,
  userId,
  signUpId,
  sessionId,
  device,
  browsers,
  challenges,
  open,
  openTo,
  stepId,
  stepBeganAt,
});
