import { AppError } from '@sarraf/domain';
import type { TwoStepPrompt } from '@sarraf/domain/contracts';
import { CODE_SECONDS } from '../codes/limits.ts';
import {
  type CodeRequest,
  countSentCode,
  countStrangersCode,
  deliveryTargetOf,
  ownedBy,
  promptFor,
  writeCode,
} from '../codes/send-code.ts';
import type { BrowserIdentity, IdentityContext } from '../deps.ts';
import { findPersonByAddress, type LoginIdentifier, readAddress } from '../find-person.ts';
import { recipientOf } from '../notify-person.ts';
import type { CodeChannel, Language } from '../ports.ts';
import type { User } from '../store.ts';
import { isKnownBrowser } from './client.ts';
import { addressKey } from './tokens.ts';

/**
 * Sends a code for a new password, by SMS if requested and possible, otherwise by e-mail. Beyond the mailbox's
 * limits for unknown clients nothing is sent, which the reply doesn't reveal. An unknown address gets the same reply
 * and the same limits; the reply contains only what was typed.
 *
 * Invalid Email: neither an e-mail address nor a mobile number; TOO_MANY_REQUESTS (`retryAfter`): codes were
 * requested too often.
 */
export async function forgetPassword(
  context: IdentityContext,
  who: LoginIdentifier,
  asked: CodeChannel,
  language: Language,
  client: BrowserIdentity,
): Promise<TwoStepPrompt> {
  const address = readAddress(who);
  if (address === null) throw new AppError('Invalid Email');
  const key = addressKey(context.secrets, address);
  const user = await findPersonByAddress(context.db, address);
  const way = user ? resetWay(context, user, asked) : ({ channel: 'EMAIL', to: address } as const);
  // An attacker uses up what their own network may request for the address; the owner's browsers have a limit of
  // their own.
  const home = user !== null && (await isKnownBrowser(context, user.id, client));
  if (!home) client.network.refuseTooMany();
  const kind = home ? 'RESET at home' : 'RESET';
  const from = home ? undefined : client.site;
  await context.db
    .transaction()
    .execute((tx) => countSentCode(context, tx, { key, to: address, kind, from }));
  const reaches = await mayReach(context, { to: way.to, kind: `${kind} sent`, from });
  const guesses = reaches ? await countStrangersCode(context, context.db, { to: way.to, kind, from }) : 0;
  const step: CodeRequest = {
    purpose: 'RESET',
    key,
    ...way,
    language,
    userId: user?.id ?? null,
    signUpId: null,
    sessionId: null,
    guesses,
    ...ownedBy(client),
  };
  const send = await context.db.transaction().execute((tx) => writeCode(context, tx, step));
  if (guesses > 0 && user !== null) send();
  return promptFor({ to: address, channel: asked }, CODE_SECONDS.RESET);
}

/**
 * No SMS is sent to an unverified number, nor to one that also gets the second step: the SIM alone would then give
 * access to the account.
 */
function resetWay(
  context: IdentityContext,
  user: User,
  asked: CodeChannel,
): Pick<CodeRequest, 'channel' | 'to'> {
  const { mobile } = recipientOf(user);
  const textable =
    mobile !== null && user.twoStepMethod !== 'SMS' && context.codeSender.canText(mobile, 'RESET');
  return deliveryTargetOf(user, asked === 'SMS' && textable ? 'SMS' : 'EMAIL');
}

/**
 * Counts what is actually sent to an address, however the user was named. This limit is not revealed, since it
 * would link a number to an e-mail address.
 */
async function mayReach(
  context: IdentityContext,
  { to, kind, from }: { to: string; kind: string; from: string | undefined },
): Promise<boolean> {
  const key = addressKey(context.secrets, to);
  try {
    await context.db.transaction().execute((tx) => countSentCode(context, tx, { key, to, kind, from }));
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
