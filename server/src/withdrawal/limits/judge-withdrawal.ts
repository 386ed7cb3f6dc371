import { AppError, DAY_MS } from '@sarraf/domain';
import type { Queryable } from '../../platform/database/database.ts';
import { findSaved, hasWhitelist } from '../address-book/book-store.ts';
import type { WithdrawalContext } from '../deps.ts';
import type { WithdrawalIntent } from '../read-intent.ts';
import { isToman } from '../withdrawal.ts';

const until = (at: Date) => ({ data: { until: at.toISOString() } });

/**
 * What stands against a withdrawal whose amount and address are right.
 *
 * ADDRESS_NOT_ALLOWED (`until`: when it may be used); ACCOUNT_FROZEN; WITHDRAWAL_HOLD, DEPOSIT_HOLD (`until`); WITHDRAWALS_STOPPED.
 */
export async function requireWithdrawalAllowed(
  context: WithdrawalContext,
  intent: WithdrawalIntent,
  owner: AccountHold,
): Promise<void> {
  await refuseAddress(context, context.db, intent);
  refuseHeldAccount(context, owner);
  const depositHold = isToman(intent) ? null : await context.depositHold(intent.userId);
  if (depositHold !== null && depositHold > context.now())
    throw new AppError('DEPOSIT_HOLD', until(depositHold));
  if ((await context.custody.stopped()) !== null) throw new AppError('WITHDRAWALS_STOPPED');
}

/** What holds everything of a person back. */
export interface AccountHold {
  withdrawalsHeldUntil: Date | null;
  frozenAt: Date | null;
}

/** ACCOUNT_FROZEN; WITHDRAWAL_HOLD (`until`): what protects the account was changed a short while ago. */
export function refuseHeldAccount(
  context: WithdrawalContext,
  { withdrawalsHeldUntil: heldUntil, frozenAt }: AccountHold,
): void {
  if (frozenAt !== null) throw new AppError('ACCOUNT_FROZEN');
  if (heldUntil !== null && heldUntil > context.now())
    throw new AppError('WITHDRAWAL_HOLD', until(heldUntil));
}

/** Sheba need no book: they are the person's own and verified. */
export async function refuseAddress(
  context: WithdrawalContext,
  db: Queryable,
  intent: WithdrawalIntent,
): Promise<void> {
  if (isToman(intent) || !(await hasWhitelist(db, intent.userId))) return;
  const saved = await findSaved(db, intent.userId, intent);
  if (saved === null) throw new AppError('ADDRESS_NOT_ALLOWED');
  if (saved.usableFrom > context.now()) throw new AppError('ADDRESS_NOT_ALLOWED', until(saved.usableFrom));
}

/** ADDRESS_NOT_ALLOWED (`until`): it isn't in the book, or not for a day yet, whether the whitelist is on or not. */
export async function refuseUnsaved(
  context: WithdrawalContext,
  db: Queryable,
  intent: WithdrawalIntent,
): Promise<void> {
  const saved = await findSaved(db, intent.userId, intent);
  if (saved === null) throw new AppError('ADDRESS_NOT_ALLOWED');
  const from = new Date(Math.max(saved.usableFrom.getTime(), saved.createdAt.getTime() + DAY_MS));
  if (from > context.now()) throw new AppError('ADDRESS_NOT_ALLOWED', until(from));
}
