import { formatAmount } from '@sarraf/domain';
import { recipientOf } from '../../identity/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { CustodyContext } from '../deps.ts';
import { delayOrders } from '../sending/outgoing-store.ts';
import type { Deposit } from './deposit-store.ts';
import { markDepositNotified, takeUnnotifiedDeposit } from './user-deposit-store.ts';

export const REVERSED_DEPOSIT_HOLD_MS = 72 * 3_600_000;
const BATCH_SIZE = 200;

/**
 * Notifies owners of the outcome of their deposits, exactly once, in the transaction that records it. A reversed
 * deposit holds all of its owner's withdrawals for three days, so that staff can review them; if the house lost
 * money on it, this includes withdrawals that were requested before.
 */
export async function notifyDepositOwners(context: CustodyContext): Promise<void> {
  const failedIds: string[] = [];
  for (let i = 0; i < BATCH_SIZE; i += 1) {
    let id: string | null = null;
    try {
      const notifiedId = await context.db.transaction().execute(async (tx) => {
        const deposit = await takeUnnotifiedDeposit(tx, failedIds);
        if (deposit === null) return null;
        id = deposit.id;
        await notifyOwner(context, tx, deposit, deposit.toTell);
        return deposit;
      });
      if (notifiedId === null) return;
      if (notifiedId.toTell === 'DEPOSIT_REVERSED' && notifiedId.userId !== null)
        context.people.publishUserChange(notifiedId.userId);
    } catch (err) {
      context.log.error({ area: 'custody', deposit: id, err }, 'the owner of a deposit was not notified');
      if (id === null) return;
      failedIds.push(id);
    }
  }
}

async function notifyOwner(
  context: CustodyContext,
  tx: Tx,
  { id, userId, asset, amount, lost }: Deposit,
  kind: 'DEPOSIT_CREDITED' | 'DEPOSIT_REVERSED',
): Promise<void> {
  await markDepositNotified(tx, id);
  const user = userId === null ? null : await context.people.find(userId, tx);
  if (user === null || asset === null) return;
  if (kind === 'DEPOSIT_REVERSED') {
    const until = new Date(context.clock.now() + REVERSED_DEPOSIT_HOLD_MS);
    await context.people.update(tx, user.id, { withdrawalsHeldUntil: until });
    if (lost > 0n) {
      await delayOrders(tx, user.id, until);
      await enqueue(tx, 'deposit-reversed', { userId: user.id });
    }
    const detail = { deposit: id, coin: asset, amount: formatAmount(amount, asset) };
    await appendAudit(
      tx,
      { actorId: null, action: 'deposit reversed', subjectId: user.id, detail },
      context.now(),
    );
  }
  await context.notify(tx, recipientOf(user), { kind, asset, amount: formatAmount(amount, asset) });
}
