import { AppError } from '@sarraf/domain';
import { type ApprovalKey, type Assertion, faultOfAssertion } from '../../chains/approvals/assertion.ts';
import { withdrawalChallenge } from '../../chains/approvals/challenge.ts';
import type { CustodyContext } from '../deps.ts';
import type { ApprovalRequest, WithdrawalOrder } from '../types.ts';

export const challengeOf = (order: WithdrawalOrder): string =>
  withdrawalChallenge({ ...order, tag: order.tag ?? '' });

/** The keys that the signer believes. SERVICE_UNAVAILABLE: it is away. */
export async function approvalKeysOf(context: CustodyContext, staffId: string): Promise<ApprovalKey[]> {
  const enrolled = await context.signer.approvalKeys().catch((err: unknown) => {
    context.log.warn({ area: 'custody', err }, 'the signer does not say whose keys it believes');
    throw new AppError('SERVICE_UNAVAILABLE');
  });
  const own = enrolled.filter((key) => key.staffId === staffId);
  return context.sandboxKeys ? [...own, context.sandboxKeys.of(staffId)] : own;
}

/** APPROVAL_KEY_NEEDED: the signer believes none of theirs. */
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
 * Says at once what the signer would say later. APPROVAL_KEY_NEEDED: there is no signature, or by a key that isn't theirs;
 * APPROVAL_REFUSED: it is not over exactly this.
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
    'an approval was not signed as it must be',
  );
  throw new AppError('APPROVAL_REFUSED');
}
