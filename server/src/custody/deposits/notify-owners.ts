import { formatAmount } from '@sarraf/domain';
import { recipientOf } from '../../identity/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { CustodyContext } from '../deps.ts';
import { delayOrders } from '../sending/outgoing-store.ts';
import { type Deposit, markDepositNotified, takeUnnotifiedDeposit } from './deposit-store.ts';

export const REVERSED_DEPOSIT_HOLD_MS = 72 * 3_600_000;
const BATCH_SIZE = 200;

/**
 * Notifies owners of the outcome of their deposits, exactly once, in the transaction that records it. A reversed
 * deposit holds all of its owner's withdrawals for three days, so that staff can review them; if the house lost
 * money on it, this includes withdrawals that were requested before.
 */
export async function notifyDepositOwners(context: CustodyContext): Promise<void> {
  const failed: string[] = [];
  for (let i = 0; i < BATCH_SIZE; i += 1) {
    let id: string | null = null;
    try {
      const notified = await context.db.transaction().execute(async (tx) => {
        const deposit = await takeUnnotifiedDeposit(tx, failed);
        if (deposit === null) return null;
        id = deposit.id;
        await tellOne(context, tx, deposit, deposit.toTell);
        return deposit;
      });
      if (notified === null) return;
      if (notified.toTell === 'DEPOSIT_REVERSED' && notified.userId !== null)
        context.people.changed(notified.userId);
    } catch (err) {
      context.log.error({ area: 'custody', deposit: id, err }, 'the owner of a deposit was not notified');
      if (id === null) return;
      failed.push(id);
    }
  }
}

async function tellOne(
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
