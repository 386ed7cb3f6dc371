import { AppError } from '@sarraf/domain';
import { appendAudit } from '../platform/database/audit-log.ts';
import { isId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import { SETTLE_PAYOUT, settlePayoutLines } from './close-payout.ts';
import type { PayoutContext } from './deps.ts';
import {
  findPayoutLine,
  hasExported,
  type LineRow,
  lockPayout,
  lockPayoutLine,
  markLineReportedPaid,
} from './store.ts';

/**
 * Records that the bank did pay a line whose owner was blocked after the file was taken. NOT_FOUND; CONFLICT: the
 * batch isn't closed, or the line isn't open; SECOND_PERSON_NEEDED: it is the caller's own money, or they took the
 * file.
 */
export async function recordLinePaid(
  context: PayoutContext,
  staffId: string,
  { id, lineId }: { id: string; lineId: string },
): Promise<LineRow> {
  if (!isId(id) || !isId(lineId)) throw new AppError('NOT_FOUND');
  const owner = (await context.money.ownersOf([lineId])).get(lineId) ?? null;
  if (owner === staffId) throw new AppError('SECOND_PERSON_NEEDED');
  await context.db.transaction().execute(async (tx) => {
    const line = await lockPayoutLine(tx, id, lineId);
    const payout = line && (await lockPayout(tx, id));
    if (!payout || !line) throw new AppError('NOT_FOUND');
    if (payout.state !== 'CLOSED' || line.state !== 'UNSURE') throw new AppError('CONFLICT');
    if (await hasExported(tx, id, staffId)) throw new AppError('SECOND_PERSON_NEEDED');
    await markLineReportedPaid(tx, id, lineId);
    const detail = { payout: id, withdrawal: lineId };
    await appendAudit(
      tx,
      { actorId: staffId, action: 'payout line paid', subjectId: owner, detail },
      context.now(),
    );
    await enqueue(tx, SETTLE_PAYOUT, { payoutId: id });
  });
  await settlePayoutLines(context, id, 1).catch((err: unknown) => {
    context.log.error({ area: 'payout', payout: id, err }, 'line not settled yet; the job will settle it');
  });
  const line = await findPayoutLine(context.db, id, lineId);
  if (line === null) throw new AppError('NOT_FOUND');
  return line;
}
