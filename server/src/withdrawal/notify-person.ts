import { formatAmount } from '@sarraf/domain';
import { recipientOf } from '../identity/index.ts';
import type { MoneyNotice } from '../messaging/index.ts';
import type { WithdrawalContext } from './deps.ts';
import { findWithdrawal, takeUnnotifiedWithdrawal } from './store.ts';
import { type StoredWithdrawal, shortDestination } from './withdrawal.ts';

/** Sends the pending notice of a withdrawal, once. */
export async function sendPendingNotice(context: WithdrawalContext, withdrawalId: string): Promise<void> {
  const pending = await findWithdrawal(context.db, withdrawalId);
  if (!pending?.untold) return;
  const [user, progress] = await Promise.all([
    context.people.find(pending.userId),
    context.custody.progressOf([withdrawalId]),
  ]);
  const txid = progress.get(withdrawalId)?.txid ?? '';
  await context.db.transaction().execute(async (tx) => {
    const row = await takeUnnotifiedWithdrawal(tx, withdrawalId);
    if (row && user) await context.notify(tx, recipientOf(user), buildNotice(row, txid));
  });
}

/** Does the same without failing: the sweep sends a notice that fails here. */
export const trySendPendingNotice = (context: WithdrawalContext, withdrawalId: string): Promise<void> =>
  sendPendingNotice(context, withdrawalId).catch((err: unknown) => {
    context.log.warn(
      { area: 'withdrawal', withdrawal: withdrawalId, err },
      'notice not written; retried by the sweep',
    );
  });

function buildNotice(row: StoredWithdrawal, txid: string): MoneyNotice {
  const { asset } = row;
  const amount = formatAmount(row.amount, asset);
  const receives = formatAmount(row.amount - row.fee, asset);
  const destination = shortDestination(row);
  const reason = row.reason ?? '';
  switch (row.untold) {
    case 'WITHDRAWAL_SENT':
      return { kind: 'WITHDRAWAL_SENT', asset, amount: receives, to: destination, txid };
    case 'WITHDRAWAL_REFUSED':
      return { kind: 'WITHDRAWAL_REFUSED', asset, amount, reason };
    case 'WITHDRAWAL_PAID':
      return { kind: 'WITHDRAWAL_PAID', amount: receives, to: destination };
    case 'WITHDRAWAL_FAILED':
      return { kind: 'WITHDRAWAL_FAILED', asset, amount, to: destination };
    case 'WITHDRAWAL_RETURNED':
      return { kind: 'WITHDRAWAL_RETURNED', amount: receives, to: destination, reason };
    default:
      return { kind: 'WITHDRAWAL_REQUESTED', asset, amount, to: destination };
  }
}
