import { AppError } from '@sarraf/domain';
import type { TwoStepPrompt } from '@sarraf/domain/contracts';
import { CODE_SECONDS } from '../codes/limits.ts';
import {
  type CodeRequest,
  countSentCode,
  deliveryTargetOf,
  mayStrangersReach,
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
 * Sends a code for a new password, by SMS where that is asked for and can be, otherwise by e-mail. Beyond what a mailbox
 * gets by strangers nothing is sent, which the answer doesn't tell. An address that is
 * unknown gets the same answer and the same limits, and what the answer says is only what was typed.
 *
 * Invalid Email: neither an e-mail address nor a mobile number; TOO_MANY_REQUESTS (`retryAfter`): codes were asked for
 * too often.
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
  // Whoever knows an address uses up what their own network may ask for it; the browsers of its owner have their own.
  const home = user !== null && (await isKnownBrowser(context, user.id, client));
  if (!home) client.network.refuseTooMany();
  const kind = home ? 'RESET at home' : 'RESET';
  const from = home ? undefined : client.site;
  await context.db
    .transaction()
    .execute((tx) => countSentCode(context, tx, { key, to: address, kind, from }));
  const reaches =
    (await mayReach(context, { to: way.to, kind: `${kind} sent`, from })) &&
    (home || (await mayStrangersReach(context, context.db, { to: way.to, kind })));
  const step: CodeRequest = {
    purpose: 'RESET',
    key,
    ...way,
    language,
    userId: user?.id ?? null,
    signUpId: null,
    sessionId: null,
    unsent: !reaches,
    ...ownedBy(client),
  };
  const send = await context.db.transaction().execute((tx) => writeCode(context, tx, step));
  if (reaches && user !== null) send();
  return promptFor({ to: address, channel: asked }, CODE_SECONDS.RESET);
}

/**
 * No SMS goes to a number that was only claimed, nor to one that gets the second step too: who has the SIM would have
 * the account.
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
 * Counts what really goes to an address, however the person was named. Nobody sees this limit: it would tell which
 * number belongs to which e-mail address.
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
