import type { ApprovalKey, Assertion } from '../chains/approvals/assertion.ts';
import { createWithdrawalChallenge } from '../chains/approvals/challenge.ts';
import { SignerRefusedError } from '../custody/ports.ts';
import { type Allowances, countNeededSignatures, type SignedWithdrawal } from './allowances.ts';
import { countSignatures } from './approval-keys.ts';
import type { Caps } from './caps.ts';
import type { Journal } from './journal.ts';
import type { FoundOrder } from './read-orders.ts';

export interface ApprovalContext {
  journal: Journal;
  caps(): Caps;
  allowances(): Allowances;
  keyOf(id: string): ApprovalKey | null;
}

/** By order. */
export type Approvals = readonly { order: string; assertion: Assertion }[];

/**
 * Returns the withdrawals among the orders, with the number of approvals of each. Orders signed before were checked
 * then (`first` false): replacement bytes need no new approvals.
 *
 * NEEDS_APPROVAL (`about`: the order, and how many signatures it lacks); ALREADY_SIGNED: its withdrawal was signed
 * as another order, because one approval is valid for one payment.
 */
export function verifyOrderApprovals(
  { journal, caps, allowances, keyOf }: ApprovalContext,
  orders: readonly FoundOrder[],
  approvals: Approvals,
  { first, now }: { first: boolean; now: number },
): SignedWithdrawal[] {
  const signed: SignedWithdrawal[] = [];
  const recent = journal.dailySigned.listRecent(now);
  for (const order of orders) {
    const { id, userId, withdrawalId } = order;
    if (order.kind !== 'WITHDRAWAL' || userId === null || withdrawalId === null) continue;
    const isOther =
      signed.some((one) => one.withdrawal === withdrawalId) ||
      (journal.findOrderOfWithdrawal(withdrawalId) ?? id) !== id;
    if (isOther) throw new SignerRefusedError('ALREADY_SIGNED', `${id}: its withdrawal is another order's`);
    const assertions = approvals.filter((one) => one.order === id).map(({ assertion }) => assertion);
    const challenge = createWithdrawalChallenge({ ...order, userId, withdrawalId });
    const { count } = countSignatures(keyOf, assertions, challenge, userId);
    const { asset, amount } = order;
    const withdrawal: SignedWithdrawal = {
      withdrawal: withdrawalId,
      person: userId,
      asset,
      amount,
      signatures: count,
    };
    const needed = countNeededSignatures(
      { allowances: allowances(), caps: caps() },
      [...recent, ...signed],
      withdrawal,
    );
    if (first && needed > count)
      throw new SignerRefusedError('NEEDS_APPROVAL', `${id} has ${count} of ${needed} signatures`, {
        order: id,
        missing: needed - count,
      });
    signed.push(withdrawal);
  }
  return signed;
}
