import type { ApprovalKey, Assertion } from '../chains/approvals/assertion.ts';
import { withdrawalChallenge } from '../chains/approvals/challenge.ts';
import { SignerRefused } from '../custody/ports.ts';
import { type Allowances, type SignedWithdrawal, signaturesNeeded } from './allowances.ts';
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
export function checkApprovals(
  { journal, caps, allowances, keyOf }: ApprovalContext,
  orders: readonly FoundOrder[],
  approvals: Approvals,
  { first, now }: { first: boolean; now: number },
): SignedWithdrawal[] {
  const letGo: SignedWithdrawal[] = [];
  const known = journal.letGo.since(now);
  for (const order of orders) {
    const { id, userId, withdrawalId } = order;
    if (order.kind !== 'WITHDRAWAL' || userId === null || withdrawalId === null) continue;
    const isOther =
      letGo.some((one) => one.withdrawal === withdrawalId) || (journal.orderOf(withdrawalId) ?? id) !== id;
    if (isOther) throw new SignerRefused('ALREADY_SIGNED', `${id}: its withdrawal is another order's`);
    const given = approvals.filter((one) => one.order === id).map(({ assertion }) => assertion);
    const challenge = withdrawalChallenge({ ...order, userId, withdrawalId });
    const { count } = countSignatures(keyOf, given, challenge, userId);
    const { asset, amount } = order;
    const wanted: SignedWithdrawal = {
      withdrawal: withdrawalId,
      person: userId,
      asset,
      amount,
      signatures: count,
    };
    const needed = signaturesNeeded({ allowances: allowances(), caps: caps() }, [...known, ...letGo], wanted);
    if (first && needed > count)
      throw new SignerRefused('NEEDS_APPROVAL', `${id} has ${count} of ${needed} signatures`, {
        order: id,
        missing: needed - count,
      });
    letGo.push(wanted);
  }
  return letGo;
}
