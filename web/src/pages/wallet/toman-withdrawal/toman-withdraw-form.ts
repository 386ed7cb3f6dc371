import type { BankAccount } from '@sarraf/domain/contracts';
import {
  amountFault,
  holdFault,
  type WithdrawBounds,
  type WithdrawFault,
} from '../withdrawal/withdraw-form.ts';

/** Returns the accounts to which Toman can be paid: the verified ones. */
export const payable = (accounts: readonly BankAccount[]): BankAccount[] =>
  accounts.filter(({ verified }) => verified);

/** Returns why a withdrawal of Toman can't proceed, in the order of requirements §5.8. */
export function tomanFault(
  draft: { amount: string; accountId: string | null },
  bounds: WithdrawBounds | null,
): WithdrawFault | null {
  if (bounds === null) return { code: 'NO_AMOUNT' };
  return (
    holdFault(bounds) ??
    amountFault('TOMAN', draft.amount, bounds) ??
    (draft.accountId === null ? { code: 'NO_SHEBA' } : null)
  );
}
