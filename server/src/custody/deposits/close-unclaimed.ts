import { AppError } from '@sarraf/domain';
import type { BodyOf, closeUnclaimedDeposits as contract, ReplyOf } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { isId } from '../../platform/ids.ts';
import type { CustodyContext } from '../deps.ts';
import { closeDeposit, lockCoinDeposits } from './staff-deposit-store.ts';

/** Reasons that anyone can cause at almost no cost and that need no individual review. */
const WORTHLESS_REASONS: ReadonlySet<string | null> = new Set(['BELOW_MINIMUM', 'UNKNOWN_TOKEN']);

/**
 * Closes dust and unknown tokens without credit, in bulk, each with its entry in the audit log. Other deposits in
 * the list (of another reason, proposed, closed, or the caller's own) are left unchanged and returned. BAD_REQUEST:
 * malformed ids.
 */
export async function closeUnclaimedDeposits(
  context: CustodyContext,
  staffId: string,
  { ids, reason }: BodyOf<typeof contract>,
): Promise<ReplyOf<typeof contract>['baseDTO']> {
  const uniqueIds = [...new Set(ids)];
  if (!uniqueIds.every(isId)) throw new AppError('BAD_REQUEST', { errors: ['ids'] });
  const now = context.now();
  return context.db.transaction().execute(async (tx) => {
    const closed = (await lockCoinDeposits(tx, uniqueIds)).filter(
      (deposit) =>
        deposit.state === 'UNCLAIMED' && WORTHLESS_REASONS.has(deposit.reason) && deposit.userId !== staffId,
    );
    for (const { id, chain, txid, userId } of closed) {
      await closeDeposit(tx, id, staffId);
      const detail = { deposit: id, chain, txid, reason };
      const entry = { actorId: staffId, action: 'unclaimed deposit kept', subjectId: userId, detail };
      await appendAudit(tx, entry, now);
    }
    const closedIds = new Set(closed.map(({ id }) => id));
    return { closed: closedIds.size, left: uniqueIds.filter((id) => !closedIds.has(id)) };
  });
}
