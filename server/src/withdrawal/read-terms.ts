import { AppError, type Asset, floorToDecimals, formatAmount, mulDiv, pow10, scaleOf } from '@sarraf/domain';
import type { QueryOf, ReplyOf, withdrawalTerms } from '@sarraf/domain/contracts';
import type { User } from '../identity/index.ts';
import { hasWhitelist } from './address-book/book-store.ts';
import type { WithdrawalContext } from './deps.ts';
import { beforeReview, readRemainingLimits } from './limits/limits.ts';
import { withdrawalNetworkOf } from './read-intent.ts';

type Terms = ReplyOf<typeof withdrawalTerms>['baseDTO'];

/** Returns the current withdrawal terms of a user. You Dont Have This Coin Wallet, WITHDRAWAL_NOT_AVAILABLE. */
export async function readTerms(
  context: WithdrawalContext,
  userId: string,
  { relatedCoin, tokenType }: QueryOf<typeof withdrawalTerms>,
): Promise<Terms> {
  const { asset, fee, min, max } = withdrawalNetworkOf(context, relatedCoin, tokenType);
  const user = await context.people.find(userId);
  if (user === null) throw new AppError('Invalid Token');
  const left = await readRemainingLimits(context, context.db, userId, user.level);
  const [unseen, hold, whitelistOnly] = await Promise.all([
    beforeReview(context.db, left.taken),
    readHold(context, user, asset),
    asset === 'TOMAN' ? false : hasWhitelist(context.db, userId),
  ]);
  const amount = (toman: bigint) => coinsFor(context, asset, toman);
  const leftAmount = amount(left.day < left.month ? left.day : left.month);
  const reviewFrom = amount(unseen);
  return {
    fee: formatAmount(fee, asset),
    minAmount: formatAmount(min, asset),
    maxAmount: formatAmount(max, asset),
    leftToday: formatAmount(left.day, 'TOMAN'),
    leftThisMonth: formatAmount(left.month, 'TOMAN'),
    leftAmount: leftAmount === null ? null : formatAmount(leftAmount, asset),
    ownLimitUntil: left.ownUntil?.toISOString() ?? null,
    ...hold,
    reviewFrom: reviewFrom === null ? null : formatAmount(reviewFrom, asset),
    whitelistOnly,
    promisedAtDateTime: asset === 'TOMAN' ? (await context.promisePayout(context.now())).toISOString() : null,
  };
}

/** Converts a value in Toman into an amount of a coin, cut to its withdrawal decimals; null while it has no price. */
function coinsFor(context: WithdrawalContext, asset: Asset, toman: bigint): bigint | null {
  const one = pow10(scaleOf(asset));
  const price = context.market.tomanValue(asset, one);
  if (price === null || price === 0n) return null;
  return floorToDecimals(mulDiv(toman, one, price, 'down'), asset);
}

/** Returns the strongest reason why withdrawals are blocked now. */
async function readHold(
  context: WithdrawalContext,
  user: User,
  asset: Asset,
): Promise<Pick<Terms, 'heldUntil' | 'holdReason'>> {
  const now = context.now();
  if ((await context.custody.stopped()) !== null)
    return { heldUntil: null, holdReason: 'WITHDRAWALS_STOPPED' };
  if (user.frozenAt !== null) return { heldUntil: null, holdReason: 'ACCOUNT_FROZEN' };
  const own = user.withdrawalsHeldUntil;
  const held = (until: Date, holdReason: Terms['holdReason']) => ({
    heldUntil: until.toISOString(),
    holdReason,
  });
  if (own !== null && own > now) return held(own, 'WITHDRAWAL_HOLD');
  const deposit = asset === 'TOMAN' ? null : await context.depositHold(user.id);
  if (deposit !== null && deposit > now) return held(deposit, 'DEPOSIT_HOLD');
  return { heldUntil: null, holdReason: null };
}
