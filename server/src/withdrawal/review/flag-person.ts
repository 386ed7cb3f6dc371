import type { Asset } from '@sarraf/domain';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { WithdrawalContext } from '../deps.ts';
import { flagForReview, listApprovals, listStoppableWithdrawals, lockWithdrawal } from '../store.ts';
import { isToman } from '../withdrawal.ts';

const BATCH_SIZE = 100;

/**
 * Returns all withdrawals of a user that the signer hasn't received yet, coins and Toman, to review after the house
 * lost money on a reversed deposit of theirs.
 */
export async function flagWithdrawals(context: WithdrawalContext, payload: unknown): Promise<void> {
  const userId = (payload as { userId?: unknown } | null)?.userId;
  if (typeof userId !== 'string') return;
  for (let after: string | null = null; ; ) {
    const ids = await listStoppableWithdrawals(context.db, userId, { after, limit: BATCH_SIZE });
    for (const id of ids) {
      const flagged = await context.db.transaction().execute((tx) => flagWithdrawal(context, tx, id));
      if (flagged) context.bus.publish('wallets', { userId, coins: [flagged] });
    }
    after = ids.at(-1) ?? null;
    if (ids.length < BATCH_SIZE) break;
  }
}

/** Returns the coin of a flagged withdrawal; null: it is being sent, or has ended. */
async function flagWithdrawal(context: WithdrawalContext, tx: Tx, id: string): Promise<Asset | null> {
  const row = await lockWithdrawal(tx, id);
  if (row?.state !== 'REVIEW' && row?.state !== 'APPROVED') return null;
  if (row.state === 'APPROVED' && !isToman(row) && !(await context.custody.cancelQueued(tx, id))) return null;
  const approvals = (await listApprovals(tx, [id])).length;
  await flagForReview(tx, id, approvals + 1, 'FLAGGED_PERSON');
  const entry = {
    actorId: null,
    action: 'withdrawal flagged',
    subjectId: row.userId,
    detail: { withdrawal: id },
  };
  await appendAudit(tx, entry, context.now());
  return row.asset;
}
