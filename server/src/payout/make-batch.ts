import { AppError } from '@sarraf/domain';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { CUT_OFF_MINUTE, fromTehranTime, toTehranTime } from '../rules/index.ts';
import type { PayoutContext } from './deps.ts';
import { insertPayout, insertPayoutLines } from './store.ts';

/** Lines per query and per batch: people have to read the bank's file too. */
const CHUNK_SIZE = 500;
const MAX_LINES = 20_000;

/**
 * Creates a day's batch of everything approved and requested before a time; null: the day has its batch, or nothing
 * waits. Atomic: a crash leaves the day without a batch and its withdrawals waiting.
 */
async function createBatch(
  context: PayoutContext,
  { day, before, staffId }: { day: string; before: Date; staffId: string | null },
): Promise<string | null> {
  const id = newId();
  const isCreated = await context.db
    .transaction()
    .execute(async (tx) => {
      if (!(await insertPayout(tx, { id, day, now: context.now() }))) return false;
      const lines = await addWaitingLines(context, tx, id, before);
      // A day without a batch stays open: withdrawals approved later are still paid today.
      if (lines === 0) throw new NothingWaitsError();
      await context.rules.closePayoutDay(tx, day);
      const detail = { payout: id, day, lines };
      await appendAudit(
        tx,
        { actorId: staffId, action: 'payout made', subjectId: null, detail },
        context.now(),
      );
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof NothingWaitsError) return false;
      throw error;
    });
  return isCreated ? id : null;
}

class NothingWaitsError extends Error {
  override readonly name = 'NothingWaitsError';
}

async function addWaitingLines(
  context: PayoutContext,
  tx: Tx,
  payoutId: string,
  before: Date,
): Promise<number> {
  let lines = 0;
  while (lines < MAX_LINES) {
    const chunk = await context.money.takeForBatch(tx, before, CHUNK_SIZE);
    if (chunk.length === 0) break;
    await insertPayoutLines(tx, payoutId, chunk);
    lines += chunk.length;
    if (chunk.length < CHUNK_SIZE) break;
  }
  return lines;
}

/**
 * Creates today's batch once its hour has come; checked every few minutes, so that a server that was down makes it
 * later, with everything that waited. There is none on bank holidays and while withdrawals are stopped.
 */
export async function createDueBatch(context: PayoutContext): Promise<void> {
  const { day, minute } = toTehranTime(context.clock.now());
  if (minute < CUT_OFF_MINUTE || !(await context.rules.isWorkingDay(day))) return;
  if ((await context.stopped()) !== null) return;
  await createBatch(context, { day, before: new Date(fromTehranTime(day, CUT_OFF_MINUTE)), staffId: null });
}

/**
 * Creates today's batch now, of everything that waits. CONFLICT: a bank holiday, it exists already, or nothing
 * waits; WITHDRAWALS_STOPPED.
 */
export async function createBatchNow(context: PayoutContext, staffId: string): Promise<string> {
  const { day } = toTehranTime(context.clock.now());
  if ((await context.stopped()) !== null) throw new AppError('WITHDRAWALS_STOPPED');
  if (!(await context.rules.isWorkingDay(day))) throw new AppError('CONFLICT');
  const id = await createBatch(context, { day, before: new Date(context.clock.now() + 1), staffId });
  if (id === null) throw new AppError('CONFLICT');
  return id;
}
