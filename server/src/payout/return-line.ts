import { AppError } from '@sarraf/domain';
import { appendAudit } from '../platform/database/audit-log.ts';
import { isId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import type { PayoutContext } from './deps.ts';
import { hasExported, type LineRow, lockPayout, lockPayoutLine, markLineReturned } from './store.ts';

export const RETURN_LINE = 'return-payout-line';

/**
 * Records that the bank returned a line. NOT_FOUND; CONFLICT: the file was not taken yet, the line was returned
 * before, or held out; SECOND_PERSON_NEEDED: it is the caller's own money, or they took the file, or recorded that
 * the bank paid it. A staff member who could have had the bank pay it can't also refund it.
 */
export async function recordLineReturned(
  context: PayoutContext,
  staffId: string,
  { id, lineId }: { id: string; lineId: string },
  reason: string,
): Promise<LineRow> {
  if (!isId(id) || !isId(lineId)) throw new AppError('NOT_FOUND');
  const owner = (await context.money.payoutViews([lineId])).get(lineId)?.userId ?? null;
  if (owner === staffId) throw new AppError('SECOND_PERSON_NEEDED');
  const isReturned = await context.db.transaction().execute(async (tx) => {
    // The line is locked first, the lock order of all callers.
    const line = await lockPayoutLine(tx, id, lineId);
    const payout = line && (await lockPayout(tx, id));
    if (!payout || !line) throw new AppError('NOT_FOUND');
    if (payout.state === 'OPEN' || line.state === 'RETURNED' || line.state === 'HELD')
      throw new AppError('CONFLICT');
    if (payout.closedBy === staffId || (await hasExported(tx, id, staffId)))
      throw new AppError('SECOND_PERSON_NEEDED');
    await markLineReturned(tx, id, { line, staffId, reason });
    const detail = { payout: id, withdrawal: lineId, after: line.state, reason };
    const entry = { actorId: staffId, action: 'payout line returned', subjectId: owner, detail };
    await appendAudit(tx, entry, context.now());
    await enqueue(tx, RETURN_LINE, { withdrawalId: lineId, reason });
    return { ...line, state: 'RETURNED' as const, reason };
  });
  await context.money.settleReturned(lineId, reason);
  return isReturned;
}
