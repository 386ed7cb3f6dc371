import type { BankAccount } from '@sarraf/domain/contracts';
import {
  checkHold,
  validateWithdrawAmount,
  type WithdrawBounds,
  type WithdrawDraftError,
} from '../withdrawal/withdraw-form.ts';

/** Returns the accounts to which Toman can be paid: the verified ones. */
export const filterPayable = (accounts: readonly BankAccount[]): BankAccount[] =>
  accounts.filter(({ verified }) => verified);

/** Returns why a withdrawal of Toman can't proceed, in the order of requirements §5.8. */
export function validateTomanWithdrawal(
  draft: { amount: string; accountId: string | null },
  bounds: WithdrawBounds | null,
): WithdrawDraftError | null {
  if (bounds === null) return { code: 'NO_AMOUNT' };
  return (
    checkHold(bounds) ??
    validateWithdrawAmount('TOMAN', draft.amount, bounds) ??
    (draft.accountId === null ? { code: 'NO_SHEBA' } : null)
  );
}
