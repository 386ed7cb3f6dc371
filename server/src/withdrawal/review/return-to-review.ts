import { appendAudit } from '../../platform/database/audit-log.ts';
import type { WithdrawalContext } from '../deps.ts';
import { flagForReview, listApprovals, lockWithdrawal } from '../store.ts';

/** The signer requires two at most. */
const MAX_MISSING = 2;

/** Returns a withdrawal to review because the signer requires more staff signatures than it has. */
export async function returnToReview(context: WithdrawalContext, payload: unknown): Promise<void> {
  const { withdrawalId: id, missing } = (payload ?? {}) as { withdrawalId?: unknown; missing?: unknown };
  if (typeof id !== 'string' || typeof missing !== 'number') return;
  const row = await context.db.transaction().execute(async (tx) => {
    const row = await lockWithdrawal(tx, id);
    if (row?.state !== 'APPROVED' || !(await context.custody.cancelQueued(tx, id))) return null;
    const approvals = (await listApprovals(tx, [id])).length;
    await flagForReview(tx, id, approvals + Math.min(Math.max(1, missing), MAX_MISSING), 'ALLOWANCE');
    const detail = { withdrawal: id, missing };
    const entry = { actorId: null, action: 'withdrawal unsigned', subjectId: row.userId, detail };
    await appendAudit(tx, entry, context.now());
    return row;
  });
  if (row) context.bus.publish('wallets', { userId: row.userId, coins: [row.asset] });
}
