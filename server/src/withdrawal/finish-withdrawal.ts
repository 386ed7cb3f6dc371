import { amountOf } from '@sarraf/domain';
import type { WithdrawalProgress } from '../custody/index.ts';
import { houseAccount, type Transfer, userAccount } from '../ledger/index.ts';
import type { WithdrawalContext } from './deps.ts';
import { publishWithdrawalChange, settleHold } from './release-hold.ts';
import { findWithdrawal, finishWithdrawal, reopenWithdrawal } from './store.ts';
import type { StoredWithdrawal } from './withdrawal.ts';

/** The sender says that a withdrawal is final: what custody knows of it counts, not what the message says. */
export async function finishSent(context: WithdrawalContext, payload: unknown): Promise<void> {
  const row = await endedRow(context, payload, 'DONE');
  if (row === null) return;
  await context.db.transaction().execute((tx) => finishWithdrawal(tx, row.id, context.now()));
  await publishWithdrawalChange(context, row);
}

/** The chain has undone the block of one that was done: it is sent again, and done again. */
export async function reopenAfterReorg(context: WithdrawalContext, payload: unknown): Promise<void> {
  const id = (payload as { withdrawalId?: unknown } | null)?.withdrawalId;
  const row = typeof id === 'string' ? await findWithdrawal(context.db, id) : null;
  if (row?.state !== 'DONE') return;
  const progress = (await context.custody.progressOf([row.id])).get(row.id);
  if (progress === undefined || progress.state === 'DONE') return;
  if (await context.db.transaction().execute((tx) => reopenWithdrawal(tx, row.id)))
    await publishWithdrawalChange(context, row);
}

/** Why it came back, where nobody wrote a reason. */
const FAILED = 'FAILED_ON_CHAIN';

/** It is on the chain for good and moved nothing, or never will be: everything goes back, once. `reason` is what staff gave. */
export async function finishFailed(
  context: WithdrawalContext,
  payload: unknown,
  reason: string = FAILED,
): Promise<void> {
  const row = await endedRow(context, payload, 'FAILED');
  if (row !== null) await settleHold(context, row, 'RETURNED', undone(row), reason);
}

/** Null: it has its end already. */
async function endedRow(
  context: WithdrawalContext,
  payload: unknown,
  end: WithdrawalProgress['state'],
): Promise<StoredWithdrawal | null> {
  const id = (payload as { withdrawalId?: unknown } | null)?.withdrawalId;
  if (typeof id !== 'string') return null;
  const row = await findWithdrawal(context.db, id);
  if (row === null || row.state !== 'APPROVED') return null;
  const progress = (await context.custody.progressOf([id])).get(id);
  if (progress?.state !== end) throw new Error(`withdrawal ${id} is not ${end}`);
  return row;
}

/** What was to arrive, and the fee too: nothing was done for it. What the miners took is the house's cost. */
function undone({ id, userId, asset, amount, fee }: StoredWithdrawal): Transfer[] {
  const back = (from: 'in_flight' | 'fee', part: bigint): Transfer => ({
    debit: houseAccount(asset, from),
    credit: userAccount(userId, asset),
    amount: amountOf(part),
    kind: 'correction',
    reference: id,
  });
  return [back('in_flight', amount - fee), ...(fee > 0n ? [back('fee', fee)] : [])];
}
