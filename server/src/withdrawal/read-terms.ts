import {
  AppError,
  type Asset,
  formatAmount,
  mulDiv,
  pow10,
  scaleOf,
  truncateToOrderPrecision,
} from '@sarraf/domain';
import type { QueryOf, ReplyOf, withdrawalTerms } from '@sarraf/domain/contracts';
import type { User } from '../identity/index.ts';
import { hasWhitelist } from './address-book/book-store.ts';
import type { WithdrawalContext } from './deps.ts';
import { readRemainingLimits, readUnreviewedAllowance } from './limits/limits.ts';
import { getWithdrawalNetwork } from './read-intent.ts';

type Terms = ReplyOf<typeof withdrawalTerms>['baseDTO'];

/** Returns the current withdrawal terms of a user. You Dont Have This Coin Wallet, WITHDRAWAL_NOT_AVAILABLE. */
export async function readTerms(
  context: WithdrawalContext,
  userId: string,
  { relatedCoin, tokenType }: QueryOf<typeof withdrawalTerms>,
): Promise<Terms> {
  const { asset, fee, min, max } = getWithdrawalNetwork(context, relatedCoin, tokenType);
  const user = await context.people.find(userId);
  if (user === null) throw new AppError('Invalid Token');
  const limits = await readRemainingLimits(context, context.db, userId, user.level);
  const [unreviewed, hold, whitelistOnly] = await Promise.all([
    readUnreviewedAllowance(context.db, limits.reservedToday),
    readHold(context, user, asset),
    asset === 'TOMAN' ? false : hasWhitelist(context.db, userId),
  ]);
  const toAmount = (toman: bigint) => convertToman(context, asset, toman);
  const leftAmount = toAmount(limits.day < limits.month ? limits.day : limits.month);
  const reviewFrom = toAmount(unreviewed);
  return {
    fee: formatAmount(fee, asset),
    minAmount: formatAmount(min, asset),
    maxAmount: formatAmount(max, asset),
    leftToday: formatAmount(limits.day, 'TOMAN'),
    leftThisMonth: formatAmount(limits.month, 'TOMAN'),
    leftAmount: leftAmount === null ? null : formatAmount(leftAmount, asset),
    ownLimitUntil: limits.ownUntil?.toISOString() ?? null,
    ...hold,
    reviewFrom: reviewFrom === null ? null : formatAmount(reviewFrom, asset),
    whitelistOnly,
    promisedAtDateTime: asset === 'TOMAN' ? (await context.promisePayout(context.now())).toISOString() : null,
  };
}

/** Converts a value in Toman into an amount of a coin, cut to its withdrawal decimals; null while it has no price. */
function convertToman(context: WithdrawalContext, asset: Asset, toman: bigint): bigint | null {
  const oneCoin = pow10(scaleOf(asset));
  const price = context.market.tomanValue(asset, oneCoin);
  if (price === null || price === 0n) return null;
  return truncateToOrderPrecision(mulDiv(toman, oneCoin, price, 'down'), asset);
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
  const accountHold = user.withdrawalsHeldUntil;
  const toHold = (until: Date, holdReason: Terms['holdReason']) => ({
    heldUntil: until.toISOString(),
    holdReason,
  });
  if (accountHold !== null && accountHold > now) return toHold(accountHold, 'WITHDRAWAL_HOLD');
  const deposit = asset === 'TOMAN' ? null : await context.depositHold(user.id);
  if (deposit !== null && deposit > now) return toHold(deposit, 'DEPOSIT_HOLD');
  return { heldUntil: null, holdReason: null };
}
