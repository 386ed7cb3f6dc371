import { amountOf } from '@sarraf/domain';
import type { WithdrawalProgress } from '../custody/index.ts';
import { houseAccount, type Transfer, userAccount } from '../ledger/index.ts';
import type { WithdrawalContext } from './deps.ts';
import { publishWithdrawalChange, settleHold } from './release-hold.ts';
import { findWithdrawal, markWithdrawalDone, reopenWithdrawal } from './store.ts';
import type { StoredWithdrawal } from './withdrawal.ts';

/** Handles the sender's message that a withdrawal is final: custody's state counts, not the message. */
export async function finishSent(context: WithdrawalContext, payload: unknown): Promise<void> {
  const row = await findEndedRow(context, payload, 'DONE');
  if (row === null) return;
  await context.db.transaction().execute((tx) => markWithdrawalDone(tx, row.id, context.now()));
  await publishWithdrawalChange(context, row);
}

/** Reopens a completed withdrawal whose block the chain has undone: it is sent again, and completed again. */
export async function reopenAfterReorg(context: WithdrawalContext, payload: unknown): Promise<void> {
  const id = (payload as { withdrawalId?: unknown } | null)?.withdrawalId;
  const row = typeof id === 'string' ? await findWithdrawal(context.db, id) : null;
  if (row?.state !== 'DONE') return;
  const progress = (await context.custody.progressOf([row.id])).get(row.id);
  if (progress === undefined || progress.state === 'DONE') return;
  if (await context.db.transaction().execute((tx) => reopenWithdrawal(tx, row.id)))
    await publishWithdrawalChange(context, row);
}

/** Reason shown if none was entered. */
const DEFAULT_REASON = 'FAILED_ON_CHAIN';

/** Refunds a withdrawal that failed on the chain for good, or that can never be sent; once. `reason` is the staff's. */
export async function finishFailed(
  context: WithdrawalContext,
  payload: unknown,
  reason: string = DEFAULT_REASON,
): Promise<void> {
  const row = await findEndedRow(context, payload, 'FAILED');
  if (row !== null) await settleHold(context, row, 'RETURNED', refundTransfers(row), reason);
}

/** Returns null if it has ended already. */
async function findEndedRow(
  context: WithdrawalContext,
  payload: unknown,
  expectedState: WithdrawalProgress['state'],
): Promise<StoredWithdrawal | null> {
  const id = (payload as { withdrawalId?: unknown } | null)?.withdrawalId;
  if (typeof id !== 'string') return null;
  const row = await findWithdrawal(context.db, id);
  if (row === null || row.state !== 'APPROVED') return null;
  const progress = (await context.custody.progressOf([id])).get(id);
  if (progress?.state !== expectedState) throw new Error(`withdrawal ${id} is not ${expectedState}`);
  return row;
}

/** Returns amount and fee, since the service was not provided. The miners' fee is the house's cost. */
function refundTransfers({ id, userId, asset, amount, fee }: StoredWithdrawal): Transfer[] {
  const toRefund = (from: 'in_flight' | 'fee', amount: bigint): Transfer => ({
    debit: houseAccount(asset, from),
    credit: userAccount(userId, asset),
    amount: amountOf(amount),
    kind: 'correction',
    reference: id,
  });
  return [toRefund('in_flight', amount - fee), ...(fee > 0n ? [toRefund('fee', fee)] : [])];
}
