import { AppError } from '@sarraf/domain';
import { appendAudit } from '../platform/database/audit-log.ts';
import { isId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import { lockBlocked, markLinesUnsure } from './blocked-lines.ts';
import type { PayoutContext } from './deps.ts';
import { hasExported, listLines, lockLine, lockPayout, markClosed, markPaid } from './store.ts';

export const SETTLE_PAYOUT = 'settle-payout';

/** As many are settled before the answer; the job does the rest, and all after a crash. */
const AT_ONCE = 200;

/**
 * The bank paid every line that was not returned, save those of people who are blocked by now: of each of them somebody
 * says so alone, or that it came back. What is said here is durable first; then each line is settled, once.
 * NOT_FOUND; CONFLICT: nobody took the file yet, or it is closed; SECOND_PERSON_NEEDED: the caller took the file.
 */
export async function closePayout(context: PayoutContext, staffId: string, id: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    if (!isId(id)) throw new AppError('NOT_FOUND');
    const blocked = await lockBlocked(context, tx, id);
    const payout = await lockPayout(tx, id);
    if (payout === null) throw new AppError('NOT_FOUND');
    if (payout.state !== 'EXPORTED') throw new AppError('CONFLICT');
    if (await hasExported(tx, id, staffId)) throw new AppError('SECOND_PERSON_NEEDED');
    await markLinesUnsure(context, tx, id, blocked);
    await markClosed(tx, id, staffId, context.now());
    const detail = { payout: id, day: payout.day };
    await appendAudit(
      tx,
      { actorId: staffId, action: 'payout paid', subjectId: null, detail },
      context.now(),
    );
    await enqueue(tx, SETTLE_PAYOUT, { payoutId: id });
  });
  await settleLines(context, id, AT_ONCE).catch((err: unknown) => {
    context.log.error({ area: 'payout', payout: id, err }, 'lines not settled yet; the job will');
  });
}

/** Settles what waits, `most` lines at most. Throws after the last when one could not be settled. */
export async function settleLines(context: PayoutContext, payoutId: string, most = Infinity): Promise<void> {
  let after: string | null = null;
  let failure: unknown = null;
  for (let done = 0; done < most; ) {
    const limit = Math.min(100, most - done);
    const lines = await listLines(context.db, payoutId, { after, limit, waiting: true });
    for (const { withdrawalId } of lines) {
      await settleLine(context, payoutId, withdrawalId).catch((error: unknown) => {
        // The others are paid whatever is wrong with this one.
        failure = error;
      });
    }
    done += lines.length;
    after = lines.at(-1)?.withdrawalId ?? null;
    if (lines.length < limit) break;
  }
  if (failure !== null) throw failure;
}

/** The line stays locked while the ledger settles it, so that it isn't returned in between. */
async function settleLine(context: PayoutContext, payoutId: string, withdrawalId: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const line = await lockLine(tx, payoutId, withdrawalId);
    if (line?.state !== 'WAITING') return;
    await context.money.settlePaid(withdrawalId);
    await markPaid(tx, payoutId, withdrawalId);
  });
}
