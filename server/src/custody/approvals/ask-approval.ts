import { AppError } from '@sarraf/domain';
import { type ApprovalKey, type Assertion, faultOfAssertion } from '../../chains/approvals/assertion.ts';
import { withdrawalChallenge } from '../../chains/approvals/challenge.ts';
import type { CustodyContext } from '../deps.ts';
import type { ApprovalRequest, WithdrawalOrder } from '../types.ts';

export const challengeOf = (order: WithdrawalOrder): string =>
  withdrawalChallenge({ ...order, tag: order.tag ?? '' });

/**
 * Returns the approval keys of a staff member that the signer trusts. SERVICE_UNAVAILABLE: the signer is
 * unreachable.
 */
export async function approvalKeysOf(context: CustodyContext, staffId: string): Promise<ApprovalKey[]> {
  const enrolled = await context.signer.approvalKeys().catch((err: unknown) => {
    context.log.warn({ area: 'custody', err }, 'the signer did not list its approval keys');
    throw new AppError('SERVICE_UNAVAILABLE');
  });
  const own = enrolled.filter((key) => key.staffId === staffId);
  return context.sandboxKeys ? [...own, context.sandboxKeys.of(staffId)] : own;
}

/** APPROVAL_KEY_NEEDED: the signer trusts no key of this staff member. */
export async function askApproval(
  context: CustodyContext,
  order: WithdrawalOrder,
  staffId: string,
): Promise<ApprovalRequest> {
  const keys = await approvalKeysOf(context, staffId);
  if (keys.length === 0) throw new AppError('APPROVAL_KEY_NEEDED');
  return { challenge: challengeOf(order), keys: keys.map(({ id }) => id) };
}

/**
 * Verifies an approval now, as the signer will later. APPROVAL_KEY_NEEDED: there is no signature, or the key is
 * another person's; APPROVAL_REFUSED: the signature is not over exactly this withdrawal.
 */
export async function checkApproval(
  context: CustodyContext,
  order: WithdrawalOrder,
  staffId: string,
  assertion: Assertion | undefined,
): Promise<void> {
  const keys = await approvalKeysOf(context, staffId);
  const key = keys.find(({ id }) => id === assertion?.key);
  if (!assertion || !key) throw new AppError('APPROVAL_KEY_NEEDED');
  const fault = faultOfAssertion(key, challengeOf(order), assertion);
  if (fault === null) return;
  context.log.warn(
    { area: 'custody', event: 'approval refused', withdrawal: order.withdrawalId, staffId, fault },
    'invalid approval signature',
  );
  throw new AppError('APPROVAL_REFUSED');
}
