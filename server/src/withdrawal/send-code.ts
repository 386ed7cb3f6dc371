import { AppError, formatAmount } from '@sarraf/domain';
import type { BodyOf, sendWithdrawalCode as contract, ReplyOf } from '@sarraf/domain/contracts';
import type { Language } from '../identity/index.ts';
import type { Caller } from '../platform/http/http.ts';
import type { WithdrawalContext } from './deps.ts';
import { assertWithdrawalAllowed } from './limits/assert-allowed.ts';
import { enforceLimits, requiresSmsCode, tomanValueOf } from './limits/limits.ts';
import { computeIntentDigest, validateIntent } from './read-intent.ts';

/**
 * Validates a withdrawal and sends the code that confirms exactly this one, so that no user waits for a code in
 * vain.
 *
 * Those of `validateIntent` and `assertWithdrawalAllowed`, DAILY_LIMIT (`left`), SMS_OTP_UNAVAILABLE,
 * TOO_MANY_REQUESTS (`retryAfter`).
 */
export async function sendWithdrawalCode(
  context: WithdrawalContext,
  caller: Caller,
  body: BodyOf<typeof contract>,
  language: Language,
): Promise<ReplyOf<typeof contract>['baseDTO']> {
  const { userId } = caller;
  const intent = await validateIntent(context, userId, body, { bought: body.bought === true });
  const user = await context.people.find(userId);
  if (user === null) throw new AppError('Invalid Token');
  await assertWithdrawalAllowed(context, intent, user);
  const tomanValue = tomanValueOf(context, intent);
  const dayTotal = await enforceLimits(context, context.db, userId, user.level, tomanValue);
  const { asset, amount, fee, address, tag } = intent;
  const prompt = await context.intents.begin(
    caller,
    {
      digest: computeIntentDigest(context, intent),
      words: { asset, amount: formatAmount(amount, asset), to: address, tag: tag === '' ? null : tag },
      smsToo: await requiresSmsCode(context.db, dayTotal),
    },
    language,
  );
  return {
    ...prompt,
    smsBecause: prompt.smsNeeded
      ? (await requiresSmsCode(context.db, tomanValue))
        ? 'AMOUNT'
        : 'DAY'
      : null,
    fee: formatAmount(fee, asset),
    receives: formatAmount(amount - fee, asset),
    destinationWalletAddress: address,
    tag: tag === '' ? null : tag,
  };
}
