import { normalEmail, Refusal } from '@sarraf/domain';
import { endCode, findWaitingStep } from './code-store.ts';
import type { Kit } from './deps.ts';
import { CODE_SECONDS, STEP_MS } from './limits.ts';
import type { Language } from './ports.ts';
import { countSentCode, makeCode, type Prompt, promptFor } from './send-code.ts';
import { findUserByEmail } from './store.ts';
import { addressKey } from './tokens.ts';

/**
 * A new code for the step that waits for one; it takes the place of the last. An address for which nothing waits gets
 * the same answer and the same limits.
 *
 * BAD_REQUEST: not an e-mail address; TOO_MANY_REQUESTS (`retryAfter`): codes were asked for too often.
 */
export async function resendCode(kit: Kit, given: string, language: Language): Promise<Prompt> {
  const email = normalEmail(given);
  if (email === null) throw new Refusal('BAD_REQUEST', { errors: ['email'] });
  const key = addressKey(kit.secrets, email);
  const now = kit.now();
  const { code, step } = await kit.db.transaction().execute(async (tx) => {
    const step = await findWaitingStep(tx, key, new Date(now.getTime() - STEP_MS));
    // Codes are locked before counters, here as where a code is checked.
    if (step) await endCode(tx, step.id, now);
    await countSentCode(kit, tx, key, step?.purpose ?? 'SIGN_UP');
    if (step === null) return { code: null, step };
    const code = await makeCode(kit, tx, key, step);
    // The sign-up of an address that has an account waits for a code that is never sent.
    const idle = step.purpose === 'SIGN_UP' && (await findUserByEmail(tx, email)) !== null;
    return { code: idle ? null : code, step };
  });
  const purpose = step?.purpose ?? 'LOGIN';
  const seconds = CODE_SECONDS[purpose];
  if (code !== null) kit.codeSender.sendCode({ to: email, language, purpose, code, seconds });
  return promptFor(email, seconds);
}
