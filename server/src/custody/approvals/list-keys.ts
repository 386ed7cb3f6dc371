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
  const me = await context.people.find(staffId);
  const enrolled = await context.signer.approvalKeys().catch(() => {
    throw new AppError('SERVICE_UNAVAILABLE');
  });
  return {
    staffId,
    name: `${me?.firstName ?? ''} ${me?.lastName ?? ''}`.trim() || (me?.email ?? ''),
    sandbox: context.sandboxKeys !== undefined,
    keys: enrolled.map(({ id, name, staffId: whose, origin, second }) => ({
      id,
      name,
      own: whose === staffId,
      origin,
      second,
    })),
  };
}
