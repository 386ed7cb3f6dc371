import { AppError, DAY_MS } from '@sarraf/domain';
import type { Queryable } from '../../platform/database/database.ts';
import { findSaved, hasWhitelist } from '../address-book/book-store.ts';
import type { WithdrawalContext } from '../deps.ts';
import type { WithdrawalIntent } from '../read-intent.ts';
import { isToman } from '../withdrawal.ts';

const until = (at: Date) => ({ data: { until: at.toISOString() } });

/**
 * Checks what may block a withdrawal with a valid amount and address.
 *
 * ADDRESS_NOT_ALLOWED (`until`: when it may be used); ACCOUNT_FROZEN; WITHDRAWAL_HOLD, DEPOSIT_HOLD (`until`);
 * WITHDRAWALS_STOPPED.
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

/** Holds that apply to all withdrawals of a user. */
export interface AccountHold {
  withdrawalsHeldUntil: Date | null;
  frozenAt: Date | null;
}

/** ACCOUNT_FROZEN; WITHDRAWAL_HOLD (`until`): a security setting of the account was changed recently. */
export function refuseHeldAccount(
  context: WithdrawalContext,
  { withdrawalsHeldUntil: heldUntil, frozenAt }: AccountHold,
): void {
  if (frozenAt !== null) throw new AppError('ACCOUNT_FROZEN');
  if (heldUntil !== null && heldUntil > context.now())
    throw new AppError('WITHDRAWAL_HOLD', until(heldUntil));
}

/** Shebas need no address book: they are the user's own and verified. */
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

/**
 * ADDRESS_NOT_ALLOWED (`until`): not in the address book, or for less than a day, whether the whitelist is on or
 * not.
 */
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
