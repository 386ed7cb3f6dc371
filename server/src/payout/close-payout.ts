import { AppError } from '@sarraf/domain';
import { appendAudit } from '../platform/database/audit-log.ts';
import { isId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import { lockBlockedLines, markLinesUncertain } from './blocked-lines.ts';
import type { PayoutContext } from './deps.ts';
import {
  hasExported,
  listPayoutLines,
  lockPayout,
  lockPayoutLine,
  markLinePaid,
  markPayoutClosed,
} from './store.ts';

export const SETTLE_PAYOUT = 'settle-payout';

/** Lines that are settled before the reply; the job settles the others, and all after a crash. */
const BATCH_SIZE = 200;

/**
 * Records that the bank paid every line that was not returned, except those of users who are blocked now: for each
 * of these staff records separately whether it was paid or returned. The statement is durable first; then each line
 * is settled, once. NOT_FOUND; CONFLICT: the file was not taken yet, or it is closed; SECOND_PERSON_NEEDED: the
 * caller took the file.
 */
export async function closePayout(context: PayoutContext, staffId: string, id: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    if (!isId(id)) throw new AppError('NOT_FOUND');
    const blocked = await lockBlockedLines(context, tx, id);
    const payout = await lockPayout(tx, id);
    if (payout === null) throw new AppError('NOT_FOUND');
    if (payout.state !== 'EXPORTED') throw new AppError('CONFLICT');
    if (await hasExported(tx, id, staffId)) throw new AppError('SECOND_PERSON_NEEDED');
    await markLinesUncertain(context, tx, id, blocked);
    await markPayoutClosed(tx, id, staffId, context.now());
    const detail = { payout: id, day: payout.day };
    await appendAudit(
      tx,
      { actorId: staffId, action: 'payout paid', subjectId: null, detail },
      context.now(),
    );
    await enqueue(tx, SETTLE_PAYOUT, { payoutId: id });
  });
  await settlePayoutLines(context, id, BATCH_SIZE).catch((err: unknown) => {
    context.log.error({ area: 'payout', payout: id, err }, 'lines not settled yet; the job will settle them');
  });
}

/** Settles waiting lines, `most` at most. Throws after the last if one could not be settled. */
export async function settlePayoutLines(
  context: PayoutContext,
  payoutId: string,
  maxLines = Infinity,
): Promise<void> {
  let after: string | null = null;
  let failure: unknown = null;
  for (let done = 0; done < maxLines; ) {
    const limit = Math.min(100, maxLines - done);
    const lines = await listPayoutLines(context.db, payoutId, { after, limit, waiting: true });
    for (const { withdrawalId } of lines) {
      await settleLine(context, payoutId, withdrawalId).catch((error: unknown) => {
        // An error in one line must not keep the others from being paid.
        failure = error;
      });
    }
    done += lines.length;
    after = lines.at(-1)?.withdrawalId ?? null;
    if (lines.length < limit) break;
  }
  if (failure !== null) throw failure;
}

/** Locks the line while the ledger settles it, so that it can't be returned concurrently. */
async function settleLine(context: PayoutContext, payoutId: string, withdrawalId: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const line = await lockPayoutLine(tx, payoutId, withdrawalId);
    if (line?.state !== 'WAITING') return;
    await context.money.settlePaid(withdrawalId);
    await markLinePaid(tx, payoutId, withdrawalId);
  });
}
