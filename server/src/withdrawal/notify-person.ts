import { formatAmount } from '@sarraf/domain';
import { recipientOf } from '../identity/index.ts';
import type { MoneyNotice } from '../messaging/index.ts';
import type { WithdrawalContext } from './deps.ts';
import { findWithdrawal, takeUnnotifiedWithdrawal } from './store.ts';
import { type StoredWithdrawal, shortDestination } from './withdrawal.ts';

/** Sends the pending notice of a withdrawal, once. */
export async function sendPendingNotice(context: WithdrawalContext, withdrawalId: string): Promise<void> {
  const waiting = await findWithdrawal(context.db, withdrawalId);
  if (!waiting?.untold) return;
  const [user, progress] = await Promise.all([
    context.people.find(waiting.userId),
    context.custody.progressOf([withdrawalId]),
  ]);
  const txid = progress.get(withdrawalId)?.txid ?? '';
  await context.db.transaction().execute(async (tx) => {
    const row = await takeUnnotifiedWithdrawal(tx, withdrawalId);
    if (row && user) await context.notify(tx, recipientOf(user), noticeOf(row, txid));
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

function noticeOf(row: StoredWithdrawal, txid: string): MoneyNotice {
  const { asset } = row;
  const amount = formatAmount(row.amount, asset);
  const receives = formatAmount(row.amount - row.fee, asset);
  const to = shortDestination(row);
  const reason = row.reason ?? '';
  switch (row.untold) {
    case 'WITHDRAWAL_SENT':
      return { kind: 'WITHDRAWAL_SENT', asset, amount: receives, to, txid };
    case 'WITHDRAWAL_REFUSED':
      return { kind: 'WITHDRAWAL_REFUSED', asset, amount, reason };
    case 'WITHDRAWAL_PAID':
      return { kind: 'WITHDRAWAL_PAID', amount: receives, to };
    case 'WITHDRAWAL_FAILED':
      return { kind: 'WITHDRAWAL_FAILED', asset, amount, to };
    case 'WITHDRAWAL_RETURNED':
      return { kind: 'WITHDRAWAL_RETURNED', amount: receives, to, reason };
    default:
      return { kind: 'WITHDRAWAL_REQUESTED', asset, amount, to };
  }
}
