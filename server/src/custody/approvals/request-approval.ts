import { AppError } from '@sarraf/domain';
import { type ApprovalKey, type Assertion, findAssertionProblem } from '../../chains/approvals/assertion.ts';
import { createWithdrawalChallenge } from '../../chains/approvals/challenge.ts';
import type { CustodyContext } from '../deps.ts';
import type { ApprovalRequest, WithdrawalOrder } from '../types.ts';

export const challengeForOrder = (order: WithdrawalOrder): string =>
  createWithdrawalChallenge({ ...order, tag: order.tag ?? '' });

/**
 * Returns the approval keys of a staff member that the signer trusts. SERVICE_UNAVAILABLE: the signer is
 * unreachable.
 */
export async function listTrustedApprovalKeys(
  context: CustodyContext,
  staffId: string,
): Promise<ApprovalKey[]> {
  const enrolled = await context.signer.approvalKeys().catch((err: unknown) => {
    context.log.warn({ area: 'custody', err }, 'the signer did not list its approval keys');
    throw new AppError('SERVICE_UNAVAILABLE');
  });
  const staffKeys = enrolled.filter((key) => key.staffId === staffId);
  return context.sandboxKeys ? [...staffKeys, context.sandboxKeys.keyOfStaff(staffId)] : staffKeys;
}

/** APPROVAL_KEY_NEEDED: the signer trusts no key of this staff member. */
export async function createApprovalRequest(
  context: CustodyContext,
  order: WithdrawalOrder,
  staffId: string,
): Promise<ApprovalRequest> {
  const keys = await listTrustedApprovalKeys(context, staffId);
  if (keys.length === 0) throw new AppError('APPROVAL_KEY_NEEDED');
  return { challenge: challengeForOrder(order), keys: keys.map(({ id }) => id) };
}

/**
 * Verifies an approval now, as the signer will later. APPROVAL_KEY_NEEDED: there is no signature, or the key is
 * another person's; APPROVAL_REFUSED: the signature is not over exactly this withdrawal.
 */
export async function verifyApproval(
  context: CustodyContext,
  order: WithdrawalOrder,
  staffId: string,
  assertion: Assertion | undefined,
): Promise<void> {
  const keys = await listTrustedApprovalKeys(context, staffId);
  const key = keys.find(({ id }) => id === assertion?.key);
  if (!assertion || !key) throw new AppError('APPROVAL_KEY_NEEDED');
  const problem = findAssertionProblem(key, challengeForOrder(order), assertion);
  if (problem === null) return;
  context.log.warn(
    { area: 'custody', event: 'approval refused', withdrawal: order.withdrawalId, staffId, fault: problem },
    'invalid approval signature',
  );
  throw new AppError('APPROVAL_REFUSED');
}
