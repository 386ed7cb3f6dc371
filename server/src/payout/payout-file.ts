import { AppError, pow10, scaleOf } from '@sarraf/domain';
import { appendAudit } from '../platform/database/audit-log.ts';
import { type Cell, toCsv } from '../platform/files/csv.ts';
import { isId } from '../platform/ids.ts';
import { lockBlockedLines, markLinesUncertain, removeBlockedLines } from './blocked-lines.ts';
import type { PayoutContext } from './deps.ts';
import { listPayoutLines, lockPayout, recordExport } from './store.ts';
import { loadNames } from './views.ts';

const CHUNK_SIZE = 500;
const RIAL_PER_TOMAN = 10n;
const HEADER = ['sheba', 'amount_rial', 'name', 'id'];

/**
 * Returns the bank's file of a batch, without returned lines and without users who are blocked now: with the first
 * file they leave the batch; with a later one, since an earlier may be at the bank, staff has to record their
 * outcome. That the file was taken is durable before it is sent. Fractions of a Rial, which no bank pays, are cut.
 * NOT_FOUND; CONFLICT: it is closed, so the file is not needed; WITHDRAWALS_STOPPED.
 */
export async function createPayoutFile(
  context: PayoutContext,
  staffId: string,
  id: string,
): Promise<{ name: string; text: string }> {
  const day = await context.db.transaction().execute(async (tx) => {
    if (!isId(id)) throw new AppError('NOT_FOUND');
    const blocked = await lockBlockedLines(context, tx, id);
    const payout = await lockPayout(tx, id);
    if (payout === null) throw new AppError('NOT_FOUND');
    if (payout.state === 'CLOSED') throw new AppError('CONFLICT');
    if ((await context.stopped()) !== null) throw new AppError('WITHDRAWALS_STOPPED');
    await (payout.state === 'OPEN' ? removeBlockedLines : markLinesUncertain)(context, tx, id, blocked);
    await recordExport(tx, id, staffId, context.now());
    const heldCount = payout.state === 'OPEN' ? blocked.length : 0;
    const detail = { payout: id, day: payout.day, lines: payout.lines - heldCount };
    await appendAudit(
      tx,
      { actorId: staffId, action: 'payout file taken', subjectId: null, detail },
      context.now(),
    );
    return payout.day;
  });
  return { name: `payout-${day}.csv`, text: toCsv([HEADER, ...(await buildFileRows(context, id))]) };
}

async function buildFileRows(context: PayoutContext, id: string): Promise<Cell[][]> {
  const rows: Cell[][] = [];
  for (let after: string | null = null; ; ) {
    const lines = await listPayoutLines(context.db, id, { after, limit: CHUNK_SIZE });
    rows.push(
      ...(await buildChunkRows(
        context,
        lines.filter(({ state }) => state === 'WAITING'),
      )),
    );
    after = lines.at(-1)?.withdrawalId ?? null;
    if (lines.length < CHUNK_SIZE) return rows;
  }
}

async function buildChunkRows(
  context: PayoutContext,
  lines: readonly { withdrawalId: string }[],
): Promise<Cell[][]> {
  const views = await context.money.payoutViews(lines.map(({ withdrawalId }) => withdrawalId));
  const names = await loadNames(
    context,
    [...views.values()].map(({ userId }) => userId),
  );
  return lines.map(({ withdrawalId }) => {
    const view = views.get(withdrawalId);
    if (!view) throw new Error(`the payment of batch line ${withdrawalId} is missing`);
    const rial = (view.receives * RIAL_PER_TOMAN) / pow10(scaleOf('TOMAN'));
    const name = view.name ?? names.get(view.userId) ?? '';
    return [`IR${view.sheba}`, { number: rial.toString() }, name, withdrawalId];
  });
}
