import { formatAmount } from '@sarraf/domain';
import { recipientOf } from '../../identity/index.ts';
import type { Notice } from '../../messaging/index.ts';
import type { RecurringDeps } from './deps.ts';
import { addPurchases } from './plan-store.ts';
import { claimUnnotifiedTurns, type TurnRow } from './turn-store.ts';

/**
 * Notifies owners of the outcome of their turns, and adds them to the plans' sums: exactly once, in one transaction
 * that also records it. The ledger writes only the turns, so that a plan that is being changed never delays a
 * batch. True: there may be more.
 */
export const notifyTurns = ({ db, people, notifyAll }: RecurringDeps, limit: number): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const turns = await claimUnnotifiedTurns(tx, limit);
    if (turns.length === 0) return false;
    await addPurchases(
      tx,
      turns.flatMap(({ planId, amount, total }) =>
        amount === null || total === null ? [] : [{ planId, amount, total }],
      ),
    );
    const owners = await people.findAll([...new Set(turns.map(({ userId }) => userId))], tx);
    await notifyAll(
      tx,
      turns.flatMap((turn) => {
        const owner = owners.get(turn.userId);
        const notice = buildNotice(turn);
        return owner && notice ? [{ to: recipientOf(owner), notice }] : [];
      }),
    );
    return turns.length === limit;
  });

/** No notice if the owner stopped it. */
function buildNotice({ coin, budget, amount, total, reason }: TurnRow): Notice | null {
  if (amount !== null && total !== null)
    return {
      kind: 'RECURRING_BOUGHT',
      coin,
      amount: formatAmount(amount, coin),
      total: formatAmount(total, 'TOMAN'),
    };
  if (reason === null || reason === 'STOPPED_BY_OWNER') return null;
  return { kind: 'RECURRING_SKIPPED', coin, amount: formatAmount(budget, 'TOMAN'), reason };
}
