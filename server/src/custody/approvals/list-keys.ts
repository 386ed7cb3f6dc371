import { AppError } from '@sarraf/domain';
import type { approvalKeys as contract, ReplyOf } from '@sarraf/domain/contracts';
import type { CustodyContext } from '../deps.ts';

/**
 * Returns all approval keys that the signer trusts, without the sandbox's own. SERVICE_UNAVAILABLE: the signer is
 * unreachable.
 */
export async function listApprovalKeys(
  context: CustodyContext,
  staffId: string,
): Promise<ReplyOf<typeof contract>['baseDTO']> {
  const staffMember = await context.people.find(staffId);
  const enrolled = await context.signer.approvalKeys().catch(() => {
    throw new AppError('SERVICE_UNAVAILABLE');
  });
  return {
    staffId,
    name:
      `${staffMember?.firstName ?? ''} ${staffMember?.lastName ?? ''}`.trim() || (staffMember?.email ?? ''),
    sandbox: context.sandboxKeys !== undefined,
    keys: enrolled.map(({ id, name, staffId: ownerId, origin, second }) => ({
      id,
      name,
      own: ownerId === staffId,
      origin,
      second,
    })),
  };
}
