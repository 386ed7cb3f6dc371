import { AppError } from '@sarraf/domain';
import type { StaffWithdrawal } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { isId } from '../../platform/ids.ts';
import { beginHoldRelease } from '../cancel-withdrawal.ts';
import type { WithdrawalContext } from '../deps.ts';
import { finishFailed } from '../finish-withdrawal.ts';
import { releaseHold } from '../release-hold.ts';
import { findWithdrawal } from '../store.ts';
import { readWithdrawalForStaff } from './approve-withdrawal.ts';

/**
 * Refunds a withdrawal and notifies the user of the reason: one in review, one that still waits to be sent, or one
 * whose bytes the chain can never accept.
 *
 * NOT_FOUND; CONFLICT: it is being sent, or has ended; SECOND_PERSON_NEEDED: it is the caller's own.
 */
export async function refuseWithdrawal(
  context: WithdrawalContext,
  staffId: string,
  id: string,
  reason: string,
): Promise<StaffWithdrawal> {
  const row = isId(id) ? await findWithdrawal(context.db, id) : null;
  if (row === null) throw new AppError('NOT_FOUND');
  if (row.userId === staffId) throw new AppError('SECOND_PERSON_NEEDED');
  if (row.state === 'REFUSED' || row.state === 'REFUSING') throw new AppError('CONFLICT');
  const claimed = await context.db.transaction().execute(async (tx) => {
    const claimed = await beginHoldRelease(context, tx, id, 'REFUSING', reason);
    if (claimed === null && !(await context.custody.abandon(tx, id))) throw new AppError('CONFLICT');
    const entry = {
      actorId: staffId,
      action: 'withdrawal refused',
      subjectId: row.userId,
      detail: { withdrawal: id, reason },
    };
    await appendAudit(tx, entry, context.now());
    return claimed;
  });
  if (claimed === null) await finishFailed(context, { withdrawalId: id }, reason);
  else await releaseHold(context, claimed);
  return readWithdrawalForStaff(context, staffId, id);
}
