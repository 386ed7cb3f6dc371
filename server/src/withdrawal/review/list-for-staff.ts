import { AppError } from '@sarraf/domain';
import type { QueryOf, ReplyOf, staffWithdrawals } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { isId } from '../../platform/ids.ts';
import type { WithdrawalContext } from '../deps.ts';
import { staffWithdrawalDtos } from '../staff-views.ts';
import { listWithdrawalsInStates } from '../store.ts';
import { statesOfPublicState } from '../withdrawal.ts';

/**
 * Lists withdrawals in a state, longest waiting first. Approved, signing and sent ones are distinguished by
 * custody, so a page of them may be shorter than requested and still have a next one. BAD_REQUEST: unknown cursor.
 */
export async function listWithdrawalsForStaff(
  context: WithdrawalContext,
  staffId: string,
  { state = 'REVIEW', size = 10, cursor }: QueryOf<typeof staffWithdrawals>,
): Promise<ReplyOf<typeof staffWithdrawals>> {
  if (cursor !== undefined && !isId(cursor)) throw new AppError('BAD_REQUEST', { errors: ['cursor'] });
  const page = { after: cursor ?? null, limit: size + 1 };
  const rows = await listWithdrawalsInStates(context.db, statesOfPublicState(state), page);
  const dtos = rows.slice(0, size);
  const content = (await staffWithdrawalDtos(context, staffId, dtos)).filter((row) => row.state === state);
  const accessed = {
    actorId: staffId,
    action: 'withdrawals listed',
    subjectId: null,
    detail: { state, shown: content.length },
  };
  await context.db.transaction().execute((tx) => appendAudit(tx, accessed, context.now()));
  return {
    status: 'OK',
    message: 'OK',
    content,
    nextCursor: rows.length > size ? (dtos.at(-1)?.id ?? null) : null,
  };
}
