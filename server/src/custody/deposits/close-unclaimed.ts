import { AppError } from '@sarraf/domain';
import type { BodyOf, closeUnclaimed as contract, ReplyOf } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { isId } from '../../platform/ids.ts';
import type { CustodyContext } from '../deps.ts';
import { closeDeposit, lockCoinDeposits } from './deposit-store.ts';

/** What anybody can make for next to nothing, and what is worth nobody's look. */
const WORTHLESS: ReadonlySet<string | null> = new Set(['BELOW_MINIMUM', 'UNKNOWN_TOKEN']);

/**
 * Closes dust and unknown tokens without credit, many at once; each has its entry in the audit log. Whatever else is named
 * (a deposit of another kind, one that is proposed, closed, or of the caller) is left alone and answered. BAD_REQUEST: ids
 * that are none.
 */
export async function closeUnclaimed(
  context: CustodyContext,
  staffId: string,
  { ids, reason }: BodyOf<typeof contract>,
): Promise<ReplyOf<typeof contract>['baseDTO']> {
  const named = [...new Set(ids)];
  if (!named.every(isId)) throw new AppError('BAD_REQUEST', { errors: ['ids'] });
  const now = context.now();
  return context.db.transaction().execute(async (tx) => {
    const closed = (await lockCoinDeposits(tx, named)).filter(
      (deposit) =>
        deposit.state === 'UNCLAIMED' && WORTHLESS.has(deposit.reason) && deposit.userId !== staffId,
    );
    for (const { id, chain, txid, userId } of closed) {
      await closeDeposit(tx, id, staffId);
      const detail = { deposit: id, chain, txid, reason };
      const entry = { actorId: staffId, action: 'unclaimed deposit kept', subjectId: userId, detail };
      await appendAudit(tx, entry, now);
    }
    const done = new Set(closed.map(({ id }) => id));
    return { closed: done.size, left: named.filter((id) => !done.has(id)) };
  });
}
