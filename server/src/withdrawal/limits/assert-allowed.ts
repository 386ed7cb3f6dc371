import { AppError, DAY_MS } from '@sarraf/domain';
import type { Queryable } from '../../platform/database/database.ts';
import { findAddressBookEntry, hasWhitelist } from '../address-book/book-store.ts';
import type { WithdrawalContext } from '../deps.ts';
import type { WithdrawalIntent } from '../read-intent.ts';
import { isToman } from '../withdrawal.ts';

const untilData = (at: Date) => ({ data: { until: at.toISOString() } });

/**
 * Checks what may block a withdrawal with a valid amount and address.
 *
 * ADDRESS_NOT_ALLOWED (`until`: when it may be used); ACCOUNT_FROZEN; WITHDRAWAL_HOLD, DEPOSIT_HOLD (`until`);
 * WITHDRAWALS_STOPPED.
 */
export async function assertWithdrawalAllowed(
  context: WithdrawalContext,
  intent: WithdrawalIntent,
  owner: AccountHold,
): Promise<void> {
  await assertDestinationAllowed(context, context.db, intent);
  assertAccountNotHeld(context, owner);
  const depositHold = isToman(intent) ? null : await context.depositHold(intent.userId);
  if (depositHold !== null && depositHold > context.now())
    throw new AppError('DEPOSIT_HOLD', untilData(depositHold));
  if ((await context.custody.stopped()) !== null) throw new AppError('WITHDRAWALS_STOPPED');
}

/** Holds that apply to all withdrawals of a user. */
export interface AccountHold {
  withdrawalsHeldUntil: Date | null;
  frozenAt: Date | null;
}

/** ACCOUNT_FROZEN; WITHDRAWAL_HOLD (`until`): a security setting of the account was changed recently. */
export function assertAccountNotHeld(
  context: WithdrawalContext,
  { withdrawalsHeldUntil: heldUntil, frozenAt }: AccountHold,
): void {
  if (frozenAt !== null) throw new AppError('ACCOUNT_FROZEN');
  if (heldUntil !== null && heldUntil > context.now())
    throw new AppError('WITHDRAWAL_HOLD', untilData(heldUntil));
}

/** Shebas need no address book: they are the user's own and verified. */
export async function assertDestinationAllowed(
  context: WithdrawalContext,
  db: Queryable,
  intent: WithdrawalIntent,
): Promise<void> {
  if (isToman(intent) || !(await hasWhitelist(db, intent.userId))) return;
  const saved = await findAddressBookEntry(db, intent.userId, intent);
  if (saved === null) throw new AppError('ADDRESS_NOT_ALLOWED');
  if (saved.usableFrom > context.now())
    throw new AppError('ADDRESS_NOT_ALLOWED', untilData(saved.usableFrom));
}

/**
 * ADDRESS_NOT_ALLOWED (`until`): not in the address book, or for less than a day, whether the whitelist is on or
 * not.
 */
export async function assertDestinationSaved(
  context: WithdrawalContext,
  db: Queryable,
  intent: WithdrawalIntent,
): Promise<void> {
  const saved = await findAddressBookEntry(db, intent.userId, intent);
  if (saved === null) throw new AppError('ADDRESS_NOT_ALLOWED');
  const usableFrom = new Date(Math.max(saved.usableFrom.getTime(), saved.createdAt.getTime() + DAY_MS));
  if (usableFrom > context.now()) throw new AppError('ADDRESS_NOT_ALLOWED', untilData(usableFrom));
}
