import { AppError } from '@sarraf/domain';
import type { TwoStepPrompt } from '@sarraf/domain/contracts';
import { CODE_SECONDS } from '../codes/limits.ts';
import {
  buildPrompt,
  type CodeRequest,
  countSentCode,
  countStrangersCode,
  deliveryTargetOf,
  stepOwnersOf,
  storeCode,
} from '../codes/send-code.ts';
import type { BrowserIdentity, IdentityContext } from '../deps.ts';
import { findPersonByAddress, type LoginIdentifier, parseLoginAddress } from '../find-person.ts';
import { recipientOf } from '../notify-person.ts';
import type { CodeChannel, Language } from '../ports.ts';
import type { User } from '../store.ts';
import { isKnownBrowser } from './client.ts';
import { addressKeyOf } from './tokens.ts';

/**
 * Sends a code for a new password, by SMS if requested and possible, otherwise by e-mail. Beyond the mailbox's
 * limits for unknown clients nothing is sent, which the reply doesn't reveal. An unknown address gets the same reply
 * and the same limits; the reply contains only what was typed.
 *
 * Invalid Email: neither an e-mail address nor a mobile number; TOO_MANY_REQUESTS (`retryAfter`): codes were
 * requested too often.
 */
export async function sendPasswordResetCode(
  context: IdentityContext,
  identifier: LoginIdentifier,
  requestedChannel: CodeChannel,
  language: Language,
  client: BrowserIdentity,
): Promise<TwoStepPrompt> {
  const address = parseLoginAddress(identifier);
  if (address === null) throw new AppError('Invalid Email');
  const key = addressKeyOf(context.secrets, address);
  const user = await findPersonByAddress(context.db, address);
  const deliveryTarget = user
    ? resetTargetOf(context, user, requestedChannel)
    : ({ channel: 'EMAIL', to: address } as const);
  // An attacker uses up what their own network may request for the address; the owner's browsers have a limit of
  // their own.
  const isKnown = user !== null && (await isKnownBrowser(context, user.id, client));
  if (!isKnown) client.network.assertWithinBudget();
  const kind = isKnown ? 'RESET at home' : 'RESET';
  const network = isKnown ? undefined : client.site;
  await context.db
    .transaction()
    .execute((tx) => countSentCode(context, tx, { key, to: address, kind, from: network }));
  const isDelivered = await tryCountResetCode(context, {
    to: deliveryTarget.to,
    kind: `${kind} sent`,
    from: network,
  });
  const guesses = isDelivered
    ? await countStrangersCode(context, context.db, { to: deliveryTarget.to, kind, from: network })
    : 0;
  const codeRequest: CodeRequest = {
    purpose: 'RESET',
    key,
    ...deliveryTarget,
    language,
    userId: user?.id ?? null,
    signUpId: null,
    sessionId: null,
    guesses,
    ...stepOwnersOf(client),
  };
  const send = await context.db.transaction().execute((tx) => storeCode(context, tx, codeRequest));
  if (guesses > 0 && user !== null) send();
  return buildPrompt({ to: address, channel: requestedChannel }, CODE_SECONDS.RESET);
}

/**
 * No SMS is sent to an unverified number, nor to one that also gets the second step: the SIM alone would then give
 * access to the account.
 */
function resetTargetOf(
  context: IdentityContext,
  user: User,
  requestedChannel: CodeChannel,
): Pick<CodeRequest, 'channel' | 'to'> {
  const { mobile } = recipientOf(user);
  const canText =
    mobile !== null && user.twoStepMethod !== 'SMS' && context.codeSender.canText(mobile, 'RESET');
  return deliveryTargetOf(user, requestedChannel === 'SMS' && canText ? 'SMS' : 'EMAIL');
}

/**
 * Counts what is actually sent to an address, however the user was named. This limit is not revealed, since it
 * would link a number to an e-mail address.
 */
async function tryCountResetCode(
  context: IdentityContext,
  { to, kind, from }: { to: string; kind: string; from: string | undefined },
): Promise<boolean> {
  const key = addressKeyOf(context.secrets, to);
  try {
    await context.db.transaction().execute((tx) => countSentCode(context, tx, { key, to, kind, from }));
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
